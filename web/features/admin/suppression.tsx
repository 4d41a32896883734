import type { AdminUserPage } from '#domain/admin/users.ts'
import { shortDate } from '#domain/time.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useLiftSuppression } from './queries.ts'

const REASONS = {
  refused: 'The mail server refused the address',
  bounced: 'An email bounced',
  complained: 'The owner reported an email as spam',
}

/** Nothing while the address gets its emails. */
export function Suppression({ person: { id, email, suppression } }: { person: AdminUserPage }) {
  const lift = useLiftSuppression(id, email)
  if (!suppression) return null
  const { reason, detail, since } = suppression
  return (
    <Panel
      title="Gets only emails about sign-in"
      action={
        <Button busy={lift.isPending} onClick={lift.start}>
          Send Again
        </Button>
      }
    >
      <p className="text-muted wrap-anywhere">
        {`${REASONS[reason]} on ${shortDate(since)}${detail && `: ${detail}`}`}
      </p>
    </Panel>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { AdminUserPage, Grant } from '#domain/admin/users.ts'
import { dateAndTime, shortDate } from '#domain/time.ts'
import { ApiError } from '../../api/api-error.ts'
import { Badge, Facts, Panel } from '../../ui/panel.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useNow } from '../../ui/page.tsx'
import { Closing, Subscription } from './person-actions.tsx'
import type { OpenedView } from '#domain/admin/support.ts'
import { Support } from './support.tsx'
import { Suppression } from './suppression.tsx'
import { AccountBadges, LoadedRows, Row, Rows } from './rows.tsx'
import { nameOf, accessText } from './text.ts'
import { formatNumber } from '../../ui/text.ts'
import { personQuery, useRevoke, useGive } from './queries.ts'
import { DaysField, daysOf, ActionDialog } from './action-dialog.tsx'

type PersonProps = { id: string; onBack: () => void; onView: (view: OpenedView) => void }

export function Person({ id, onBack, onView }: PersonProps) {
  const person = useQuery(personQuery(id))
  return (
    <>
      <Button variant="quiet" className="-ml-3.5" onClick={onBack}>
        <ArrowLeft aria-hidden />
        All accounts
      </Button>
      {person.error instanceof ApiError && person.error.status === 404 ? (
        <p className="mt-3 text-muted">There is no such account. It may have been deleted.</p>
      ) : (
        <LoadedRows what="the account" query={person}>
          {(found) => <AccessSummary person={found} onView={onView} />}
        </LoadedRows>
      )}
    </>
  )
}

function AccessSummary({ person, onView }: Pick<PersonProps, 'onView'> & { person: AdminUserPage }) {
  const [giving, setGiving] = useState(false)
  return (
    <>
      <div className="mt-3 mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 text-xl break-words">{person.email || 'No email'}</h2>
        <AccountBadges person={person} />
      </div>
      <Facts
        facts={[
          ['Access', accessText(person.entitlement)],
          ['Name', nameOf(person) || '—'],
          ['Account created', shortDate(person.createdAt)],
          ['Trial ends', person.trialEndsAt ? dateAndTime(person.trialEndsAt) : '—'],
          ['Companies', formatNumber(person.companies)],
        ]}
      />
      <Subscription person={person} />
      <Panel
        title="Complimentary access"
        action={
          <Button variant="primary" onClick={() => setGiving(true)}>
            Give Access
          </Button>
        }
      >
        <Rows label="Grants" none="None.">
          {person.grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} />
          ))}
        </Rows>
      </Panel>
      <Support person={person} onView={onView} />
      <Suppression person={person} />
      <Closing person={person} />
      {giving && <GrantDialog userId={person.id} email={person.email} onClose={() => setGiving(false)} />}
    </>
  )
}

function GrantRow({ grant }: { grant: Grant }) {
  const now = useNow()
  const { start, isPending } = useRevoke(grant.id)
  const isOver = grant.endsAt !== null && new Date(grant.endsAt).getTime() <= now.getTime()
  const inForce = !grant.revokedAt && !isOver
  return (
    <Row
      title={grant.endsAt ? `Until ${dateAndTime(grant.endsAt)}` : 'For good'}
      badge={inForce ? <Badge tone="good">In force</Badge> : <Badge>{grant.revokedAt ? 'Revoked' : 'Over'}</Badge>}
      text={
        <>
          {grant.reason} · {grant.isByCode ? 'by a code of' : 'by'} {grant.grantedBy}, {shortDate(grant.createdAt)}
          {grant.revokedAt && ` · revoked by ${grant.revokedBy ?? ''}, ${shortDate(grant.revokedAt)}`}
        </>
      }
      action={
        inForce && (
          <ConfirmButton
            busy={isPending}
            question={{
              title: 'Revoke this grant?',
              text: 'Without another grant, a subscription or a running trial, the account loses access immediately.',
              action: 'Revoke',
            }}
            onConfirm={start}
          >
            Revoke
          </ConfirmButton>
        )
      }
    />
  )
}

type Props = { userId: string; email: string; onClose: () => void }

function GrantDialog({ userId, email, onClose }: Props) {
  const [days, setDays] = useState({ text: '30', forGood: false })
  const mutation = useGive()
  const toast = useToast()
  return (
    <ActionDialog
      title="Give access"
      description={`To ${email}, from now on.`}
      action="Give Access"
      mutation={mutation}
      given={(reason) => ({ userId, days: daysOf(days), reason })}
      onDone={() => {
        toast({ title: `Access given to ${email}` })
        onClose()
      }}
      onClose={onClose}
    >
      <DaysField days={days} onChange={setDays} />
    </ActionDialog>
  )
}

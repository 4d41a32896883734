import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GrantCode } from '#domain/admin/users.ts'
import { dateAndTime, shortDate } from '#domain/time.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { useToast } from '../ui/toast.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { Loaded, Row, Rows } from './loaded.tsx'
import { codeWithdrawn, failed } from './messages.ts'
import { codesQuery, useWithdrawCode } from './queries.ts'
import { daysText } from './words.ts'

/** Codes that were made, and the way to make one. */
export function Codes() {
  const codes = useQuery(codesQuery)
  const [making, setMaking] = useState(false)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[62ch] text-muted">
          A code gives complimentary access to the one person who redeems it first. It is told once, when it
          is made.
        </p>
        <Button look="primary" onClick={() => setMaking(true)}>
          Make a Code
        </Button>
      </div>
      <Loaded what="the codes" query={codes}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">No code was made yet.</p>
          ) : (
            <Rows label="Codes">
              {list.map((code) => (
                <Code key={code.id} code={code} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {making && <CodeDialog onClose={() => setMaking(false)} />}
    </>
  )
}

const STATES = {
  open: { label: 'Open', tone: 'good' },
  redeemed: { label: 'Redeemed', tone: 'neutral' },
  expired: { label: 'Run out', tone: 'neutral' },
  revoked: { label: 'Withdrawn', tone: 'neutral' },
} as const

function Code({ code }: { code: GrantCode }) {
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useWithdrawCode()
  const { label, tone } = STATES[code.state]
  const withdraw = () => {
    setAsking(false)
    mutate(code.id, {
      onSuccess: () => toast(codeWithdrawn),
      onError: (error) => toast(failed('withdraw the code', error)),
    })
  }
  return (
    <Row
      title={`…${code.hint}, ${daysText(code.days)}`}
      badge={<Badge tone={tone}>{label}</Badge>}
      text={
        <>
          {code.reason} · by {code.createdBy}, {shortDate(code.createdAt)}
          {code.state === 'open' &&
            code.expiresAt &&
            ` · to be redeemed until ${dateAndTime(code.expiresAt)}`}
          {code.redeemedAt &&
            ` · redeemed ${shortDate(code.redeemedAt)} by ${code.redeemedBy?.email || 'an account that is gone'}`}
        </>
      }
      action={
        code.state === 'open' && (
          <Button
            busy={isPending}
            aria-label={`Withdraw the code …${code.hint}`}
            onClick={() => setAsking(true)}
          >
            Withdraw
          </Button>
        )
      }
    >
      {asking && (
        <Confirm
          title="Withdraw this code?"
          text="Nobody can redeem it any more."
          deed="Withdraw"
          onConfirm={withdraw}
          onCancel={() => setAsking(false)}
        />
      )}
    </Row>
  )
}

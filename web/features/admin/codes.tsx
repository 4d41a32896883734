import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GrantCode, CreatedCode } from '#domain/admin/users.ts'
import { dateAndTime, shortDate } from '#domain/time.ts'
import { Badge } from '../../ui/panel.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton, Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import { LoadedRows, Row, Rows } from './rows.tsx'
import { daysText } from './text.ts'
import { codesQuery, useWithdrawCode, useCreateCode } from './queries.ts'
import { CopyButton } from '../../ui/copy-and-save.tsx'
import { TextField } from '../../ui/forms/controls.tsx'
import { DaysField, daysOf, ActionDialog } from './action-dialog.tsx'

export function Codes() {
  const codes = useQuery(codesQuery)
  const [making, setMaking] = useState(false)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[62ch] text-muted">
          A code gives complimentary access to the first person who redeems it. It is shown once, at creation.
        </p>
        <Button variant="primary" onClick={() => setMaking(true)}>
          New Code
        </Button>
      </div>
      <LoadedRows what="the codes" query={codes}>
        {(list) => (
          <Rows label="Codes" none="No codes yet.">
            {list.map((code) => (
              <Code key={code.id} code={code} />
            ))}
          </Rows>
        )}
      </LoadedRows>
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
  const { start, isPending } = useWithdrawCode(code.id)
  const { label, tone } = STATES[code.state]
  return (
    <Row
      title={`…${code.hint}, ${daysText(code.days)}`}
      badge={<Badge tone={tone}>{label}</Badge>}
      text={
        <>
          {code.reason} · by {code.createdBy}, {shortDate(code.createdAt)}
          {code.state === 'open' && code.expiresAt && ` · redeem by ${dateAndTime(code.expiresAt)}`}
          {code.redeemedAt &&
            ` · redeemed ${shortDate(code.redeemedAt)} by ${code.redeemedBy?.email || 'a deleted account'}`}
        </>
      }
      action={
        code.state === 'open' && (
          <ConfirmButton
            busy={isPending}
            aria-label={`Withdraw the code …${code.hint}`}
            question={{ title: 'Withdraw this code?', text: 'It can no longer be redeemed.', action: 'Withdraw' }}
            onConfirm={start}
          >
            Withdraw
          </ConfirmButton>
        )
      }
    />
  )
}

function CodeDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<CreatedCode | null>(null)
  return made ? (
    <Dialog title="The code" description="It is not stored. Copy it now and give it to one person." onClose={onClose}>
      <p className="text-center font-mono text-lg tracking-wide break-words select-all">{made.code}</p>
      <div className="flex justify-center">
        <CopyButton text={made.code}>Copy</CopyButton>
      </div>
      <DialogActions>
        <Button variant="primary" className="max-sm:col-span-2" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  ) : (
    <NewCodeForm onMade={setMade} onClose={onClose} />
  )
}

function NewCodeForm({ onMade, onClose }: { onMade: (code: CreatedCode) => void; onClose: () => void }) {
  const [days, setDays] = useState({ text: '30', forGood: false })
  const [within, setWithin] = useState('90')
  const mutation = useCreateCode()
  return (
    <ActionDialog
      title="Create a code"
      description="The first person to redeem it gets access."
      action="Create Code"
      mutation={mutation}
      given={(reason) => ({ days: daysOf(days), reason, redeemWithinDays: Number(within) })}
      onDone={onMade}
      onClose={onClose}
    >
      <DaysField days={days} onChange={setDays} />
      <TextField
        label="Days until it expires"
        type="number"
        inputMode="numeric"
        min={1}
        max={365}
        value={within}
        onChange={(event) => setWithin(event.target.value)}
      />
    </ActionDialog>
  )
}

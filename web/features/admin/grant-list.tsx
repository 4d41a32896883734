import { useState } from 'react'
import { readEmails, type BulkGranted } from '#domain/admin/support.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/controls.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { counted } from '../../ui/text.ts'
import { ActionDialog, DaysField, daysOf } from './action-dialog.tsx'
import { useGrantInBulk } from './support-queries.ts'

export function GrantList() {
  const [isAsking, setAsking] = useState(false)
  const [unknown, setUnknown] = useState<string[]>([])
  return (
    <div className="mt-6 grid gap-3">
      <div>
        <Button onClick={() => setAsking(true)}>Give Access to a List</Button>
      </div>
      {unknown.length > 0 && (
        <p className="max-w-[62ch] text-muted break-words">No account, so no access: {unknown.join(', ')}</p>
      )}
      {isAsking && (
        <ListDialog
          onDone={(granted) => {
            setUnknown(granted.unknown)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function ListDialog({ onDone, onClose }: { onDone: (granted: BulkGranted) => void; onClose: () => void }) {
  const [list, setList] = useState('')
  const [days, setDays] = useState({ text: '30', forGood: false })
  const toast = useToast()
  return (
    <ActionDialog
      title="Give access to a list"
      description="All of them get access from now on. Addresses without an account are skipped."
      action="Give Access"
      mutation={useGrantInBulk()}
      given={(reason) => ({ emails: readEmails(list), days: daysOf(days), reason })}
      onDone={(granted) => {
        toast({ title: `Access given to ${counted(granted.granted, 'account', 'accounts')}` })
        onDone(granted)
      }}
      onClose={onClose}
    >
      <Field label="Email addresses" hint="One per line, or separated by commas.">
        {(control) => (
          <textarea
            {...control}
            rows={6}
            value={list}
            onChange={(event) => setList(event.target.value)}
            className="w-full rounded-md border border-control-line bg-surface px-3 py-2 text-base text-ink"
          />
        )}
      </Field>
      <DaysField days={days} onChange={setDays} />
    </ActionDialog>
  )
}

import type { UseMutationResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { reasonOf } from '../../api/api-error.ts'
import { Alert } from '../../ui/feedback.tsx'
import { FormDialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/forms/controls.tsx'

type Props<Given, Answer> = {
  title: string
  description: string
  action: string
  variant?: 'primary' | 'danger'
  mutation: UseMutationResult<Answer, Error, Given>
  given: (reason: string) => Given
  onDone: (answer: Answer) => void
  onClose: () => void
  children?: ReactNode
}

export function ActionDialog<Given, Answer>({
  mutation: { mutate, isPending, error },
  given,
  onDone,
  children,
  ...dialog
}: Props<Given, Answer>) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      {...dialog}
      busy={isPending}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        mutate(given(reason), { onSuccess: onDone })
      }}
    >
      {children}
      <TextField
        label="Reason"
        hint="Shown in the audit log."
        value={reason}
        maxLength={300}
        autoComplete="off"
        onChange={(event) => setReason(event.target.value)}
      />
      {error && <Alert>{reasonOf(error)}</Alert>}
    </FormDialog>
  )
}

const MAX_GRANT_DAYS = 3650

export type Days = { text: string; forGood: boolean }

export const daysOf = ({ text, forGood }: Days): number | null => (forGood ? null : Number(text))

export function DaysField({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  return (
    <div className="grid gap-3">
      <TextField
        label="Days of access"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_GRANT_DAYS}
        disabled={days.forGood}
        value={days.text}
        onChange={(event) => onChange({ ...days, text: event.target.value })}
      />
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          checked={days.forGood}
          onChange={(event) => onChange({ ...days, forGood: event.target.checked })}
          className="size-4.5 cursor-pointer accent-accent"
        />
        For good
      </label>
    </div>
  )
}

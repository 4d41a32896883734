import { useState } from 'react'
import { useToast } from '../ui/toast.tsx'
import { DaysField, daysOf } from './days-field.tsx'
import { DeedDialog } from './deed-dialog.tsx'
import { granted } from './messages.ts'
import { useGive } from './queries.ts'

type Props = { userId: string; email: string; onClose: () => void }

/** Access without payment. */
export function GrantDialog({ userId, email, onClose }: Props) {
  const [days, setDays] = useState({ text: '30', forGood: false })
  const { mutate, isPending, error } = useGive()
  const toast = useToast()
  const give = (reason: string) => {
    const done = () => {
      toast(granted(email))
      onClose()
    }
    mutate({ userId, days: daysOf(days), reason }, { onSuccess: done })
  }
  return (
    <DeedDialog
      title="Give access"
      description={`To ${email}, from now on.`}
      deed="Give Access"
      busy={isPending}
      error={error}
      onDo={give}
      onClose={onClose}
    >
      <DaysField days={days} onChange={setDays} />
    </DeedDialog>
  )
}

import { useRef, useState, type FormEvent } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { CardField, type CardConfirmer } from './card/card-confirmer.tsx'
import { cardSaved, reasonOf } from './messages.ts'
import { useSaveCard } from './queries.ts'

/** Another card for the payments to come, and for the one that is owed. */
export function UpdateCardDialog({ isOwed, onClose }: { isOwed: boolean; onClose: () => void }) {
  const confirmer = useRef<CardConfirmer>(null)
  const [incomplete, setIncomplete] = useState<string | null>(null)
  const { mutate, isPending, error } = useSaveCard()
  const toast = useToast()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = confirmer.current?.problem() ?? null
    setIncomplete(problem)
    if (problem || isPending) return
    const done = () => {
      toast(cardSaved)
      onClose()
    }
    mutate(() => confirmer.current, { onSuccess: done })
  }
  const problem = incomplete ?? (error && reasonOf(error))
  const text = isOwed
    ? 'The payment that is open is tried with it at once.'
    : 'Nothing is charged now; it is used from the next payment on.'
  return (
    <Dialog title="Update your card" description={text} onClose={isPending ? () => {} : onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <CardField ref={confirmer} />
        {problem && <Alert>{problem}</Alert>}
        <DialogActions>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={isPending}>
            Save Card
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

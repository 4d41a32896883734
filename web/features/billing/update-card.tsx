import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import type { CardConfirmer } from './card/card-field.tsx'
import { CardField } from './card/card-field.tsx'
import { cardSaved, reasonOf } from './messages.ts'
import { useSaveCard } from './queries.ts'

/** In the page and not in a dialog, because a modal dialog would cover the bank's challenge and block its input. */
export function UpdateCard({ isOwed, onClose }: { isOwed: boolean; onClose: () => void }) {
  const confirmer = useRef<CardConfirmer>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const [incomplete, setIncomplete] = useState<string | null>(null)
  const { mutate, isPending, error } = useSaveCard()
  const toast = useToast()
  useEffect(() => heading.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = confirmer.current?.problem() ?? null
    setIncomplete(problem)
    if (problem || isPending) return
    const done = () => {
      toast(cardSaved(isOwed))
      onClose()
    }
    mutate(() => confirmer.current, { onSuccess: done })
  }
  const problem = incomplete ?? (error && reasonOf(error))
  return (
    <form onSubmit={submit} noValidate aria-labelledby={id} className="mt-6 grid max-w-lg gap-5">
      <header>
        <h3 ref={heading} id={id} tabIndex={-1} className="text-lg outline-none">
          Update your card
        </h3>
        <p className="text-sm text-muted">
          {isOwed
            ? 'We will charge the open invoice to it now.'
            : 'Nothing is charged now. It will be used for your next payment.'}
        </p>
      </header>
      <CardField ref={confirmer} />
      {problem && <Alert>{problem}</Alert>}
      <DialogActions>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" busy={isPending}>
          Save Card
        </Button>
      </DialogActions>
    </form>
  )
}

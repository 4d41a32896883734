import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CHURN_REASONS, CHURN_TEXTS, tellWhy, type ChurnReason } from '#domain/billing/churn.ts'
import { useApi } from '../../api/context.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import { reasonOf } from './messages.ts'

/** Asked once, after the cancellation, so that an answer is never the price of leaving. */
export function ChurnQuestion({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const [reason, setReason] = useState<ChurnReason | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (given: ChurnReason) => api.call(tellWhy, { body: { reason: given } }),
    onSuccess: onClose,
  })
  return (
    <Dialog
      title="Why did you cancel?"
      description="Your subscription is canceled. Your answer is optional and only counted."
      onClose={onClose}
    >
      <fieldset className="grid">
        <legend className="sr-only">Reason</legend>
        {CHURN_REASONS.map((one) => (
          <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3 md:min-h-9">
            <input
              type="radio"
              name="churn"
              checked={one === reason}
              onChange={() => setReason(one)}
              className="size-4 flex-none accent-accent"
            />
            {CHURN_TEXTS[one]}
          </label>
        ))}
      </fieldset>
      {error && <Alert>{reasonOf(error)}</Alert>}
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          Skip
        </Button>
        <Button variant="primary" busy={isPending} disabled={!reason} onClick={() => reason && mutate(reason)}>
          Send
        </Button>
      </DialogActions>
    </Dialog>
  )
}

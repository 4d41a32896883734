import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CHURN_REASONS, CHURN_TEXTS, tellWhy, type ChurnReason } from '#domain/billing/churn.ts'
import { useApi } from '../../api/context.ts'
import { Button, Status } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { reasonOf } from './messages.ts'

/** Asked once, after the cancellation, so that an answer is never the price of leaving. */
export function ChurnQuestion() {
  const api = useApi()
  const [reason, setReason] = useState<ChurnReason | null>(null)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (given: ChurnReason) => api.call(tellWhy, { body: { reason: given } }),
  })
  if (isSuccess) return <Status className="w-full text-muted">Thank you.</Status>
  return (
    <div className="w-full border-t border-line pt-4">
      <fieldset className="grid">
        <legend className="mb-1 text-sm font-medium">
          Why did you cancel? <span className="font-normal text-muted">(optional, only counted)</span>
        </legend>
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
      <Button className="mt-2" busy={isPending} disabled={!reason} onClick={() => reason && mutate(reason)}>
        Send Answer
      </Button>
    </div>
  )
}

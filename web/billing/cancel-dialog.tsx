import { shortDate } from '#domain/relative-time.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { cancelled, reasonOf } from './messages.ts'
import { useRenewal } from './queries.ts'

type Props = {
  /** The end of the period that is paid. */
  end: string | null
  /** Until when a payment that failed is waited for; null where none is owed. */
  owedUntil: string | null
  onClose: () => void
}

/** One question, no detours. Keeping it has the focus, so that Enter does no harm. */
export function CancelDialog({ end, owedUntil, onClose }: Props) {
  const { mutate, isPending, error } = useRenewal()
  const toast = useToast()
  const cancel = () =>
    mutate('cancel', {
      onSuccess: () => {
        toast(cancelled)
        onClose()
      },
    })
  return (
    <Dialog
      title="Cancel your subscription?"
      description={owedUntil ? owedText(owedUntil) : paidText(end)}
      onClose={onClose}
    >
      {error && <Alert>{reasonOf(error)}</Alert>}
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          Keep It
        </Button>
        <Button look="danger" busy={isPending} onClick={cancel}>
          Cancel Subscription
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const paidText = (end: string | null) =>
  `You keep Premium until ${shortDate(end)} and are not charged again. Until then you can resume it. Your companies and their news are kept.`

/** The period that was paid is over already: its end must not be promised. */
const owedText = (until: string) =>
  `It is not renewed again. The payment that failed stays open; without it Premium ends on ${shortDate(until)}. Your companies and their news are kept.`

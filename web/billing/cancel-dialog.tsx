import { shortDate } from '#domain/time.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { cancelled, ended, reasonOf } from './messages.ts'
import { useRenewal } from './queries.ts'

type Props = {
  /** The end of the period that is paid. */
  end: string | null
  /** A payment has failed and is still owed. */
  isOwed: boolean
  /** Nothing was charged yet. */
  isTrialing: boolean
  onClose: () => void
}

/** One question, no detours. Keeping it has the focus, so that Enter does no harm. */
export function CancelDialog({ end, isOwed, isTrialing, onClose }: Props) {
  const { mutate, isPending, error } = useRenewal()
  const toast = useToast()
  const cancel = () =>
    mutate('cancel', {
      onSuccess: ({ status }) => {
        toast(status === 'canceled' ? ended : cancelled)
        onClose()
      },
    })
  return (
    <Dialog
      title="Cancel your subscription?"
      description={isOwed ? OWED : isTrialing ? freeText(end) : paidText(end)}
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

const freeText = (end: string | null) =>
  `You will not be charged. You keep Premium for free until ${shortDate(end)}, and until then you can resume your subscription. Your companies and their news are kept.`

/** The period that was paid is over already: its end must not be promised. */
const OWED =
  'Your subscription ends now, and so does your access. The unpaid invoice is voided and your card is not charged again. Your companies and their news are kept.'

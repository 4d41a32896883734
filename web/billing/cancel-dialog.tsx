import { shortDate } from '#domain/relative-time.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { cancelled, reasonOf } from './messages.ts'
import { useRenewal } from './queries.ts'

/** One question, no detours. Keeping it has the focus, so that Enter does no harm. */
export function CancelDialog({ end, onClose }: { end: string | null; onClose: () => void }) {
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
      description={`You keep Premium until ${shortDate(end)} and are not charged again. Until then you can resume it. Your companies and their news are kept.`}
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

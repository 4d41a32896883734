import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

type Props = { title: string; text: string; deed: string; onConfirm: () => void; onCancel: () => void }

/** Asks before something is taken away. Cancel has the focus, so that Enter does no harm. */
export function Confirm({ title, text, deed, onConfirm, onCancel }: Props) {
  return (
    <Dialog title={title} description={text} onClose={onCancel}>
      <DialogActions>
        <Button data-first-focus onClick={onCancel}>
          Cancel
        </Button>
        <Button look="danger" onClick={onConfirm}>
          {deed}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

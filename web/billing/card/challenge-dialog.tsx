import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

/** What a bank would show. Leaving it is an answer too: no. */
export function ChallengeDialog({ onAnswer }: { onAnswer: (outcome: 'succeed' | 'fail') => void }) {
  return (
    <Dialog
      title="3-D Secure test"
      description="Here the bank of a real card asks whether it is really you who pays. In the test mode you answer for the bank."
      onClose={() => onAnswer('fail')}
    >
      <DialogActions>
        <Button onClick={() => onAnswer('fail')}>Fail</Button>
        <Button look="primary" data-first-focus onClick={() => onAnswer('succeed')}>
          Complete
        </Button>
      </DialogActions>
    </Dialog>
  )
}

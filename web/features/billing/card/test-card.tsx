import { FlaskConical } from 'lucide-react'
import { useImperativeHandle, useState, type ComponentProps } from 'react'
import { TEST_CARDS, testCardOf } from '#domain/billing/test-cards.ts'
import { Select, TextField } from '../../../ui/forms/controls.tsx'
import type { CardFieldProps } from './card-field.tsx'
import {
  validateCard,
  shortCode,
  spacedExpiry,
  spacedNumber,
  type EnteredCard,
  confirmWithTestCard,
} from './entered-card.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx'

type Answer = (outcome: 'succeed' | 'fail') => void

export function TestCard({ ref, base }: CardFieldProps & { base: string }) {
  const [entered, setEntered] = useState<EnteredCard>({ number: '', expiry: '', code: '' })
  const [bank, setBank] = useState<{ answer: Answer } | null>(null)

  const challenge = () =>
    new Promise<'succeed' | 'fail'>((resolve) => {
      const answer: Answer = (outcome) => {
        setBank(null)
        resolve(outcome)
      }
      setBank({ answer })
    })
  useImperativeHandle(ref, () => {
    const validated = validateCard(entered, new Date())
    return {
      problem: () => ('problem' in validated ? validated.problem : null),
      confirm: async (clientSecret) =>
        'problem' in validated
          ? { ok: false, message: validated.problem }
          : confirmWithTestCard({ base, card: validated.card, challenge }, clientSecret),
    }
  })

  const change = (part: Partial<EnteredCard>) => setEntered({ ...entered, ...part })
  const pick = (number: string) => {
    const isAmex = testCardOf(number)?.brand === 'amex'
    const expiry = spacedExpiry(`12${String(new Date().getFullYear() + 4).slice(-2)}`)
    setEntered({ number: spacedNumber(number), expiry, code: isAmex ? '1234' : '123' })
  }
  return (
    <div className="grid gap-4 rounded-md border border-dashed border-warn p-4">
      <p className="flex gap-2.5 text-sm">
        <FlaskConical aria-hidden className="mt-0.5 size-4 flex-none text-warn" />
        <span>
          <strong className="block font-semibold text-warn">Test mode</strong>
          No real cards, no charges. Choose a test card or type its number.
        </span>
      </p>
      <Select label="Test card" value={testCardOf(entered.number)?.number ?? ''} onChange={pick}>
        <option value="" disabled>
          Choose a test card
        </option>
        {TEST_CARDS.map(({ number, plays }) => (
          <option key={number} value={number}>
            {spacedNumber(number)}: {plays}
          </option>
        ))}
      </Select>
      <CardInput
        label="Card number"
        placeholder="4242 4242 4242 4242"
        value={entered.number}
        onChange={(event) => change({ number: spacedNumber(event.target.value) })}
      />
      <div className="grid grid-cols-2 gap-4">
        <CardInput
          label="Expiry"
          placeholder="MM / YY"
          value={entered.expiry}
          onChange={(event) => change({ expiry: spacedExpiry(event.target.value) })}
        />
        <CardInput
          label="CVC"
          placeholder="123"
          value={entered.code}
          onChange={(event) => change({ code: shortCode(event.target.value, entered.number) })}
        />
      </div>
      {bank && <ChallengeDialog onAnswer={bank.answer} />}
    </div>
  )
}

/** No autofill, because a real card must not be entered here. */
function CardInput(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
      className="tabular-nums"
    />
  )
}

/** Closing the dialog counts as a failed challenge. */
export function ChallengeDialog({ onAnswer }: { onAnswer: (outcome: 'succeed' | 'fail') => void }) {
  return (
    <Dialog
      title="3-D Secure test"
      description="A real bank would now ask you to confirm the payment. In test mode, you answer for the bank."
      onClose={() => onAnswer('fail')}
    >
      <DialogActions>
        <Button onClick={() => onAnswer('fail')}>Fail</Button>
        <Button variant="primary" data-first-focus onClick={() => onAnswer('succeed')}>
          Complete
        </Button>
      </DialogActions>
    </Dialog>
  )
}

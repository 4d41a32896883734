import { useState, type FormEvent, type ReactNode } from 'react'
import { CURRENCIES } from '#domain/companies/positions/money.ts'
import {
  PositionInput,
  type Position,
  type PositionKind,
  type ValuationBasis,
} from '#domain/companies/positions/position.ts'
import { readMoney } from '#domain/money/read-money.ts'
import { reasonOf } from '../../../api/api-error.ts'
import { Alert } from '../../../ui/feedback.tsx'
import { Field, Select, TextField } from '../../../ui/forms/controls.tsx'
import { check } from '../../../ui/forms/schema-check.ts'
import { FormDialog } from '../../../ui/overlays/dialog.tsx'
import { groupedText, INSTRUMENT_NAMES, KIND_NAMES } from './position-text.ts'
import { useSavePosition } from './queries.ts'

const BASIS_NAMES: Record<ValuationBasis, string> = {
  cap: 'Valuation cap',
  'pre-money': 'Pre-money valuation',
  'post-money': 'Post-money valuation',
}
const HINTS: Record<PositionKind, string> = {
  investment: 'Money that you put in.',
  proceeds: 'Money that came back, such as a sale or a distribution.',
  value: 'What all of it was worth on that day. After a full exit, enter 0.',
}

type Props = {
  companyId: number
  /** Null for a new one. */
  position: Position | null
  kind: PositionKind
  currency: string
  onClose: () => void
}

export function PositionDialog({ companyId, position, kind: usualKind, currency: usual, onClose }: Props) {
  const [kind, setKind] = useState(usualKind)
  const [currency, setCurrency] = useState(position?.currency ?? usual)
  const [instrument, setInstrument] = useState<string>(position?.instrument ?? '')
  const [basis, setBasis] = useState<string>(position?.valuationBasis ?? '')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { mutate, isPending, error } = useSavePosition(companyId)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget))
    const [amount, valuation] = [readAmount(typed.amount, currency), readAmount(typed.valuation, currency)]
    const checked = check(PositionInput, {
      ...typed,
      amount: amount.plain,
      valuation: valuation.plain,
      kind,
      currency,
      instrument,
      valuationBasis: basis,
    })
    const foreign = {
      ...(amount.problem && { amount: amount.problem }),
      ...(valuation.problem && { valuation: valuation.problem }),
    }
    setProblems({ ...checked.problems, ...foreign })
    if (checked.value && Object.keys(foreign).length === 0)
      mutate({ id: position?.id ?? null, content: checked.value }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={position ? 'Edit position' : 'Add position'}
      action="Save"
      busy={isPending}
      noValidate
      keepsText
      onSubmit={save}
      onClose={onClose}
    >
      {error && <Alert>{reasonOf(error)}</Alert>}
      <Choice label="Kind" hint={HINTS[kind]}>
        <Select label="Kind" isTall value={kind} onChange={(value) => setKind(value as PositionKind)}>
          <Options of={KIND_NAMES} />
        </Select>
      </Choice>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-3">
        <TextField
          label="Amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="25,000"
          defaultValue={position ? groupedText(position.amount) : ''}
          error={problems.amount}
        />
        <Choice label="Currency">
          <Select label="Currency" isTall value={currency} onChange={setCurrency}>
            {CURRENCIES.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        </Choice>
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-x-3">
        <TextField
          label="Date"
          name="date"
          type="date"
          optional={kind !== 'value'}
          defaultValue={position?.date ?? ''}
          error={problems.date}
        />
        {kind === 'investment' && (
          <>
            <Choice label="Instrument">
              <Select label="Instrument" isTall value={instrument} onChange={setInstrument}>
                <option value="">Not specified</option>
                <Options of={INSTRUMENT_NAMES} />
              </Select>
            </Choice>
            <TextField
              label="Cap or valuation"
              name="valuation"
              optional
              inputMode="decimal"
              autoComplete="off"
              placeholder="8M"
              defaultValue={position?.valuation ? groupedText(position.valuation) : ''}
              error={problems.valuation}
            />
            <Choice label="Kind of valuation">
              <Select label="Kind of valuation" isTall value={basis} onChange={setBasis}>
                <option value="">Not specified</option>
                <Options of={BASIS_NAMES} />
              </Select>
            </Choice>
          </>
        )}
      </div>
      {kind === 'investment' && (
        <TextField label="Round" name="round" optional defaultValue={position?.round ?? ''} error={problems.round} />
      )}
      <Field label="Notes" optional error={problems.notes}>
        {(control) => (
          <textarea
            {...control}
            name="notes"
            rows={3}
            defaultValue={position?.notes ?? ''}
            className="w-full rounded-md border border-control-line bg-surface px-3 py-2 text-base text-ink aria-invalid:border-bad"
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Also accepts "25,000", "25k" and "€25,000". Anything unreadable is left for the validation to reject. */
function readAmount(typed: unknown, currency: string): { plain: unknown; problem?: string } {
  if (typeof typed !== 'string' || typed.trim() === '') return { plain: typed }
  const money = readMoney(typed.trim(), null)
  if ('problem' in money) return { plain: typed }
  const isOther = money.isDollar ? !DOLLARS.test(currency) : money.currency !== null && money.currency !== currency
  const called = money.isDollar ? 'dollars' : money.currency
  return { plain: money.amount, ...(isOther && { problem: `You typed an amount in ${called}, but chose ${currency}` }) }
}

const DOLLARS = /^(?:USD|CAD|AUD|NZD|SGD|HKD|TWD|BBD|BMD|BSD|FJD|JMD|TTD)$/

const Options = ({ of }: { of: Record<string, string> }) =>
  Object.entries(of).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))

function Choice({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden className="text-sm font-medium">
        {label}
      </span>
      {children}
      {hint && <p className="text-sm text-muted">{hint}</p>}
    </div>
  )
}

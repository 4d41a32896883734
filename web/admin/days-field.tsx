import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

const MAX_GRANT_DAYS = 3650

export type Days = { text: string; forGood: boolean }

export const daysOf = ({ text, forGood }: Days): number | null => (forGood ? null : Number(text))

/** For how long: so many days, or for good, which has to be said. */
export function DaysField({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  return (
    <div className="grid gap-3">
      <Field label="Days of access">
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_GRANT_DAYS}
            disabled={days.forGood}
            value={days.text}
            onChange={(event) => onChange({ ...days, text: event.target.value })}
          />
        )}
      </Field>
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          checked={days.forGood}
          onChange={(event) => onChange({ ...days, forGood: event.target.checked })}
          className="size-4.5 cursor-pointer accent-accent"
        />
        For good
      </label>
    </div>
  )
}

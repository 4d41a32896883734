import { useId } from 'react'
import { costText, centsText, savedPerYear, type OfferedPrice, type Price } from '#domain/account/price.ts'
import { cx } from '../../../ui/button.tsx'

type Props = {
  prices: readonly OfferedPrice[]
  chosen: Price
  disabled: boolean
  onChoose: (id: string) => void
}

export function PriceChoice({ prices, chosen, disabled, onChoose }: Props) {
  const name = useId()
  return (
    <fieldset className="mt-4 grid gap-2.5" disabled={disabled}>
      <legend className="sr-only">Billing period</legend>
      {prices.map((price) => (
        <label
          key={price.id}
          className={cx(
            'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 rounded-md border px-3.5 py-2.5 tabular-nums',
            price === chosen ? 'border-accent' : 'border-control-line',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={price === chosen}
            onChange={() => onChoose(price.id)}
            className="size-4 accent-accent"
          />
          <span className="font-medium">{price.interval === 'year' ? 'Yearly' : 'Monthly'}</span>
          <span className="text-muted">
            {costText(price)} per {price.interval}
          </span>
          {savedPerYear(price, prices) > 0 && (
            <span className="text-sm text-good">
              Saves {centsText(savedPerYear(price, prices), price.currency)} a year
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

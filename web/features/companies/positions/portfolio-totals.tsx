import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PortfolioPositions } from '#domain/companies/positions/endpoints.ts'
import { moneyText } from '#domain/companies/positions/money.ts'
import { cx } from '../../../ui/button.tsx'
import { counted } from '../../../ui/text.ts'
import { irrText } from './irr.ts'
import { portfolioPositionsQuery } from './queries.ts'

type Total = PortfolioPositions['totals'][number]

/** One line per currency; renders nothing without positions. */
export function PortfolioTotals() {
  const { data } = useQuery(portfolioPositionsQuery)
  if (!data || data.totals.length === 0) return null
  const facts = shownFacts(data.totals)
  return (
    <section aria-label="What you invested" className="mt-6 grid gap-4 border-y border-line py-4 sm:gap-2">
      {data.totals.map((total, index) => (
        <dl key={total.currency} className="flex flex-wrap gap-x-6 gap-y-2 tabular-nums sm:flex-nowrap">
          {facts.map(({ name, of }) => {
            const fact = of(total)
            return (
              // On a phone, missing values take up no space.
              <div key={name} className={cx('min-w-0 sm:flex-1 sm:basis-0', fact === null && 'max-sm:hidden')}>
                <dt className={cx('text-sm text-muted', index > 0 && 'sm:sr-only')}>{name}</dt>
                <dd className="min-w-0 break-words">{fact ?? <span className="text-faint">—</span>}</dd>
              </div>
            )
          })}
        </dl>
      ))}
      {data.totals.some(({ multiple }) => multiple === null) && (
        <p className="text-sm text-muted">
          For a multiple, enter a current value for every company you invested in, on its page.
        </p>
      )}
    </section>
  )
}

type TotalFact = { name: string; of: (total: Total) => ReactNode }

/** An optional column is left out only if no currency has it, so that the columns of all currencies line up. */
function shownFacts(totals: Total[]): TotalFact[] {
  return FACTS.filter(({ name, of }) => !OPTIONAL.has(name) || totals.some((total) => of(total) !== null))
}

const OPTIONAL = new Set(['Proceeds', 'IRR'])

const FACTS: TotalFact[] = [
  {
    name: 'Invested',
    of: ({ invested, currency, companies }) => (
      <Amount of={invested} currency={currency} note={`in ${counted(companies, 'company', 'companies')}`} />
    ),
  },
  {
    name: 'Proceeds',
    of: ({ proceeds, currency }) => (proceeds === '0' ? null : moneyText(proceeds, currency)),
  },
  {
    name: 'Current value',
    of: ({ value, currency, companies, valued }) =>
      value === null ? null : (
        <Amount of={value} currency={currency} note={valued < companies ? `${valued} of ${companies} companies` : ''} />
      ),
  },
  { name: 'Multiple', of: ({ multiple }) => (multiple === null ? null : `${multiple.toFixed(2)}×`) },
  { name: 'IRR', of: ({ flows }) => irrText(flows) },
]

const Amount = ({ of, currency, note }: { of: string; currency: string; note: string }) => (
  <>
    <span className="max-sm:whitespace-nowrap">{moneyText(of, currency)}</span>{' '}
    <span className="inline-block text-sm text-muted">{note}</span>
  </>
)

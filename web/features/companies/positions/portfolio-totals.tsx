import { useQuery } from '@tanstack/react-query'
import type { PortfolioPositions } from '#domain/companies/positions/endpoints.ts'
import { moneyText } from '#domain/companies/positions/money.ts'
import { Facts } from '../../../ui/panel.tsx'
import { counted } from '../../../ui/text.ts'
import { irrFact } from './irr.ts'
import { portfolioPositionsQuery } from './queries.ts'

/** One line per currency; without positions there is nothing to say. */
export function PortfolioTotals() {
  const { data } = useQuery(portfolioPositionsQuery)
  if (!data || data.totals.length === 0) return null
  return (
    <section aria-label="What you invested" className="mt-6 grid gap-4 border-y border-line py-4">
      {data.totals.map((total) => (
        <Facts key={total.currency} facts={factsOf(total)} />
      ))}
    </section>
  )
}

function factsOf(total: PortfolioPositions['totals'][number]): [string, string][] {
  const { currency, invested, proceeds, value, companies, valued, multiple, flows } = total
  const missing = companies - valued
  return [
    ['Invested', `${moneyText(invested, currency)} in ${counted(companies, 'company', 'companies')}`],
    ...(proceeds === '0' ? [] : [['Proceeds', moneyText(proceeds, currency)] as [string, string]]),
    [
      'Current value',
      value === null
        ? '—'
        : `${moneyText(value, currency)}${missing > 0 ? ` (${valued} of ${companies} companies)` : ''}`,
    ],
    [
      'Multiple',
      multiple === null
        ? `— ${counted(missing, 'company has', 'companies have')} no current value`
        : `${multiple.toFixed(2)}×`,
    ],
    ...irrFact(flows),
  ]
}

import { useQuery } from '@tanstack/react-query'
import { moneyText } from '#domain/companies/positions/money.ts'
import type { PortfolioPositions } from '#domain/companies/positions/endpoints.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { portfolioPositionsQuery } from '../companies/positions/queries.ts'
import { moneyAnswer } from './answers.ts'
import { Bar } from './charts.tsx'
import { NumberTable, Question } from './question.tsx'

export function MoneyByYear() {
  const query = useQuery(portfolioPositionsQuery)
  return (
    <Loaded what="your investments" query={query} loading={<Skeleton className="appear-late mt-8 h-40 w-full" />}>
      {(positions) => (
        <Question question="What went in, and what came back?" answer={moneyAnswer(positions)}>
          {positions.totals.map(({ currency }) => (
            <Years
              key={currency}
              currency={currency}
              years={positions.years.filter((year) => year.currency === currency)}
            />
          ))}
        </Question>
      )}
    </Loaded>
  )
}

type Year = PortfolioPositions['years'][number]

function Years({ currency, years }: { currency: string; years: Year[] }) {
  const most = Math.max(...years.flatMap(({ invested, proceeds }) => [Number(invested), Number(proceeds)]), 1)
  const cameBack = years.some(({ proceeds }) => proceeds !== '0')
  const cell = (amount: string) =>
    amount === '0' ? (
      <span className="text-muted">–</span>
    ) : (
      <>
        {moneyText(amount, currency)}
        <Bar share={Number(amount) / most} className="mt-1" />
      </>
    )
  return (
    <NumberTable
      title={`Money by year, ${currency}`}
      columns={['Year', 'Invested', ...(cameBack ? ['Came back'] : [])]}
      rows={years.map(({ year, invested, proceeds }) => ({
        key: year ?? '',
        name: year ?? 'No date',
        numbers: [cell(invested), ...(cameBack ? [cell(proceeds)] : [])],
      }))}
      className="mb-6 max-w-160 table-fixed break-inside-avoid"
    />
  )
}

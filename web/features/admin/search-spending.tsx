import type { SearchSpending as Spending } from '#domain/admin/operations.ts'
import { Badge, Facts, Panel } from '../../ui/panel.tsx'
import { formatNumber } from '../../ui/text.ts'
import { StatTable } from './rows.tsx'

export function SearchSpending({ budget, budgetPerCompany, spent, services }: Spending) {
  return (
    <Panel title="Search services">
      {budget === 0 ? (
        <p className="max-w-[62ch] text-muted">
          A key is set, but SEARCH_BUDGET is 0, so no search service is asked. Set it to the dollars you want to spend
          per month.
        </p>
      ) : (
        <>
          <Facts
            facts={[
              ['Budget this month', dollarsText(budget)],
              ['Spent', dollarsText(spent)],
              ['Left', dollarsText(Math.max(0, budget - spent))],
              ['Most per company', dollarsText(budgetPerCompany)],
            ]}
          />
          <div className="mt-5">
            <StatTable
              label="Search services this month"
              rowHeading="Service"
              columns={['Requests', 'Cost', 'Results', 'Unique', 'Per unique']}
              lines={services.map(({ name, label, requests, dollars, candidates, stories, isRefused }) => ({
                key: name,
                name: (
                  <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
                    {label}
                    {isRefused && <Badge tone="bad">Key refused</Badge>}
                  </span>
                ),
                values: [
                  formatNumber(requests),
                  dollarsText(dollars),
                  formatNumber(candidates),
                  formatNumber(stories),
                  stories > 0 ? dollarsText(dollars / stories) : '—',
                ],
              }))}
            />
          </div>
          <p className="mt-3 text-sm text-muted">Unique stories are those that no other source had.</p>
        </>
      )}
    </Panel>
  )
}

/** Single requests cost fractions of a cent. */
const dollarsText = (dollars: number) =>
  dollars.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: dollars > 0 && dollars < 1 ? 3 : 2,
  })

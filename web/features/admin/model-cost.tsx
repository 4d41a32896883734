import { useQuery } from '@tanstack/react-query'
import type { ModelCost as Cost } from '#domain/admin/operations.ts'
import { shortDate } from '#domain/time.ts'
import { Facts, Panel } from '../../ui/panel.tsx'
import { StatTable, LoadedRows } from './rows.tsx'
import { modelCostQuery } from './queries.ts'
import { formatNumber } from '../../ui/text.ts'

export function ModelCost() {
  const cost = useQuery(modelCostQuery)
  return (
    <LoadedRows what="the cost of the language model" query={cost}>
      {({ model, tokensADay, days }) => (
        <>
          {model ? (
            <Facts
              facts={[
                ['Model', model],
                ['Daily token limit', formatNumber(tokensADay ?? 0)],
                ['Tokens in 30 days', formatNumber(sum(days, (day) => day.inputTokens + day.outputTokens))],
                ['Cost in 30 days', totalText(days)],
              ]}
            />
          ) : (
            <p className="max-w-[62ch] text-muted">
              No language model is connected. Briefs quote the sources and cost nothing.
            </p>
          )}
          {days.length > 0 && (
            <Panel title="Day by day">
              <StatTable
                label="Days"
                rowHeading="Day and model"
                columns={['Cost', 'Questions', 'Failed', 'Tokens in', 'Tokens out', 'Sentences', 'Dropped']}
                lines={days.map((day) => ({
                  key: `${day.day} ${day.model}`,
                  name: `${shortDate(day.day, 'UTC')}, ${day.model}`,
                  values: [
                    dollarsText(day.dollars),
                    formatNumber(day.calls),
                    formatNumber(day.failures),
                    formatNumber(day.inputTokens),
                    formatNumber(day.outputTokens),
                    formatNumber(day.sentences),
                    formatNumber(day.dropped),
                  ],
                }))}
              />
            </Panel>
          )}
        </>
      )}
    </LoadedRows>
  )
}

type Day = Cost['days'][number]

const sum = (days: Day[], pick: (day: Day) => number) => days.reduce((total, day) => total + pick(day), 0)

/** A total that leaves out some days would look too small. */
const totalText = (days: Day[]) =>
  days.some(({ dollars }) => dollars === null)
    ? 'not known for all days'
    : dollarsText(sum(days, ({ dollars }) => dollars ?? 0))

const dollarsText = (dollars: number | null) => (dollars === null ? 'no price set' : `$${dollars.toFixed(2)}`)

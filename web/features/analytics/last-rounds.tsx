import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lastRounds, type LastRound } from '#domain/news/last-rounds.ts'
import { dateFormat } from '#domain/time.ts'
import { paths } from '../../paths.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useNow } from '../../ui/page.tsx'
import { counted } from '../../ui/text.ts'
import { portfolioPositionsQuery } from '../companies/positions/queries.ts'
import { namesQuery } from '../companies/queries.ts'
import { standingsQuery } from '../news/queries.ts'
import { roundsText, timeSince } from './answers.ts'
import { Bar } from './charts.tsx'
import { NumberTable, Question, useFirst } from './question.tsx'

export function LastRounds() {
  const names = useQuery(namesQuery)
  const stakes = useQuery(portfolioPositionsQuery)
  const standings = useQuery(standingsQuery)
  const now = useNow()
  const queries = [names, stakes, standings]
  const data = names.data &&
    stakes.data &&
    standings.data && { names: names.data, standings: standings.data, stakes: stakes.data.companies }
  return (
    <Loaded
      what="the last rounds"
      query={{
        data,
        error: queries.find(({ error }) => error)?.error ?? null,
        refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
      }}
      loading={<Skeleton className="appear-late mt-8 h-40 w-full" />}
    >
      {(portfolio) => {
        const found = lastRounds(portfolio)
        return (
          <Question question="How long since each last raised?" answer={roundsText(found.rounds, now)}>
            <Rounds {...found} now={now} />
          </Question>
        )
      }}
    </Loaded>
  )
}

const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' })

function Rounds({ rounds, unknown, now }: { rounds: LastRound[]; unknown: number; now: Date }) {
  const [shown, more] = useFirst(rounds)
  const since = (day: string) => now.getTime() - Date.parse(day)
  const longest = Math.max(...rounds.map(({ at }) => since(at)), 1)
  return (
    <>
      {rounds.length > 0 && (
        <NumberTable
          title="Time since the last round"
          columns={['Company', 'Last round', 'Time since']}
          rows={shown.map(({ companyId, name, at, isOwn }) => ({
            key: companyId,
            name: (
              <Link
                to={paths.company(companyId)}
                className="rounded-sm font-serif text-base font-semibold underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            ),
            numbers: [
              <>
                {month.format(new Date(at))}
                {isOwn && <span className="block text-muted">Your investment</span>}
              </>,
              <>
                {timeSince(at, now)}
                <Bar share={since(at) / longest} className="mt-1" />
              </>,
            ],
          }))}
          className="max-w-160 table-fixed"
        />
      )}
      {more}
      {unknown > 0 && (
        <p className="mt-4 text-sm text-muted">
          {counted(unknown, 'company has', 'companies have')} no known round. Add your investments to see them here.
        </p>
      )}
    </>
  )
}

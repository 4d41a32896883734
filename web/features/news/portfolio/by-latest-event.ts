import type { Company } from '#domain/companies/company.ts'
import type { CompanyStanding } from '#domain/news/standings.ts'
import { DAY_MS } from '#domain/time.ts'
import { isOnItsWay } from '../../companies/queries.ts'
import { dayKey } from '../feed/line-text.ts'

export type PortfolioRow = {
  /** Of a company whose page of the list hasn't been loaded, no more is known. */
  company: Pick<Company, 'id' | 'name'> & Partial<Company>
  standing: CompanyStanding | undefined
}

const RECENT_MS = 7 * DAY_MS

type Loaded = { companies: Company[]; isComplete: boolean }

/**
 * By the day of the latest event, and within a day by importance, as the standings are. `quiet` are the companies without
 * a recent event, unless all are; a company that was just added isn't quiet yet.
 */
export function byLatestEvent(
  { companies, isComplete }: Loaded,
  standings: readonly CompanyStanding[],
  now: Date,
): { listed: PortfolioRow[]; quiet: PortfolioRow[] } {
  const own = new Map(companies.map((company) => [company.id, company]))
  const happened = standings
    .filter(({ companyId }) => !isComplete || own.has(companyId))
    .map((standing) => ({ standing, day: dayKey(standing.latest.date) }))
    .toSorted((a, b) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1))
    .map(({ standing }) => {
      const { companyId: id, companyName: name } = standing
      return { company: own.get(id) ?? { id, name }, standing }
    })
  const withEvent = new Set(standings.map(({ companyId }) => companyId))
  const others = companies.filter(({ id }) => !withEvent.has(id)).map((company) => ({ company, standing: undefined }))
  const isRecent = (date: string) => Date.parse(date) >= now.getTime() - RECENT_MS
  const isNews = ({ standing }: { standing: CompanyStanding }) => isRecent(standing.latest.date)
  const isNew = ({ company }: { company: Company }) => isRecent(company.createdAt)
  const onTheirWay = others.filter(({ company }) => isOnItsWay(company))
  const rest = others.filter(({ company }) => !isOnItsWay(company))
  const listed = [...onTheirWay, ...happened.filter(isNews), ...rest.filter(isNew)]
  const quiet = [...happened.filter((row) => !isNews(row)), ...rest.filter((row) => !isNew(row))]
  // Until all that were just added are loaded, further companies belong above.
  const isFolded = listed.length > 0 && (isComplete || rest.some((row) => !isNew(row)))
  return isFolded ? { listed, quiet } : { listed: [...listed, ...quiet], quiet: [] }
}

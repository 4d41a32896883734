import type { PortfolioPositions } from '../companies/positions/endpoints.ts'
import type { CompanyStanding } from './standings.ts'

/** `isOwn` if nothing but the user's own investment tells of it. */
export type LastRound = { companyId: number; name: string; at: string; isOwn: boolean }

type Portfolio = {
  names: readonly { id: number; name: string }[]
  standings: readonly Pick<CompanyStanding, 'companyId' | 'standing' | 'roundAt'>[]
  stakes: readonly Pick<PortfolioPositions['companies'][number], 'companyId' | 'investedOn'>[]
}

/**
 * When each company last raised, the longest ago first: the last confirmed round or the user's last investment. Leaves
 * out companies that were sold, went public or shut down, because they don't raise anymore.
 */
export function lastRounds({ names, standings, stakes }: Portfolio): { rounds: LastRound[]; unknown: number } {
  const standingOf = new Map(standings.map((each) => [each.companyId, each]))
  const investments = Map.groupBy(stakes, ({ companyId }) => companyId)
  const active = names.filter(({ id }) => !hasEnded(standingOf.get(id)?.standing.tone))
  const rounds = active.flatMap(({ id, name }): LastRound[] => {
    const reported = standingOf.get(id)?.roundAt?.slice(0, 'YYYY-MM-DD'.length) ?? ''
    const own =
      (investments.get(id) ?? [])
        .map(({ investedOn }) => investedOn ?? '')
        .toSorted()
        .at(-1) ?? ''
    const at = reported >= own ? reported : own
    return at === '' ? [] : [{ companyId: id, name, at, isOwn: at !== reported }]
  })
  return { rounds: rounds.toSorted((a, b) => (a.at < b.at ? -1 : 1)), unknown: active.length - rounds.length }
}

const hasEnded = (tone?: string) => tone === 'bad' || tone === 'accent'

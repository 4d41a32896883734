import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Company } from '#domain/companies/company.ts'
import { AppError } from '#domain/errors.ts'
import {
  DISMISSED_WEBSITE,
  SUGGESTION_NOT_FOUND,
  type WebsiteSuggestion,
  type WebsiteSuggestions,
} from '#domain/news/website-suggestions.ts'
import type { Clock } from '#domain/time.ts'
import type { Companies } from '../../companies/companies.ts'
import type { Database } from '../../platform/database/open.ts'
import { companies as companyRows } from '../../platform/database/schema/accounts-and-companies.ts'
import { overrideStore } from '../overrides/override-store.ts'
import { companyRejections, websiteSuggestions } from '../../platform/database/schema/tracked-companies.ts'

const MOST_LISTED = 500

type Needs = { database: Database; clock: Clock; companies: Pick<Companies, 'get' | 'edit'> }
type Missing = { id: number; name: string; trackedCompanyId: number | null; total: number }

export type SuggestedWebsites = ReturnType<typeof createSuggestedWebsites>

export function createSuggestedWebsites({ database, clock, companies }: Needs) {
  async function suggestionsFor(userId: string, companyId?: number): Promise<WebsiteSuggestions> {
    const { missing, rejected } = await database.asUser(userId, async (queries) => ({
      missing: await queries
        .select({
          id: companyRows.id,
          name: companyRows.name,
          trackedCompanyId: companyRows.trackedCompanyId,
          total: sql<number>`count(*) over ()::int`,
        })
        .from(companyRows)
        .where(
          and(
            eq(companyRows.userId, userId),
            isNull(companyRows.website),
            isNull(companyRows.removedAt),
            eq(companyRows.isSample, false),
            companyId === undefined ? undefined : eq(companyRows.id, companyId),
          ),
        )
        .orderBy(asc(companyRows.id))
        .limit(MOST_LISTED),
      rejected: await queries
        .select({ companyId: companyRejections.companyId, website: companyRejections.value })
        .from(companyRejections)
        .where(and(eq(companyRejections.userId, userId), eq(companyRejections.kind, DISMISSED_WEBSITE))),
    }))
    const isRejected = (suggestion: WebsiteSuggestion) =>
      rejected.some((one) => one.companyId === suggestion.companyId && one.website === suggestion.website)
    const found = await suggestedFor(missing)
    return {
      missing: missing[0]?.total ?? 0,
      suggestions: found
        .filter((suggestion) => !isRejected(suggestion))
        .toSorted((one, other) => Number(other.isSure) - Number(one.isSure)),
    }
  }

  /** Suggestions are shared by everybody who tracks a company with this name, and don't reveal who does. */
  async function suggestedFor(missing: Missing[]): Promise<WebsiteSuggestion[]> {
    const ids = missing.flatMap(({ trackedCompanyId }) => trackedCompanyId ?? [])
    if (ids.length === 0) return []
    const rows = await database.asSystem((queries) =>
      queries
        .select()
        .from(websiteSuggestions)
        .where(inArray(websiteSuggestions.trackedCompanyId, ids))
        .orderBy(asc(websiteSuggestions.website)),
    )
    return missing.flatMap(({ id, name, trackedCompanyId }) =>
      rows
        .filter((row) => row.trackedCompanyId === trackedCompanyId)
        .toSorted((one, other) => other.evidence.length - one.evidence.length)
        .map(({ website, isSure, evidence }) => ({ companyId: id, companyName: name, website, isSure, evidence })),
    )
  }

  const suggested = async (userId: string, id: number, website: string) => {
    await companies.get(userId, id)
    const { suggestions } = await suggestionsFor(userId, id)
    if (!suggestions.some((one) => one.website === website)) throw new AppError('not-found', SUGGESTION_NOT_FOUND)
  }

  const list = (userId: string) => suggestionsFor(userId)

  return {
    list,

    async accept(userId: string, id: number, website: string): Promise<Company> {
      await suggested(userId, id, website)
      return companies.edit(userId, id, { website })
    },

    /** A company is left unchanged if it can't take the website, because another one already has it. */
    async acceptSure(userId: string): Promise<number> {
      let accepted = 0
      for (const { companyId, website, isSure } of (await list(userId)).suggestions) {
        if (!isSure) continue
        try {
          await companies.edit(userId, companyId, { website })
          accepted += 1
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
      }
      return accepted
    },

    async dismiss(userId: string, id: number, website: string): Promise<WebsiteSuggestions> {
      await suggested(userId, id, website)
      await database.asUser(userId, (queries) =>
        overrideStore(queries).reject(userId, id, { kind: DISMISSED_WEBSITE, value: website }, clock()),
      )
      return list(userId)
    },

    /** Undoes a dismissal. */
    async restore(userId: string, id: number, website: string): Promise<WebsiteSuggestions> {
      await companies.get(userId, id)
      await database.asUser(userId, (queries) =>
        overrideStore(queries).accept(userId, id, { kind: DISMISSED_WEBSITE, value: website }),
      )
      return list(userId)
    },
  }
}

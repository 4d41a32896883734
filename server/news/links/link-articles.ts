import type { Evidence } from '#domain/news/evidence.ts'
import type { Via } from '../../platform/database/schema/articles.ts'
import type { Company } from '../match/company.ts'
import { NO_MATCH, type MatchResult } from '../match/match.ts'
import type { Curator, MatchTask } from '../engine/curate.ts'
import { articleOf, type Article, type Link } from '../articles/article-store.ts'
import { sourceOf, type FactKind, type PollResult, type Source, type TrackedCompany } from '../sources/source.ts'
import { COMPANY_SITE } from '../sources/company-site/company-site.ts'
import { itemsOf } from '../articles/normalize.ts'
import type { PressItem } from '../articles/press-items.ts'
import { SAMPLE_SOURCE } from '../sources/sample.ts'
import { viaAlias, viaName, type OverrideLink } from '../articles/override-articles.ts'
import type { Watch } from '../polling/watch-store.ts'
import type { Names, TypedName } from '../match/name-index.ts'

type Linked = {
  article: Article
  links: Link[]
  overrideLinks: OverrideLink[]
  /** Tracked companies that it may be about. */
  doubtful: number[]
}

/** `watchId` is null for items stored earlier. */
export type LinkedArticle = Linked & { watchId: number | null }

export type FoundInPoll = {
  found: LinkedArticle[]
  kept: (PressItem & { watchId: number; doubtful: number[] })[]
  /** Articles from feeds that were polled before; some may have been edited since. */
  again: Article[]
}

type Needs = {
  curator: Pick<Curator, 'match'>
  sources: Source[]
  names: () => Names
  findTrackedCompanies: (ids: number[]) => Promise<Map<number, TrackedCompany>>
}

type FoundBy = Pick<Watch, 'source' | 'companyId' | 'trackedCompanyId' | 'trackedCompany'>
type FoundArticle = Via & { watch: FoundBy; article: Article }
type PolledArticle = FoundArticle & { watch: Watch }
type Candidate = { trackedCompanyId: number; company: TrackedCompany }
type TypedCandidate = Candidate & { name: string; companyIds: number[] }
type MatchInput = FoundArticle & { candidates: Candidate[]; typed: TypedCandidate[] }

export function createArticleLinker({ curator, sources, names, findTrackedCompanies }: Needs) {
  async function matchPolled(polled: { watch: Watch; result: PollResult }[], now: Date): Promise<FoundInPoll> {
    const articles = polled.flatMap(({ watch, result }) =>
      itemsOf(result, watch, now).flatMap(({ item, placedAt, ...via }): PolledArticle[] => {
        const article = articleOf(item, placedAt, now)
        const feedUrl = via.viaKind === 'feed' ? via.via : null
        return article ? [{ watch, article: { ...article, feedUrl }, ...via }] : []
      }),
    )
    const uncertain = articles.filter(({ watch }) => sourceOf(sources, watch)?.needsMatch)
    const matched = await match(uncertain)
    const byArticle = new Map(uncertain.map(({ article }, at) => [article, matched[at]]))
    const found = articles.map((each) => ({
      watchId: each.watch.id,
      ...(byArticle.get(each.article) ?? certainLinks(each)),
    }))
    return {
      found: found.filter(isLinked),
      again: articles.flatMap(({ watch, article }, at) =>
        watch.isFirst || article.feedUrl === null ? [] : (found[at]?.article ?? []),
      ),
      // A result of a search for one company is only worth keeping if it's linked.
      kept: uncertain.flatMap(({ watch, article, viaKind, via }, at) => {
        const { doubtful, ...linked } = matched[at] ?? NOT_LINKED
        const { id: watchId, source, trackedCompanyId } = watch
        const isWorthIt = trackedCompanyId === null || isLinked(linked) || doubtful.length > 0
        return isWorthIt && source !== SAMPLE_SOURCE ? [{ watchId, article, source, viaKind, via, doubtful }] : []
      }),
    }
  }

  async function matchStored(items: PressItem[]): Promise<LinkedArticle[]> {
    const matched = await match(items.map(({ source, ...item }) => ({ ...item, watch: { ...EVERYBODY, source } })))
    return matched.map((each) => ({ ...each, watchId: null }))
  }

  async function match(articles: FoundArticle[]): Promise<Linked[]> {
    const inputs = await withCandidates(articles)
    const matchResults = await findMatches(inputs)
    return inputs.map((input, at) => matchedLinks(input, matchResults[at] ?? []))
  }

  async function withCandidates(articles: FoundArticle[]): Promise<MatchInput[]> {
    const named = articles.map((each) => ({
      ...each,
      ids: each.watch.trackedCompanyId === null ? names().match(each.article) : [],
      // In a search for one company, only names that its own users typed count.
      called: names()
        .matchTyped(each.article)
        .filter(({ trackedCompanyId }) => (each.watch.trackedCompanyId ?? trackedCompanyId) === trackedCompanyId),
    }))
    const known = await findTrackedCompanies([
      ...new Set(
        named.flatMap(({ ids, called }) => [...ids, ...called.map(({ trackedCompanyId }) => trackedCompanyId)]),
      ),
    ])
    return named.map(({ ids, called, ...each }) => {
      const { trackedCompanyId, trackedCompany } = each.watch
      const own = trackedCompanyId !== null && trackedCompany ? [{ trackedCompanyId, company: trackedCompany }] : []
      const others = ids.flatMap((id): Candidate[] => {
        const company = known.get(id)
        return company ? [{ trackedCompanyId: id, company }] : []
      })
      return { ...each, candidates: [...own, ...others], typed: typedCandidates(called, known) }
    })
  }

  async function findMatches(inputs: MatchInput[]): Promise<MatchResult[][]> {
    const tasks = inputs.map(({ article, candidates, typed }): MatchTask => ({
      item: article,
      companies: [...candidates, ...typed].map(({ company }) => companyOf(company)),
    }))
    // If this fails, the polls are repeated: better late than linked to the wrong company.
    return tasks.every(({ companies }) => companies.length === 0) ? [] : curator.match(tasks)
  }

  function matchedLinks(
    { watch, article, viaKind, via, candidates, typed }: MatchInput,
    matchResults: MatchResult[],
  ): Linked {
    const where = { key: article.key, source: watch.source, viaKind, via }
    const shared = { ...where, isOwnArticle: false }
    const links = candidates.flatMap(({ trackedCompanyId }, at): Link[] => {
      const { about, primary, score, evidence } = matchResults[at] ?? NO_MATCH
      return about ? [{ trackedCompanyId, score, evidence, isPrimary: primary, ...where }] : []
    })
    const overrideLinks =
      watch.trackedCompanyId === null
        ? names()
            .matchOwn(article)
            .map(({ alias, companyId, evidence }) => ({
              ...shared,
              companyId,
              evidence,
              ...viaAlias(alias),
              isPrimary: true,
            }))
        : []
    const isShared = new Set(links.map(({ trackedCompanyId }) => trackedCompanyId))
    const typedLinks = typed.flatMap(({ trackedCompanyId, name, companyIds }, at): OverrideLink[] => {
      const { about, primary, evidence } = matchResults[candidates.length + at] ?? NO_MATCH
      if (!about || isShared.has(trackedCompanyId)) return []
      return companyIds.map((companyId) => ({
        ...shared,
        companyId,
        evidence,
        ...viaName(name),
        isPrimary: primary,
      }))
    })
    const doubtful = candidates.flatMap(({ trackedCompanyId }, at) =>
      matchResults[at]?.isDoubtful ? [trackedCompanyId] : [],
    )
    return { article, links, overrideLinks: [...overrideLinks, ...typedLinks], doubtful }
  }

  return { matchPolled, matchStored }
}

const EVERYBODY = { companyId: null, trackedCompanyId: null, trackedCompany: null }
const NOT_LINKED = { links: [], overrideLinks: [], doubtful: [] }

export const isLinked = ({ links, overrideLinks }: Pick<Linked, 'links' | 'overrideLinks'>) =>
  links.length + overrideLinks.length > 0

/** One match for all owners who typed the same name. */
function typedCandidates(called: TypedName[], known: Map<number, TrackedCompany>): TypedCandidate[] {
  return [...Map.groupBy(called, ({ trackedCompanyId, name }) => `${trackedCompanyId} ${name}`).values()].flatMap(
    (same) => {
      const [first] = same
      const company = first && known.get(first.trackedCompanyId)
      if (!first || !company) return []
      const { trackedCompanyId, name } = first
      const companyIds = same.map(({ companyId }) => companyId)
      return [{ trackedCompanyId, name, companyIds, company: { ...company, name, aliases: [] } }]
    },
  )
}

function certainLinks({ watch, article, viaKind, via }: FoundArticle): Linked {
  const { companyId, trackedCompanyId, source } = watch
  if (companyId !== null) {
    const link = { companyId, key: article.key, isOwnArticle: true, source, viaKind, via, isPrimary: true }
    return {
      article: { ...article, ownerCompanyId: companyId },
      links: [],
      overrideLinks: [{ ...link, evidence: [{ kind: 'feed' }] }],
      doubtful: [],
    }
  }
  if (trackedCompanyId === null) return { article, ...NOT_LINKED }
  const evidence: Evidence[] = [{ kind: source === COMPANY_SITE ? 'own-site' : 'search' }]
  const link = { trackedCompanyId, key: article.key, source, viaKind, via, score: 1, evidence, isPrimary: true }
  return { article, links: [link], overrideLinks: [], doubtful: [] }
}

export function companyOf({ name, website, aliases, facts }: TrackedCompany): Company {
  const valuesOf = (kind: FactKind) => facts.filter((fact) => fact.kind === kind).map(({ value }) => value)
  const description = (['title', 'description', 'text', 'topic'] as const).flatMap(valuesOf).join('\n')
  return { name, website, aliases, description, people: valuesOf('person'), places: valuesOf('place') }
}

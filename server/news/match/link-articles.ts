import type { Evidence } from '#domain/news/evidence.ts'
import type { Via } from '../../platform/database/schema/articles.ts'
import type { Company } from './company.ts'
import type { MatchResult } from './match.ts'
import type { Curator, MatchTask } from '../engine/curate.ts'
import { articleOf, type Article, type Link } from '../articles/article-store.ts'
import { sourceOf, type PollResult, type Source, type TrackedCompany } from '../sources/source.ts'
import { COMPANY_SITE } from '../sources/company-site/company-site.ts'
import { itemsOf } from '../articles/normalize.ts'
import { viaAlias, viaName, type OverrideLink } from '../overrides/override-articles.ts'
import type { Watch } from '../polling/watch-store.ts'
import type { Names, TypedName } from './name-index.ts'

export type LinkedArticle = { watchId: number; article: Article; links: Link[]; overrideLinks: OverrideLink[] }

type Needs = {
  curator: Pick<Curator, 'match'>
  sources: Source[]
  names: () => Names
  findTrackedCompanies: (ids: number[]) => Promise<Map<number, TrackedCompany>>
}

type PolledArticle = Via & { watch: Watch; article: Article }
type Candidate = { trackedCompanyId: number; company: TrackedCompany }
type TypedCandidate = Candidate & { name: string; companyIds: number[] }
type MatchInput = PolledArticle & { candidates: Candidate[]; typed: TypedCandidate[] }

export function createArticleLinker({ curator, sources, names, findTrackedCompanies }: Needs) {
  async function match(polled: { watch: Watch; result: PollResult }[], now: Date): Promise<LinkedArticle[]> {
    const articles = polled.flatMap(({ watch, result }) =>
      itemsOf(result, watch, now).flatMap(({ item, placedAt, ...via }): PolledArticle[] => {
        const article = articleOf(item, placedAt, now)
        return article ? [{ watch, article, ...via }] : []
      }),
    )
    const inputs = await withCandidates(articles.filter(({ watch }) => sourceOf(sources, watch)?.needsMatch))
    const byArticle = new Map(inputs.map((each, at) => [each.article, { ...each, at }]))
    const matchResults = await findMatches(inputs)
    return articles.flatMap((each): LinkedArticle[] => {
      const known = byArticle.get(each.article)
      const found = known ? matchedLinks(known, matchResults[known.at] ?? []) : certainLinks(each)
      return found.links.length + found.overrideLinks.length > 0 ? [{ watchId: each.watch.id, ...found }] : []
    })
  }

  async function withCandidates(articles: PolledArticle[]): Promise<MatchInput[]> {
    const named = articles.map((each) => ({
      ...each,
      ids: each.watch.trackedCompanyId === null ? names().match(each.article) : [],
      // A search of one company finds only what its own users typed.
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
    // When this fails the polls are repeated: better late than linked to the wrong company.
    return tasks.every(({ companies }) => companies.length === 0) ? [] : curator.match(tasks)
  }

  function matchedLinks(
    { watch, article, viaKind, via, candidates, typed }: MatchInput,
    matchResults: MatchResult[],
  ): Omit<LinkedArticle, 'watchId'> {
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
    return { article, links, overrideLinks: [...overrideLinks, ...typedLinks] }
  }

  return { match }
}

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

const NO_MATCH: MatchResult = { about: false, primary: false, score: 0, evidence: [] }

function certainLinks({ watch, article, viaKind, via }: PolledArticle): Omit<LinkedArticle, 'watchId'> {
  const { companyId, trackedCompanyId, source } = watch
  if (companyId !== null) {
    const link = { companyId, key: article.key, isOwnArticle: true, source, viaKind, via, isPrimary: true }
    return {
      article: { ...article, ownerCompanyId: companyId },
      links: [],
      overrideLinks: [{ ...link, evidence: [{ kind: 'feed' }] }],
    }
  }
  if (trackedCompanyId === null) return { article, links: [], overrideLinks: [] }
  const evidence: Evidence[] = [{ kind: source === COMPANY_SITE ? 'own-site' : 'search' }]
  const link = { trackedCompanyId, key: article.key, source, viaKind, via, score: 1, evidence, isPrimary: true }
  return { article, links: [link], overrideLinks: [] }
}

const SHORT_DESCRIPTION = 200

export function companyOf({ name, website, aliases, facts }: TrackedCompany): Company {
  const valuesOf = (kind: string) => facts.filter((fact) => fact.kind === kind).map(({ value }) => value)
  const said = [...valuesOf('title'), ...valuesOf('description')].join('\n')
  // Many sites say what they do on the page only.
  const description = said.length < SHORT_DESCRIPTION ? [said, ...valuesOf('text')].join('\n') : said
  return { name, website, aliases, description, people: valuesOf('person'), places: valuesOf('place') }
}

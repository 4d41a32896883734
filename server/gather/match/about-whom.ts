import type { Company } from '../../curate/match/company.ts'
import type { Judgement } from '../../curate/match/match.ts'
import type { Curator, MatchTask } from '../../curate/deeds.ts'
import { articleOf, type Article } from '../articles/article.ts'
import type { Link } from '../articles/article-store.ts'
import type { SubjectView } from '../item.ts'
import { itemsOf, SITE, type Look } from '../look.ts'
import { ownArticleKey, viaAlias, viaName, type OwnLink } from '../own-view/own-finds.ts'
import type { Watch } from '../watches/watch-store.ts'
import type { Names, TypedName } from './names.ts'

/** An article that a look brought, and whom it is about. */
export type Found = { watchId: number; article: Article; links: Link[]; ownLinks: OwnLink[] }

type Needs = {
  curator: Pick<Curator, 'match'>
  names: () => Names
  views: (subjectIds: number[]) => Promise<Map<number, SubjectView>>
}

/** These are asked for a name, and answer with whoever bears it. */
const SEARCHES = new Set(['hacker-news', 'google-news', 'bing-news', 'gdelt', 'sample'])

const ON_SITE = 'on its own site'
const BY_NAME = 'found by its name'
const OWN = 'in a feed that you gave'

type Brought = { watch: Watch; article: Article; via: string }
type Candidate = { subjectId: number; view: SubjectView }
/** All whose owners call a company of one record the same. */
type TypedCandidate = Candidate & { name: string; companyIds: number[] }
type Asked = Brought & { candidates: Candidate[]; typed: TypedCandidate[] }

/** Says of everything that looks brought whom it is about: what bears a name is weighed, what a company says itself is not. */
export function createAboutWhom({ curator, names, views }: Needs) {
  async function find(looked: { watch: Watch; look: Look }[], now: Date): Promise<Found[]> {
    const brought = looked.flatMap(({ watch, look }) =>
      itemsOf(look).flatMap(({ item, via }): Brought[] => {
        const article = articleOf(item, now)
        return article ? [{ watch, article, via: via ?? watch.address }] : []
      }),
    )
    const asked = await withCandidates(brought.filter(({ watch }) => isWeighed(watch)))
    const weighed = new Map(asked.map((each, at) => [each.article, { ...each, at }]))
    const judgements = await judge(asked)
    return brought.flatMap((each): Found[] => {
      const known = weighed.get(each.article)
      const found = known ? judged(known, judgements[known.at] ?? []) : certain(each)
      return found.links.length + found.ownLinks.length > 0 ? [{ watchId: each.watch.id, ...found }] : []
    })
  }

  async function withCandidates(brought: Brought[]): Promise<Asked[]> {
    const named = brought.map((each) => ({
      ...each,
      ids: each.watch.subjectId === null ? names().match(each.article) : [],
      called: each.watch.subjectId === null ? names().matchTyped(each.article) : [],
    }))
    const known = await views([
      ...new Set(named.flatMap(({ ids, called }) => [...ids, ...called.map(({ subjectId }) => subjectId)])),
    ])
    return named.map(({ ids, called, ...each }) => {
      const { subjectId, subject } = each.watch
      const own = subjectId !== null && subject ? [{ subjectId, view: subject }] : []
      const others = ids.flatMap((id): Candidate[] => {
        const view = known.get(id)
        return view ? [{ subjectId: id, view }] : []
      })
      return { ...each, candidates: [...own, ...others], typed: typedCandidates(called, known) }
    })
  }

  async function judge(asked: Asked[]): Promise<Judgement[][]> {
    const tasks = asked.map(({ article, candidates, typed }): MatchTask => ({
      item: article,
      companies: [...candidates, ...typed].map(({ view }) => companyOf(view)),
    }))
    // Where it fails the looks are tried again: better late than about somebody else.
    return tasks.every(({ companies }) => companies.length === 0) ? [] : curator.match(tasks)
  }

  function judged(
    { watch, article, via, candidates, typed }: Asked,
    judgements: Judgement[],
  ): Omit<Found, 'watchId'> {
    const where = { key: article.key, source: watch.source, via }
    const links = candidates.flatMap(({ subjectId }, at): Link[] => {
      const { about, primary, score, evidence } = judgements[at] ?? NOTHING
      return about ? [{ subjectId, score, evidence, isPrimary: primary, ...where }] : []
    })
    const ownLinks =
      watch.subjectId === null
        ? names()
            .matchOwn(article)
            .map(({ alias, companyId, evidence }) => ({
              ...where,
              companyId,
              evidence,
              via: viaAlias(alias),
              isPrimary: true,
            }))
        : []
    const isShared = new Set(links.map(({ subjectId }) => subjectId))
    const typedLinks = typed.flatMap(({ subjectId, name, companyIds }, at): OwnLink[] => {
      const { about, primary, evidence } = judgements[candidates.length + at] ?? NOTHING
      if (!about || isShared.has(subjectId)) return []
      return companyIds.map((companyId) => ({
        ...where,
        companyId,
        evidence,
        via: viaName(name),
        isPrimary: primary,
      }))
    })
    return { article, links, ownLinks: [...ownLinks, ...typedLinks] }
  }

  return { find }
}

/** One judgement for all who typed the same: what is known of the company beside is the same too. */
function typedCandidates(called: TypedName[], known: Map<number, SubjectView>): TypedCandidate[] {
  return [...Map.groupBy(called, ({ subjectId, name }) => `${subjectId} ${name}`).values()].flatMap(
    (same) => {
      const [first] = same
      const view = first && known.get(first.subjectId)
      if (!first || !view) return []
      const { subjectId, name } = first
      const companyIds = same.map(({ companyId }) => companyId)
      return [{ subjectId, name, companyIds, view: { ...view, name, aliases: [] } }]
    },
  )
}

const NOTHING: Judgement = { about: false, primary: false, score: 0, evidence: [] }

const isWeighed = ({ subjectId, companyId, source }: Watch) =>
  companyId === null && (subjectId === null || SEARCHES.has(source))

/** What was found where only its company speaks, or in a feed that an owner gave, needs no weighing. */
function certain({ watch, article, via }: Brought): Omit<Found, 'watchId'> {
  const { companyId, subjectId, source } = watch
  if (companyId !== null) {
    const own = { ...article, key: ownArticleKey(companyId, article.key) }
    return {
      article: own,
      links: [],
      ownLinks: [{ companyId, key: own.key, source, via, evidence: [OWN], isPrimary: true }],
    }
  }
  if (subjectId === null) return { article, links: [], ownLinks: [] }
  const evidence = [source === SITE ? ON_SITE : BY_NAME]
  const link = { subjectId, key: article.key, source, via, score: 1, evidence, isPrimary: true }
  return { article, links: [link], ownLinks: [] }
}

/** A company as matching looks for it: by its names, its site, its people and what it says of itself. */
export function companyOf({ name, website, aliases, facts }: SubjectView): Company {
  const told = (kind: string) => facts.filter((fact) => fact.kind === kind).map(({ value }) => value)
  const description = [...told('title'), ...told('description')].join('\n')
  return { name, website, aliases, description, people: told('person'), places: told('place') }
}

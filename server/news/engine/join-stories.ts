import { eventOf, isSameEvent } from '#domain/news/same-event.ts'
import { cluster, JoinRules } from '../cluster/cluster.ts'
import type { EventReader } from '../reading/clauses/company-event.ts'
import { contentOf } from '../summarize/repetition.ts'
import type { BriefArticle, CurateTask } from './curate.ts'

type Member = Pick<
  BriefArticle,
  'id' | 'story' | 'cluster' | 'isShared' | 'title' | 'publishedAt' | 'kind' | 'classified' | 'sameAs'
>

export type JoinedArticle = { id: string; cluster: string; story: string }

const knownStory = ({ id, story }: Member) => story ?? id
const knownCluster = (article: Member) => article.cluster ?? knownStory(article)

/**
 * The only place that decides which of a company's articles form one story: those of all clusters that report the same
 * event. It starts over from the clusters each time, so that neither their order of arrival nor an earlier reading of
 * an article that was since corrected matters. Returns only what changes.
 */
export function joinStories(
  articles: readonly Member[],
  clusters: ReadonlyMap<string, string> = new Map(),
): JoinedArticle[] {
  const clusterOf = (article: Member) => clusters.get(article.id) ?? knownCluster(article)
  const ids = new Set(articles.map(({ id }) => id))
  // Stories shared by everybody who tracks the company, and those that began before these articles.
  const fixed = new Map(
    articles
      .filter((each) => each.isShared === true || !ids.has(knownStory(each)))
      .map((each) => [clusterOf(each), knownStory(each)]),
  )
  const roots = new Set(fixed.values())
  const groups = [...Map.groupBy(articles, (each) => fixed.get(clusterOf(each)) ?? clusterOf(each))]
  const joined: Group[] = []
  for (const group of groups.map(([root, members]) => groupOf(root, members, roots.has(root))).toSorted(byTime)) {
    const same = joined.find(
      (other) =>
        !(other.isFixed && group.isFixed) &&
        (isCopy(other, group) || isCopy(group, other) || isSameEvent(other.event, group.event)),
    )
    if (same) joined[joined.indexOf(same)] = merged(same, group)
    else joined.push(group)
  }
  return joined.flatMap(({ root, members }) =>
    members
      .map((each) => ({ each, cluster: clusterOf(each) }))
      .filter(({ each, cluster: own }) => knownStory(each) !== root || knownCluster(each) !== own)
      .map(({ each, cluster: own }) => ({ id: each.id, cluster: own, story: root })),
  )
}

/** A copy may state a figure that the original corrected since. */
const isCopy = ({ members }: Group, { members: originals }: Group) =>
  members.some(({ sameAs }) => sameAs !== null && originals.some(({ id }) => id === sameAs))

type Group = { root: string; isFixed: boolean; members: Member[]; firstAt: string; event: ReturnType<typeof eventOf> }

const groupOf = (root: string, members: Member[], isFixed: boolean): Group => ({
  root,
  isFixed,
  members,
  firstAt: members.reduce((first, { publishedAt }) => (publishedAt < first ? publishedAt : first), '~'),
  event: eventOf(members.map(toEventArticle), Number(root)),
})

function merged(one: Group, other: Group): Group {
  const [first, last] = Number(one.root) < Number(other.root) ? [one, other] : [other, one]
  const { root } = last.isFixed ? last : first
  return groupOf(root, [...one.members, ...other.members], one.isFixed || other.isFixed)
}

export const toEventArticle = ({ id, title, publishedAt, kind, classified }: Member) => ({
  id: Number(id),
  title,
  publishedAt,
  kind,
  eventType: classified?.eventType ?? null,
  certainty: classified?.certainty ?? 'stated',
  weight: classified?.weight ?? 0,
  extractedFacts: classified?.extractedFacts ?? null,
  denied: classified?.denied ?? [],
})

const byTime = (a: Group, b: Group) =>
  compare(a.firstAt, b.firstAt) || compare(a.event.title, b.event.title) || Number(a.root) - Number(b.root)

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** Clusters articles by their texts. Known clusters are neither split nor merged. */
export function clustersOf(
  { company, otherNames = [], briefArticles }: CurateTask,
  readEvent: EventReader,
): Map<string, string> {
  const joinRules = new JoinRules(briefArticles)
  // Skips clustering for most companies, whose only articles are their own and distinct.
  if (!briefArticles.some((each) => each.story === null && joinRules.mayJoin(each, briefArticles)))
    return new Map(briefArticles.map((each) => [each.id, knownCluster(each)]))
  const known = new Map(briefArticles.map((each) => [each.id, each.story === null ? null : knownCluster(each)]))
  const names = [company, ...otherNames].join(' ')
  const named = cluster(
    briefArticles.map(({ id, title, text, publishedAt, sameAs }) => {
      const same = sameAs === null ? null : known.get(sameAs)
      return { id, title, text, company: names, publishedAt, story: known.get(id) ?? same ?? undefined }
    }),
  )
  const stories = new Map(briefArticles.map(({ id }, index) => [id, named[index] ?? id]))
  const groups = Map.groupBy(briefArticles, ({ id }) => stories.get(id) ?? id)
  for (const [story, members] of groups) {
    if (members.length === 1) continue
    const first = members.find(({ id }) => id === story) ?? members.find((each) => each.story !== null)
    const others = ownEvents(members, first, { names: [company, ...otherNames], readEvent })
    for (const each of members) {
      if (each.id === story || each.story !== null) continue
      if (!joinRules.mayJoin(each, members)) stories.set(each.id, each.id)
      else if (each.sameAs === null) stories.set(each.id, others.get(each) ?? story)
    }
  }
  return new Map(briefArticles.map(({ id }) => [id, known.get(id) ?? stories.get(id) ?? id]))
}

/**
 * Two steps of one trial share most of their words, but not what their headlines state. Returns the articles whose
 * headline states an event that the others don't report and shares no word with them, each with the id of the earliest
 * article about that event.
 */
function ownEvents(
  members: readonly BriefArticle[],
  first: BriefArticle | undefined,
  { names, readEvent }: { names: readonly string[]; readEvent: EventReader },
): Map<BriefArticle, string> {
  const read = members.map((article) => {
    const { event } = readEvent({ ...article, text: '' })
    return { article, event, reported: event ?? readEvent(article).event, content: contentOf(article.title, names) }
  })
  const own = new Map<BriefArticle, string>()
  for (const [event, alike] of Map.groupBy(read, (each) => each.event)) {
    if (event === null || alike.some(({ article }) => article === first)) continue
    const isApart = read.every(
      (other) =>
        other.event === event ||
        (other.reported !== null &&
          other.reported !== event &&
          alike.every(({ content }) => content.isDisjointFrom(other.content))),
    )
    const earliest = alike.map(({ article }) => article).toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))[0]
    if (isApart && earliest) for (const { article } of alike) own.set(article, earliest.id)
  }
  return own
}

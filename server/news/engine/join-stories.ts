import { cluster, JoinRules } from '../cluster/cluster.ts'
import type { EventReader } from '../facts/company-event.ts'
import { contentOf } from '../summarize/repetition.ts'
import type { BriefArticle, CurateTask } from './curate.ts'

/** Known stories are neither split nor merged. */
export function storiesOf(
  { company, otherNames = [], briefArticles }: CurateTask,
  readEvent: EventReader,
): Map<string, string> {
  const joinRules = new JoinRules(briefArticles)
  // Skips clustering for most companies, whose only articles are their own and distinct.
  if (!briefArticles.some((each) => each.story === null && joinRules.mayJoin(each, briefArticles)))
    return new Map(briefArticles.map(({ id, story }) => [id, story ?? id]))
  const known = new Map(briefArticles.map(({ id, story }) => [id, story]))
  const names = [company, ...otherNames].join(' ')
  const named = cluster(
    briefArticles.map(({ id, title, text, publishedAt, story, sameAs }) => {
      const same = sameAs === null ? null : (known.get(sameAs) ?? null)
      return { id, title, text, company: names, publishedAt, story: story ?? same ?? undefined }
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
  return stories
}

/**
 * Two steps of one trial share most of their words, but not what their headlines state. Returns those that state another
 * event than the first article does, with no word in common, each with the earliest of its kind.
 */
function ownEvents(
  members: readonly BriefArticle[],
  first: BriefArticle | undefined,
  { names, readEvent }: { names: readonly string[]; readEvent: EventReader },
): Map<BriefArticle, string> {
  const read = members.map((article) => ({
    article,
    event: readEvent({ ...article, text: '' }).event,
    content: contentOf(article.title, names),
  }))
  const own = new Map<BriefArticle, string>()
  for (const [event, alike] of Map.groupBy(read, (each) => each.event)) {
    if (event === null || alike.some(({ article }) => article === first)) continue
    const isApart = read.every(
      (other) =>
        other.event === event ||
        (other.event !== null && alike.every(({ content }) => content.isDisjointFrom(other.content))),
    )
    const earliest = alike.map(({ article }) => article).toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))[0]
    if (isApart && earliest) for (const { article } of alike) own.set(article, earliest.id)
  }
  return own
}

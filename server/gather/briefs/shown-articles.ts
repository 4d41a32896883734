import type { NewsSource } from '#domain/news.ts'
import type { Telling } from '../../curate/curate.ts'
import { saidToPeople } from '../../curate/verify/plain-line.ts'
import type { ShownArticle } from '../../ports.ts'

const MOST_STORIES = 8
const MOST_ARTICLES = 20
const LONGEST_TEXT = 1500
const LONGEST_TITLE = 300
const LONGEST_NAME = 100

/** An article as a model is shown it, with the row of ours that it stands for. */
export type Shown = ShownArticle & { telling: Telling }

/** The articles that a brief is made of, cleaned of what is not for people: those it cites, and one more that tells each story. */
export function shownArticles(sources: NewsSource[], tellings: Telling[]): Shown[] {
  const byUrl = new Map(tellings.map((telling) => [telling.url, telling]))
  const cited = sources.flatMap(({ url }) => byUrl.get(url) ?? [])
  const stories = [...Map.groupBy(cited, storyOf)].slice(0, MOST_STORIES)
  const chosen = stories.flatMap(([story, own], at) => {
    const other = tellings.find(
      (each) => storyOf(each) === story && each.sameAs === null && each.text !== '' && !own.includes(each),
    )
    return [...new Set(own), ...(other ? [other] : [])].map((telling) => ({ story: at + 1, telling }))
  })
  return chosen.slice(0, MOST_ARTICLES).map(({ story, telling }, at) => ({
    number: at + 1,
    story,
    title: saidToPeople(telling.title).replaceAll('\n', ' ').slice(0, LONGEST_TITLE),
    text: saidToPeople(telling.text).slice(0, LONGEST_TEXT),
    publisher: telling.publisher && saidToPeople(telling.publisher).slice(0, LONGEST_NAME),
    publishedAt: telling.publishedAt,
    telling,
  }))
}

/** What an article belongs to; one that nobody has looked at stands for itself. */
export const storyOf = ({ id, story }: Telling): string => story ?? id

/** A site says itself what its company is called: it has the same chance to give orders as a text. */
export const shownName = (name: string): string =>
  saidToPeople(name).replaceAll('\n', ' ').slice(0, LONGEST_NAME) || 'The company'

import { expect, test } from 'vitest'
import { companyWeek, type WeekArticle } from '../../testing/fixtures/company-weeks.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { repetitions } from '../../testing/repetitions.ts'
import { classifyArticle } from './classify-article.ts'
import type { BriefArticle } from './curate.ts'
import { joinStories } from './join-stories.ts'

const WEEKS = repetitions({ sample: 30, all: 300 })

const classified = (
  company: string,
  { title, text, publisher, publishedAt }: WeekArticle,
): Omit<BriefArticle, 'id'> => {
  const article = { title, text, publisher, publishedAt, kind: 'press', facts: {}, isPrimary: true, isOwn: false }
  return { ...article, url: '', story: null, sameAs: null, classified: classifyArticle({ ...article, company }) }
}

/** Ids are assigned in order of arrival. */
const arrived = (articles: Omit<BriefArticle, 'id'>[]): BriefArticle[] =>
  articles.map((article, at) => ({ ...article, id: String(at + 1) }))

/** The articles of each story, identified by what they say instead of by id. */
function partition(articles: BriefArticle[]): string[] {
  const own = Map.groupBy(articles, ({ id, story }) => story ?? id).values()
  return [...own]
    .map((members) =>
      members
        .map(({ url, title, publishedAt }) => `${publishedAt} ${title}${url}`)
        .toSorted()
        .join('\n'),
    )
    .toSorted()
}

function joined(articles: BriefArticle[]): BriefArticle[] {
  const stories = new Map(joinStories(articles).map((each) => [each.id, each]))
  return articles.map((each) => ({ ...each, ...stories.get(each.id) }))
}

test('generated company-weeks form the same stories in any order of arrival, at once or one by one', () => {
  for (let seed = 0; seed < WEEKS; seed += 1) {
    const random = seededRandom(seed)
    const { company, articles } = companyWeek(random)
    const given = articles.map((each) => classified(company, each))
    const once = partition(joined(arrived(given)))
    const shuffled = arrived(
      given
        .map((each) => ({ each, at: random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ each }) => each),
    )
    expect(partition(joined(shuffled)), `${seed}`).toEqual(once)
    let oneByOne: BriefArticle[] = []
    for (const each of shuffled) oneByOne = joined([...oneByOne, each])
    expect(partition(oneByOne), `${seed}`).toEqual(once)
    expect(joinStories(oneByOne), `${seed}`).toEqual([])
  }
})

const RAISE: NonNullable<BriefArticle['classified']> = {
  section: null,
  eventType: 'raise',
  certainty: 'stated',
  weight: 0.95,
  extractedFacts: [],
  denied: [],
}

const [first, second, third] = arrived(
  ['Cedar raises $18 million', 'Investors back Cedar', 'Cedar closes its round'].map((title, day) => ({
    ...classified('Cedar', {
      id: 0,
      event: '',
      isDenial: false,
      title,
      text: '',
      publisher: 'Paper',
      publishedAt: `2026-03-0${day + 1}T10:00:00.000Z`,
    }),
    classified: RAISE,
  })),
) as [BriefArticle, BriefArticle, BriefArticle]

test('a story that began before the given articles is kept', () => {
  expect(joinStories([{ ...second, story: '1' }, third])).toEqual([{ id: '3', cluster: '3', story: '1' }])
  expect(
    joinStories([
      { ...second, story: '0' },
      { ...third, story: '1', cluster: '3' },
    ]),
  ).toEqual([])
})

test('an owner’s article joins the shared story, which does not change', () => {
  const shared = { ...second, isShared: true }
  expect(joinStories([first, shared])).toEqual([{ id: '1', cluster: '1', story: '2' }])
  expect(joinStories([shared, { ...third, isShared: true }])).toEqual([])
  // The cluster of this article has since joined another story.
  const clustered = { ...third, story: '2' }
  expect(joinStories([{ ...shared, story: '1', cluster: '2' }, clustered])).toEqual([
    { id: '3', cluster: '2', story: '1' },
  ])
})

test('a report that fits two rounds joins the earlier one, in any order of arrival', () => {
  const round = (name: string): BriefArticle['classified'] => ({
    ...RAISE,
    extractedFacts: [{ kind: 'round', name, certainty: 'stated' }],
  })
  const reports = [{ ...first, classified: round('Series A') }, second, { ...third, classified: round('Series B') }]
  expect(joined(reports).map(({ id, story }) => story ?? id)).toEqual(['1', '1', '3'])
  const [one, two, three] = reports.map(({ id: _id, ...report }) => report)
  for (const order of [
    [one, two, three],
    [two, three, one],
    [three, two, one],
  ])
    expect(partition(joined(arrived(order.flatMap((each) => each ?? []))))).toEqual(partition(joined(reports)))
})

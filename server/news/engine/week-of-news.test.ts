import { beforeAll, describe, expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { eventOf } from '#domain/news/same-event.ts'
import { briefArticle } from '../../testing/fixtures/brief-article.ts'
import { curate, type BriefArticle, type Curated } from './curate.ts'
import { toEventArticle } from './join-stories.ts'

const COMPANY = 'Halbrook'
const WIRE = 'Southern Wire'

let count = 0
const article = (day: string, publisher: string, title: string, text: string) =>
  briefArticle(String((count += 1)), title, { text, publisher, publishedAt: `2026-11-${day}:00:00.000Z` })

const DENIED_DEAL = [
  article(
    '03T12',
    'Stackwise',
    'Voss Group in talks to buy Halbrook, sources say',
    'Voss Group is in talks to acquire Halbrook, a maker of laundry robots, for about $70 million, people familiar with the matter said.',
  ),
  article(
    '04T11',
    WIRE,
    'Halbrook denies sale talks',
    'TRENTON (Southern Wire) - Halbrook denied on Wednesday that it is in talks with Voss Group. “We are not for sale,” its founder Elke Moritz said.',
  ),
]
const WRONG = article(
  '17T09',
  WIRE,
  'Voss Group to buy Halbrook for $46 million',
  'TRENTON (Southern Wire) - Voss Group has agreed to buy laundry robot maker Halbrook for $46 million, the companies said on Tuesday.',
)
const DEAL = [
  WRONG,
  { ...article('17T11', 'Town Courier', 'Halbrook sold for $46 million', WRONG.text), sameAs: WRONG.id },
  { ...article('17T12', 'Trade Weekly', 'Voss buys Halbrook in $46m deal', WRONG.text), sameAs: WRONG.id },
  article(
    '17T13',
    WIRE,
    'CORRECTED: Voss Group to buy Halbrook for $64 million',
    '(Corrects price to $64 million from $46 million.)\nTRENTON (Southern Wire) - Voss Group has agreed to buy laundry robot maker Halbrook for $64 million, the companies said on Tuesday.',
  ),
  article(
    '17T15',
    'Stackwise',
    'Halbrook sells to Voss Group after all',
    'After denying it, Halbrook has agreed to be acquired by Voss Group for $64 million. Elke Moritz will keep running it.',
  ),
]
const RECALL = [
  article(
    '09T09',
    WIRE,
    'Halbrook recalls 300 robots over arm joint',
    'TRENTON (Southern Wire) - Halbrook is recalling about 300 robots because a joint of the arm can loosen.',
  ),
  article(
    '12T09',
    WIRE,
    'Halbrook widens recall of robots to 520',
    'TRENTON (Southern Wire) - Halbrook is widening the recall of its robots to 520 units, from about 300 announced on Monday.',
  ),
]
const NOISE = [
  article(
    '10T06',
    'Morning Notes',
    'Ten startups to watch',
    'Halbrook folds clothes.\nGantry moves pallets.\nMica shines.',
  ),
  article(
    '11T08',
    'Trade Weekly',
    'SPONSORED: Why laundries prefer Gantry to Halbrook',
    'Gantry offers a longer warranty.',
  ),
  article(
    '13T08',
    'Stackwise',
    'Gantry sues former engineer who joined Halbrook',
    'Gantry has sued a former engineer who left for Halbrook. Halbrook is not a defendant.\nJo Field has covered robots since 2004.',
  ),
]

describe('a week of news about one company', () => {
  const articles = [...DENIED_DEAL, ...DEAL, ...RECALL, ...NOISE]
  let curated: Curated

  beforeAll(() => {
    curated = curate({ company: COMPANY, briefArticles: articles })
  })

  const read = () => {
    const classified = new Map(curated.classified.map((each) => [each.id, each]))
    const joined = new Map(curated.joined.map(({ id, story }) => [id, story]))
    const members = articles.map((each) => ({ ...each, classified: classified.get(each.id) ?? null }))
    return [...Map.groupBy(members, ({ id }) => joined.get(id) ?? id)].map(([root, own]) => {
      const { title, eventType, denied, extractedFacts } = eventOf(own.map(toEventArticle), Number(root))
      const facts = (extractedFacts ?? []).map((fact) => `${fact.kind} ${factValue(fact)}`)
      return { ids: own.map(({ id }) => id), title, eventType, denied, facts }
    })
  }
  const idsOf = (own: BriefArticle[]) => own.map(({ id }) => id)
  const storyOf = (own: BriefArticle[]) => read().find(({ ids }) => ids.includes(own[0]?.id ?? ''))

  test('the deal is one sale at the corrected price', () => {
    expect(storyOf(DEAL)).toMatchObject({ ids: idsOf(DEAL), eventType: 'acquisition' })
    expect(storyOf(DEAL)?.facts).toEqual(expect.arrayContaining(['price $64 million', 'buyer Voss Group']))
    expect(storyOf(DEAL)?.title).not.toContain('46')
  })

  test('the denied rumor is no sale', () => {
    expect(storyOf(DENIED_DEAL)).toMatchObject({
      ids: idsOf(DENIED_DEAL),
      eventType: 'mention',
      denied: ['acquisition'],
    })
  })

  test('the recall is one mishap with its latest count', () => {
    expect(storyOf(RECALL)).toMatchObject({
      ids: idsOf(RECALL),
      title: 'Halbrook widens recall of robots to 520',
      eventType: 'incident',
    })
  })

  test('nothing else counts as an event', () => {
    const events = read().filter(({ eventType }) => !['mention', 'arrival'].includes(eventType))
    expect(events.map(({ eventType }) => eventType).toSorted()).toEqual(['acquisition', 'incident'])
  })

  test('the brief quotes what is known now, and nobody else’s news', () => {
    const text = curated.brief?.sections.flatMap(({ sentences }) => sentences.map((each) => each.text)).join('\n') ?? ''
    expect(text).toMatch(/\$64 million/)
    expect(text).toContain('520')
    expect(text).not.toMatch(/\$46 million$|Southern Wire|Gantry moves|warranty|Jo Field|about 300 robots because/m)
  })
})

import { expect, test } from 'vitest'
import { mergeFacts, type Facts } from './stories.ts'

const usd = (millions: number) => ({ currency: 'USD', value: millions * 1_000_000 })
const stated = (facts: Partial<Facts>): Facts => ({
  raised: null,
  valuation: null,
  round: null,
  investors: [],
  moves: [],
  counterparties: [],
  ...facts,
})
/** Articles of one story, the oldest first. */
const mergeArticles = (...articles: (Partial<Facts> | null)[]) =>
  articles.map((facts, at) => ({
    articleId: at + 1,
    publishedAt: `2026-03-0${at + 1}T10:00:00.000Z`,
    facts: facts && stated(facts),
  }))

test('a fact that any article states is a fact of the story', () => {
  const story = mergeArticles(
    { raised: usd(10) },
    { round: 'Series A', investors: ['Fernhill Partners'] },
    { valuation: usd(80), investors: ['Oak Capital'] },
    null,
  )
  expect(mergeFacts(story)).toEqual(
    stated({
      raised: usd(10),
      round: 'Series A',
      valuation: usd(80),
      investors: ['Oak Capital', 'Fernhill Partners'],
    }),
  )
})

test('where articles disagree, what most of them state wins, however they are ordered', () => {
  const story = mergeArticles({ raised: usd(10) }, { raised: usd(10), round: 'series a' }, { raised: usd(12) })
  expect(mergeFacts(story)?.raised).toEqual(usd(10))
  expect(mergeFacts(story.toReversed())).toEqual(mergeFacts(story))
})

test('of equally many the newest wins, and of the same minute the one that was found last', () => {
  expect(mergeFacts(mergeArticles({ round: 'Seed' }, { round: 'Series A' }))?.round).toBe('Series A')
  const together = mergeArticles({ round: 'Seed' }, { round: 'Series A' }).map((each) => ({
    ...each,
    publishedAt: '2026-03-01T10:00:00.000Z',
  }))
  expect(mergeFacts(together)?.round).toBe('Series A')
  expect(mergeFacts(together.toReversed())?.round).toBe('Series A')
})

test('names stand once, the ones that most articles name first, and never in two opposite roles', () => {
  const leaves = { name: 'Ada Moor', role: 'CFO', change: 'leaves' } as const
  const story = mergeArticles(
    {
      investors: ['Oak Capital', 'oak capital'],
      moves: [leaves],
      deals: [{ name: 'Birch', relation: 'partner' }],
    },
    {
      investors: ['Fernhill Partners', 'Elm'],
      moves: [leaves],
      deals: [{ name: 'Birch', relation: 'partner' }],
    },
    {
      investors: ['Fernhill Partners'],
      moves: [{ ...leaves, change: 'joins' }],
      deals: [{ name: 'Birch', relation: 'buyer' }],
    },
  )
  expect(mergeFacts(story)).toMatchObject({
    investors: ['Fernhill Partners', 'Elm', 'Oak Capital'],
    moves: [leaves],
    deals: [{ name: 'Birch', relation: 'partner' }],
  })
})

test('a story of which nothing was read yet states nothing', () => {
  expect(mergeFacts(mergeArticles(null, null))).toBeNull()
  expect(mergeFacts(mergeArticles({}, null))).toEqual(stated({}))
})

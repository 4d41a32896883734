import { expect, test } from 'vitest'
import { factTexts, type PartyKind } from './fact-text.ts'
import { mergeFacts, type Fact, type Statement } from './facts.ts'

const raised = (millions: number): Fact => ({
  kind: 'raised',
  amount: { currency: 'USD', value: millions * 1_000_000 },
  certainty: 'stated',
})
const round = (name: string): Fact => ({ kind: 'round', name, certainty: 'stated' })
const party = (kind: PartyKind, name: string): Fact => ({ kind, name, certainty: 'stated' })

/** Articles of one story, oldest first. */
const articles = (...all: (Fact[] | null)[]): Statement[] =>
  all.map((facts, at) => ({
    articleId: at + 1,
    publishedAt: `2026-03-0${at + 1}T10:00:00.000Z`,
    facts,
    denied: [],
  }))

test('a fact stated by any article belongs to the story', () => {
  const story = articles(
    [raised(10)],
    [round('Series A'), party('investor', 'Fernhill Partners')],
    [party('investor', 'Oak Capital')],
    null,
  )
  expect(mergeFacts(story)).toEqual([
    raised(10),
    round('Series A'),
    party('investor', 'Oak Capital'),
    party('investor', 'Fernhill Partners'),
  ])
})

test('when articles disagree, the majority wins, regardless of order', () => {
  const story = articles([raised(10)], [raised(10), round('series a')], [raised(12)])
  expect(mergeFacts(story)).toContainEqual(raised(10))
  expect(mergeFacts(story)).not.toContainEqual(raised(12))
  expect(mergeFacts(story.toReversed())).toEqual(mergeFacts(story))
})

test('the newest article wins a tie, and within the same minute the last one found', () => {
  expect(mergeFacts(articles([round('Seed')], [round('Series A')]))).toEqual([round('Series A')])
  const together = articles([round('Seed')], [round('Series A')]).map((each) => ({
    ...each,
    publishedAt: '2026-03-01T10:00:00.000Z',
  }))
  expect(mergeFacts(together)).toEqual([round('Series A')])
  expect(mergeFacts(together.toReversed())).toEqual([round('Series A')])
})

test('each name appears once, the most cited first, and never in two opposite roles', () => {
  const leaves: Fact = { kind: 'leaves', name: 'Ada Moor', role: 'CFO', certainty: 'stated' }
  const story = articles(
    [party('investor', 'Oak Capital'), party('investor', 'oak capital'), leaves, party('partner', 'Birch')],
    [party('investor', 'Fernhill Partners'), party('investor', 'Elm'), leaves, party('partner', 'Birch')],
    [party('investor', 'Fernhill Partners'), { ...leaves, kind: 'joins' }, party('buyer', 'Birch')],
  )
  expect(mergeFacts(story)?.map((fact) => ('name' in fact ? `${fact.kind} ${fact.name}` : fact.kind))).toEqual([
    'investor Fernhill Partners',
    'investor Elm',
    'investor Oak Capital',
    'partner Birch',
    'leaves Ada Moor',
  ])
})

test('a denial retracts older reports but not newer ones', () => {
  const [older, newer] = [articles([party('buyer', 'Birch')])[0]!, articles(null, [party('buyer', 'Elm')])[1]!]
  const denial: Statement = {
    articleId: 9,
    publishedAt: '2026-03-01T12:00:00.000Z',
    facts: [],
    denied: ['acquisition'],
  }
  expect(mergeFacts([older, denial])).toEqual([])
  expect(mergeFacts([older, denial, newer])).toEqual([party('buyer', 'Elm')])
})

test('a fact that one article reports and another states is stated', () => {
  const reported: Fact = { ...raised(10), certainty: 'reported' }
  expect(mergeFacts(articles([raised(10)], [reported]))).toEqual([raised(10)])
  expect(mergeFacts(articles([reported]))).toEqual([reported])
})

test('what was reported of the talks does not outvote what came of them', () => {
  const reported: Fact = { ...raised(12), certainty: 'reported' }
  expect(mergeFacts(articles([reported], [reported], [raised(10)]))).toEqual([raised(10)])
})

test('a story has no facts until one of its articles is read', () => {
  expect(mergeFacts(articles(null, null))).toBeNull()
  expect(mergeFacts(articles([], null))).toEqual([])
})

test('a short form of a full name is not another party', () => {
  const investor = (name: string): Fact => ({ kind: 'investor', name, certainty: 'stated' })
  const statement = (articleId: number, facts: Fact[]) => ({
    articleId,
    publishedAt: '2026-03-01T00:00:00Z',
    facts,
    denied: [],
  })
  expect(
    mergeFacts([statement(1, [investor('Fernhill')]), statement(2, [investor('Fernhill Partners'), investor('Fern')])]),
  ).toEqual([investor('Fernhill Partners'), investor('Fern')])
})

test('a grant is described as a grant', () => {
  expect(factTexts([raised(3), round('Grant')], 'Acme')).toEqual(['Grant of $3 million'])
  expect(factTexts([round('Grant')], 'Acme')).toEqual(['Grant'])
  expect(factTexts([raised(3), round('Seed')], 'Acme')).toEqual(['Raised $3 million, Seed'])
})

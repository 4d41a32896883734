import { expect, test } from 'vitest'
import type { Fact } from '../facts.ts'
import type { MorningStory } from './morning.ts'
import { leadSentence } from './lead-sentence.ts'

type Source = { title: string; language?: string | null; quotes?: string[] }

function story(sources: Source[], extractedFacts: Fact[] = []): MorningStory {
  const articles = sources.map(({ title, language = null }, at) => ({
    id: at + 1,
    title,
    url: `https://wire.example/${at}`,
    publisher: at === 0 ? 'The Valley Wire' : 'Morning Tech',
    publishedAt: '2026-11-19T11:00:00.000Z',
    precision: 'second' as const,
    kind: 'article',
    source: 'press-wires',
    statements: [],
    language,
  }))
  return {
    id: 1,
    roots: [1],
    linkedAt: '2026-11-19T11:00:00.000Z',
    title: sources[0]?.title ?? '',
    publishedAt: '2026-11-19T11:00:00.000Z',
    section: null,
    eventType: 'raise',
    weight: 0.9,
    direction: null,
    certainty: 'stated',
    extractedFacts,
    denied: [],
    isPrimary: true,
    evidence: [],
    articles,
    companyId: 1,
    companyName: 'Paperlark GmbH',
    readAt: null,
    quotes: sources.flatMap(({ quotes = [] }, at) => quotes.map((text) => ({ text, articleId: at + 1 }))),
  }
}

const lead = (sources: Source[], facts?: Fact[]) => leadSentence(story(sources, facts), 'en')
const raised: Fact = { kind: 'raised', amount: { currency: 'USD', value: 42e6 }, certainty: 'stated' }

test('the sentence that names the company and states the facts is told', () => {
  expect(
    lead(
      [{ title: 'A new chapter', quotes: ['It was a long road.', 'Paperlark has raised $42 million in a Series C.'] }],
      [raised],
    ),
  ).toEqual({
    sentence: 'Paperlark has raised $42 million in a Series C.',
    name: 'Paperlark',
    quotedFrom: 'The Valley Wire',
    language: null,
  })
})

test.each([
  'It has raised $42 million.',
  'They raised $42 million at Paperlark.',
  'and raised $42 million for Paperlark.',
  'v5.0.1 of Paperlark raises $42 million',
  'Paperlark has raised $42 million in',
])('“%s” is never told, because it is no whole sentence of its own', (quote) => {
  expect(lead([{ title: 'Paperlark raises money', quotes: [quote] }], [raised]).sentence).toBe('Paperlark raises money')
})

test('a sentence in the reader’s language comes first; otherwise its language is named', () => {
  const german = { title: 'Paperlark sammelt 42 Millionen Dollar ein', language: 'de' }
  expect(lead([german, { title: 'Paperlark raises money', language: 'en' }], [raised])).toMatchObject({
    sentence: 'Paperlark raises money',
    quotedFrom: 'Morning Tech',
    language: null,
  })
  expect(lead([german], [raised])).toMatchObject({ sentence: german.title, language: 'German' })
})

test('a company that the sentence names late, or not at all, is named before it', () => {
  expect(lead([{ title: 'After three long years of waiting and hoping, Paperlark raises money' }]).name).toBeNull()
  expect(lead([{ title: 'Berlin-based Paperlark raises money' }]).name).toBe('Paperlark')
  expect(lead([{ title: 'Our Series C' }]).name).toBeNull()
})

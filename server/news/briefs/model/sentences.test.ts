import { expect, test } from 'vitest'
import type { BriefArticle } from '../../engine/curate.ts'
import { sourceOf } from '../../summarize/summarize.ts'
import { companyNames } from '../../verify/other-company.ts'
import { checkedSentences, shownArticles } from './sentences.ts'

const article = (id: string, title: string, text: string): BriefArticle => ({
  id,
  title,
  text,
  url: `https://press.example/${id}`,
  publisher: `Paper ${id}`,
  publishedAt: `2026-03-1${id}T10:00:00.000Z`,
  kind: 'press',
  facts: {},
  isPrimary: true,
  isOwn: false,
  story: '1',
  sameAs: null,
  classified: null,
})

const RAISE = article(
  '1',
  'Cedar raises $18 million',
  'OSLO — Cedar raised $18 million in a round led by Alder. Birch Motion launched a robot. Click here for more. About Cedar Cedar makes robots.',
)
const shown = shownArticles([sourceOf(RAISE)], [RAISE], companyNames('Cedar'))
const kept = (...texts: string[]) => {
  const sections = [{ heading: 'Business' as const, sentences: texts.map((text) => ({ text, sources: [1] })) }]
  const checked = checkedSentences(sections, shown, { company: 'Cedar' })
  return [...checked.kept.values()].flat().map(({ text }) => text)
}

test('the model sees no boilerplate', () => {
  expect(shown[0]?.text).toBe('Cedar raised $18 million in a round led by Alder. Birch Motion launched a robot.')
})

test('the model is not shown what was denied later', () => {
  const rumor = article('1', 'Cedar in talks about a sale', 'Cedar is in talks about a sale, people said.')
  const denial = article('2', 'Cedar denies talks about a sale', 'Cedar denied that it holds talks.')
  const sources = shownArticles([sourceOf(denial)], [rumor, denial], companyNames('Cedar'))
  expect(sources.map(({ title }) => title)).toEqual(['Cedar denies talks about a sale'])
})

test('a fact is kept once, and first-person sentences and news of other companies are dropped', () => {
  expect(
    kept(
      'Cedar raised $18 million in a round led by Alder.',
      'Alder led a round of $18 million that Cedar raised.',
      'We raised $18 million in a round.',
      'Birch Motion launched a robot.',
    ),
  ).toEqual(['Cedar raised $18 million in a round led by Alder.'])
})

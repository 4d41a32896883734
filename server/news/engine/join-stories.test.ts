import { expect, test } from 'vitest'
import { briefArticle } from '../../testing/fixtures/brief-article.ts'
import { joinStories } from './join-stories.ts'
import type { BriefArticle } from './curate.ts'

const raise = (id: string, title: string, millions: number, change: Partial<BriefArticle> = {}) =>
  briefArticle(id, title, {
    classified: {
      section: 'Financial Updates',
      eventType: 'raise',
      certainty: 'stated',
      weight: 0.95,
      extractedFacts: [{ kind: 'raised', amount: { currency: 'USD', value: millions * 1e6 }, certainty: 'stated' }],
      denied: [],
    },
    ...change,
  })

test('a copy stays with its original, although the original was corrected', () => {
  const original = raise('1', 'Acme raises $81 million for heat pumps', 81)
  const corrected = raise('3', 'CORRECTED: Acme raises $18 million for heat pumps', 18, { story: '1' })
  const copy = raise('2', 'Acme raises $81 million', 81)
  const storyOf = (articles: BriefArticle[]) => joinStories(articles).find(({ id }) => id === '2')?.story
  const inOneCluster = { ...original, story: '1' }
  expect(storyOf([inOneCluster, corrected, copy])).toBeUndefined()
  expect(storyOf([inOneCluster, corrected, { ...copy, sameAs: '1' }])).toBe('1')
})

import { expect, test } from 'vitest'
import { namingSentence } from './naming-sentence.ts'
import type { Mention } from './suggest.ts'

const mention = (id: number, name: string, title = 'A story'): Mention => ({
  name,
  role: 'partner',
  story: {
    articleId: id,
    storyId: id,
    title,
    url: `https://press.example/${id}`,
    publisher: null,
    publishedAt: '2026-03-10T12:00:00Z',
    company: { id: 1, name: 'Cedar Robotics' },
    isPrimary: true,
    extractedFacts: [],
    relations: [],
  },
})

const found = (mentions: Mention[], texts: Record<number, string> = {}) =>
  namingSentence(mentions, ({ story }) => texts[story.articleId] ?? '')

test('takes the first sentence that names the company, from the first article that has one', () => {
  const texts = {
    1: 'Cedar Robotics had a good year.',
    2: 'Cedar Robotics had a good year. Kestrel Foods will run its robots in Leeds. Kestrel Foods is happy.',
  }
  expect(found([mention(1, 'Kestrel Foods'), mention(2, 'Kestrel Foods')], texts)).toEqual({
    sentence: 'Kestrel Foods will run its robots in Leeds.',
    sentenceUrl: 'https://press.example/2',
  })
})

test('matches whole names only, even with regex characters in them', () => {
  const texts = { 1: 'Arcades are back in many towns. The Arc (UK) deal is done, Cedar Robotics says.' }
  expect(found([mention(1, 'Arc')], texts).sentence).toBe('The Arc (UK) deal is done, Cedar Robotics says.')
  expect(found([mention(1, 'Arc (UK)')], texts).sentence).toBe('The Arc (UK) deal is done, Cedar Robotics says.')
})

test('falls back to a headline that names the company, otherwise to nothing', () => {
  const titled = mention(2, 'Kestrel Foods', 'Cedar Robotics teams up with Kestrel Foods')
  expect(found([mention(1, 'Kestrel Foods'), titled])).toEqual({
    sentence: 'Cedar Robotics teams up with Kestrel Foods',
    sentenceUrl: 'https://press.example/2',
  })
  expect(found([mention(1, 'Kestrel Foods')])).toEqual({ sentence: null, sentenceUrl: null })
})

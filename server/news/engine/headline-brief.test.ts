import { expect, test } from 'vitest'
import type { BriefArticle } from './curate.ts'
import { asExtractive, headlineBrief, withHeadlines } from './headline-brief.ts'

const TOPICS = 'apples bridges copper dance engines ferries glass harbors islands jackets'.split(' ')
const titleOf = (id: string) => `Cedar ${TOPICS[Number(id)]}`
const NAMES = ['Cedar']

const article = (id: string, change: Partial<BriefArticle> = {}): BriefArticle => ({
  id,
  title: titleOf(id),
  text: '',
  url: `https://press.example/${id}`,
  publisher: 'The Press',
  publishedAt: `2026-03-10T1${id}:00:00.000Z`,
  kind: 'press',
  facts: {},
  isPrimary: true,
  isOwn: false,
  story: null,
  sameAs: null,
  classified: null,
  ...change,
})

test('without an article there is no brief', () => {
  expect(headlineBrief([], NAMES)).toBeNull()
  expect(headlineBrief([article('1', { sameAs: '2', isPrimary: false })], NAMES)).toBeNull()
})

test('a primary story has a headline, even if it reads like a page’s own text or repeats a mention', () => {
  const titles = (...articles: BriefArticle[]) => headlineBrief(articles, NAMES)?.sources.map(({ title }) => title)
  const page = article('1', { title: 'Read more' })
  expect(titles(page)).toEqual(['Read more'])
  expect(titles(article('1', { sameAs: '2' }))).toEqual([titleOf('1')])
  expect(titles(page, article('2'))).toEqual([titleOf('2')])
  expect(titles({ ...page, isPrimary: false })).toBeUndefined()
})

test('beside an earlier brief, a page’s own text is no headline', () => {
  const earlier = { sections: [], sources: [], publishedAt: '2026-03-01T00:00:00.000Z' }
  expect(withHeadlines(earlier, [article('1', { title: 'Read more' })], NAMES)).toBeNull()
})

test('headlines appear under the heading of their kind, newest first, each with its source', () => {
  const brief = headlineBrief(
    [
      article('1', { kind: 'release', publisher: null }),
      article('2'),
      article('3', { kind: 'filing', publisher: 'SEC' }),
      article('4'),
    ],
    NAMES,
  )
  expect(brief).toEqual({
    status: 'headlines',
    verified: 0,
    publishedAt: '2026-03-10T14:00:00.000Z',
    sections: [
      { heading: 'Financial Updates', sentences: [{ text: 'Cedar dance (SEC)', citations: [1] }] },
      {
        heading: 'Latest News',
        sentences: [
          { text: 'Cedar engines (The Press)', citations: [2] },
          { text: 'Cedar copper (The Press)', citations: [3] },
        ],
      },
      { heading: 'Technology & Innovation', sentences: [{ text: 'Cedar bridges', citations: [4] }] },
    ],
    sources: ['3', '4', '2', '1'].map((id) => expect.objectContaining({ url: `https://press.example/${id}` })),
  })
})

test('lists at most eight headlines, without duplicates', () => {
  const articles = [...'0123456789'].map((id) => article(id))
  const brief = headlineBrief([...articles.slice(0, 9), article('9', { sameAs: '8' })], NAMES)
  expect(brief?.sources.map(({ title }) => title)).toEqual([...'87654321'].map((id) => titleOf(id)))
})

test('final headlines count as verified sentences', () => {
  const brief = headlineBrief([article('1'), article('2')], NAMES)
  expect(brief && asExtractive(brief)).toEqual({ ...brief, status: 'extractive', verified: 2 })
})

test('boilerplate and repeated headlines are left out', () => {
  const brief = headlineBrief(
    [
      article('1', { title: 'Subscribe to the newsletter of Cedar' }),
      article('2', { title: 'Cedar raises $18 million for robots' }),
      article('3', { title: 'Robots: Cedar raises $18 million' }),
    ],
    NAMES,
  )
  expect(brief?.sources.map(({ title }) => title)).toEqual(['Robots: Cedar raises $18 million'])
})

import { expect, test } from 'vitest'
import { filterLine, filterPool } from './filters.ts'

const line = (row: unknown) => JSON.stringify(row)
const read = (text: string) => JSON.parse(text) as Record<string, unknown>

test('match: adds about, primary, score and evidence, and passes unknown keys through', () => {
  const answer = read(
    filterLine(
      'match',
      line({
        id: 7,
        tag: 'kept',
        company: { name: 'Cedar Robotics', website: 'https://cedar-robotics.example', aliases: null },
        title: 'Cedar Robotics raises $18 million for warehouse robots',
        text: null,
        url: 'https://press.example/cedar',
      }),
    ),
  )
  expect(answer).toMatchObject({ id: 7, tag: 'kept', about: true, primary: true })
  expect(answer.score).toBeGreaterThan(0.5)
  expect(answer.evidence).not.toEqual([])
})

test('cluster: treats the whole input as one pool and keeps its order', () => {
  const rows = [
    { id: 'a', title: 'Cedar Robotics raises $18 million in Series A', publishedAt: '2026-03-01T10:00:00Z' },
    { id: 'b', title: 'A quiet week for harbour pilots in Bergen', publishedAt: '2026-03-01T11:00:00Z' },
    { id: 'c', title: 'Series A: Cedar Robotics raises $18 million', publishedAt: '2026-03-01T12:00:00Z' },
  ]
  const answers = filterPool([line(rows[0]), 'not json', line(rows[1]), line(rows[2])]).map(read)
  expect(answers.map(({ id }) => id)).toEqual(['a', null, 'b', 'c'])
  expect(answers[0]?.story).toBe(answers[3]?.story)
  expect(answers[2]?.story).not.toBe(answers[0]?.story)
  expect(answers[1]).toEqual({ id: null, error: 'The line is not JSON.' })
})

test('cluster: keys of an earlier run do not decide this one', () => {
  const rows = [
    { id: 'a', title: 'Cedar Robotics raises $18 million in Series A', story: 'old', company: { name: 'Cedar' } },
    { id: 'b', title: 'A quiet week for harbour pilots in Bergen', story: 'old' },
  ]
  const [first, second] = filterPool(rows.map(line)).map(read)
  expect(first).toMatchObject({ id: 'a', company: { name: 'Cedar' } })
  expect(first?.story).not.toBe(second?.story)
  expect(first?.story).not.toBe('old')
})

test('classify: title and text may be empty, and text may be missing', () => {
  const answer = read(filterLine('classify', line({ id: 1, title: 'Cedar raises $18 million in a Series A round' })))
  expect(answer).toMatchObject({ id: 1, section: 'Financial Updates' })
  expect(read(filterLine('classify', line({ id: 2, title: '', text: '' })))).toMatchObject({
    section: null,
    sections: [],
  })
})

test('summarize: writes a brief of sentences from the articles, with citation markers and sources', () => {
  const text = 'Cedar Robotics raised $18 million on Tuesday. The round was led by Example Ventures.'
  const articles = [{ title: 'Cedar raises $18 million', text, url: 'https://press.example/cedar' }]
  for (const company of ['Cedar Robotics', { name: 'Cedar Robotics' }]) {
    const answer = read(filterLine('summarize', line({ id: 1, company, articles })))
    const sentences = [...String(answer.content).matchAll(/^- (.+) \[1\]$/gm)].map(([, sentence]) => sentence)
    expect(sentences).toContain('Cedar Robotics raised $18 million on Tuesday.')
    for (const sentence of sentences) expect(text).toContain(sentence)
    expect(answer.sources).toMatchObject([{ url: 'https://press.example/cedar' }])
  }
})

test.each([
  [undefined, null],
  ['soon', null],
  ['2026-03-02', '2026-03-02'],
])('summarize: the date of a source given as %j is %j', (publishedAt, expected) => {
  const articles = [
    { title: 'Cedar hires', text: 'Cedar Robotics hired 40 people.', url: 'https://a.example/1', publishedAt },
    { title: 'Cedar opens', text: 'Cedar Robotics opened a plant in Leeds.', url: 'https://b.example/2' },
  ]
  const { sources } = read(filterLine('summarize', line({ id: 1, company: 'Cedar Robotics', articles })))
  expect(sources).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ url: 'https://a.example/1', publishedAt: expected }),
      expect.objectContaining({ url: 'https://b.example/2', publishedAt: null }),
    ]),
  )
})

test('a bad line yields its id and an error instead of throwing', () => {
  for (const [row, error] of [
    [{ id: 3, title: 'x' }, /^company/],
    [{ id: 3, company: { name: ' ' }, title: 'x' }, /company\.name/],
    [{ id: 3, company: { name: 'Cedar' }, title: 5 }, /^title/],
  ] as const)
    expect(read(filterLine('match', line(row)))).toEqual({ id: 3, error: expect.stringMatching(error) })
  expect(read(filterLine('summarize', line({ id: 4, company: 'Cedar' })))).toEqual({
    id: 4,
    error: expect.stringMatching(/^articles/),
  })
  expect(read(filterLine('classify', '[1]'))).toEqual({ id: null, error: 'The line is not an object.' })
})

test('summarize: entities that were left in an article are decoded', () => {
  const text = 'Cedar Robotics has signed a 10-year agreement with PG&amp;E.&nbsp;It starts in June.'
  const articles = [{ title: 'Cedar Robotics signs PG&amp;E', text, url: 'https://press.example/1' }]
  const { content } = read(filterLine('summarize', line({ id: 1, company: { name: 'Cedar Robotics' }, articles })))
  expect(content).toContain('PG&E')
  expect(content).not.toMatch(/&amp;|&nbsp;/)
})

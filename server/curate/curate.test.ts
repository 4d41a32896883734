import { expect, test } from 'vitest'
import { curate, judgeWords, type Telling } from './curate.ts'

const telling = (id: string, title: string, change: Partial<Telling> = {}): Telling => ({
  id,
  title,
  text: '',
  url: `https://press.example/${id}`,
  publisher: `Paper ${id}`,
  publishedAt: '2026-03-10T10:00:00.000Z',
  kind: 'press',
  facts: {},
  isPrimary: true,
  story: null,
  sameAs: null,
  judged: null,
  ...change,
})

const RAISE =
  'Cedar Robotics, which builds robots for orchards, raised $18 million in a Series A led by Fernhill.'
const MOVE = 'Cedar Robotics moved its head office from Oslo to the harbour of Bergen, staff were told.'

test('one story of many outlets is told once, with all that tell it; another story stays apart', () => {
  const { joined, brief } = curate({
    company: 'Cedar Robotics',
    tellings: [
      telling('1', 'Cedar Robotics raises $18 million for orchard robots', { text: RAISE }),
      telling('2', 'Orchard robot maker Cedar Robotics raises $18 million Series A', {
        text: `${RAISE} More follows.`,
      }),
      telling('3', 'Cedar Robotics moves its office to Bergen', { text: MOVE }),
    ],
  })
  expect(joined).toEqual([{ id: '2', story: '1' }])
  expect(brief?.content.match(/raised \$18 million/g)).toHaveLength(1)
  expect(brief?.content).toContain('Bergen')
  expect(brief).toMatchObject({ sentences: brief?.verified })
})

test('a story keeps its name, and what was apart stays apart', () => {
  const known = telling('7', 'Cedar Robotics raises $18 million', { text: RAISE, story: '7' })
  const other = telling('8', 'Cedar Robotics raises $18 million, it says', { text: RAISE, story: '8' })
  const fresh = telling('5', 'Cedar Robotics raises $18 million in Series A', { text: RAISE })
  const { joined } = curate({ company: 'Cedar Robotics', tellings: [known, other, fresh] })
  expect(joined).toHaveLength(1)
  expect(joined[0]?.id).toBe('5')
  expect(['7', '8']).toContain(joined[0]?.story)
})

test('two posts of one blog are two stories, unless one corrects the other', () => {
  const blog = { publisher: 'Cedar Robotics', text: 'Told in Rotterdam by the team of the harbour office.' }
  const posts = [telling('1', 'First product ships', blog), telling('2', 'Second office opens', blog)]
  expect(curate({ company: 'Cedar Robotics', tellings: posts }).joined).toEqual([])
  const corrected = [
    telling('1', 'First product ships', blog),
    telling('2', 'Correction: First product ships', blog),
  ]
  expect(curate({ company: 'Cedar Robotics', tellings: corrected }).joined).toEqual([{ id: '2', story: '1' }])
})

test('materiality: "a raise over a departure over a launch over a mention", and last week’s raise before today’s mention', () => {
  const of = (title: string) => judgeWords({ title, text: '', kind: 'press', facts: {} }).weight
  const weights = [
    of('Cedar raises $18 million Series A'),
    of('Cedar CEO Lena Vogt steps down'),
    of('Cedar launches a robot for orchards'),
    of('Ten companies to watch'),
  ]
  expect(weights).toEqual(weights.toSorted((a, b) => b - a))
  expect(new Set(weights).size).toBe(4)
  const mentions = Array.from({ length: 12 }, (_, at) =>
    telling(
      String(at + 10),
      `Harbour notes number ${at * 37} with ${['apples', 'pears', 'plums'][at % 3]} ${at}`,
      { isPrimary: false },
    ),
  )
  const raise = telling('1', 'Cedar raises $18 million Series A', { publishedAt: '2026-03-04T10:00:00.000Z' })
  expect(curate({ company: 'Cedar', tellings: [...mentions, raise] }).brief?.content).toContain(
    'raises $18 million',
  )
})

test('a filing states its sum, and its place is known by its kind', () => {
  expect(
    judgeWords({
      title: 'Cedar Robotics files Form D',
      text: '',
      kind: 'filing',
      facts: { sold: 4_250_000 },
    }),
  ).toMatchObject({
    section: 'Financial Updates',
    happening: 'raise',
    direction: 'up',
    stated: { raised: { currency: 'USD', value: 4_250_000 } },
  })
})

test('without anything to tell there is no brief', () => {
  expect(curate({ company: 'Cedar', tellings: [] })).toEqual({ joined: [], judged: [], brief: null })
  expect(curate({ company: 'Cedar', tellings: [telling('1', ' ')] }).brief).toBeNull()
})

const TOPICS = 'apples bridges copper dance engines ferries glass harbors islands jackets'.split(' ')
/** Stories that share no word but the company's name, so that none joins another. */
const apart = (count: number, change: Partial<Telling> = {}) =>
  TOPICS.slice(0, count).map((topic, at) =>
    telling(String(at + 100), `Cedar ${topic} ${topic}${at} ${topic}s${at}`, change),
  )
const contentOf = (tellings: Telling[]) => curate({ company: 'Cedar', tellings }).brief?.content ?? ''

test('a brief keeps the eight stories that matter most now: an old raise gives way to what is new', () => {
  const raise = (publishedAt: string) => telling('1', 'Cedar raises $18 million Series A', { publishedAt })
  expect(contentOf([raise('2025-12-30T10:00:00.000Z'), ...apart(8)])).not.toContain('raises')
  expect(contentOf([raise('2026-02-26T10:00:00.000Z'), ...apart(8)])).toContain('raises')
  expect(contentOf([...apart(8), raise('2026-03-10T10:00:00.000Z')])).toContain('raises')
})

test('a story that only mentions the company gives way to one about it', () => {
  const passing = telling('1', 'Notes from the fair', { isPrimary: false })
  expect(contentOf([passing, ...apart(7)])).toContain('Notes from the fair')
  expect(contentOf([passing, ...apart(8)])).not.toContain('Notes from the fair')
})

test('under one heading the story that matters most stands first', () => {
  const raised = telling('1', 'Cedar raises $18 million Series A')
  const filed = telling('2', 'Cedar files quarterly accounts', {
    publisher: 'Registry',
    judged: { section: 'Financial Updates', weight: 0.2 },
  })
  const lines = contentOf([filed, raised]).split('\n')
  expect(lines[0]).toBe('**Financial Updates**')
  expect(lines[1]).toContain('raises $18 million')
  expect(lines[2]).toContain('quarterly accounts')
})

test('a correction joins what the same publisher wrote, whatever its own title says', () => {
  const posts = (title: string) => [
    telling('1', 'Cedar Robotics raises $18 million', { text: RAISE, publisher: 'Paper' }),
    telling('2', title, { text: `${RAISE} The sum is $16 million.`, publisher: 'Paper' }),
  ]
  const joinedBy = (title: string) => curate({ company: 'Cedar Robotics', tellings: posts(title) }).joined
  expect(joinedBy('Correction to yesterday’s orchard robots article')).toEqual([{ id: '2', story: '1' }])
  expect(joinedBy('More about yesterday’s orchard robots article')).toEqual([])
})

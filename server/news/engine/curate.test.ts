import { expect, test } from 'vitest'
import { briefText, sentenceCount } from '#domain/news/brief-text.ts'
import { briefArticle } from '../../testing/fixtures/brief-article.ts'
import { classifyArticle } from './classify-article.ts'
import { type BriefArticle, curate, isQuoted, type WrittenBrief } from './curate.ts'

const MENTION: NonNullable<BriefArticle['classified']> = {
  section: null,
  eventType: 'mention',
  certainty: 'stated',
  weight: 0.1,
  extractedFacts: [],
  denied: [],
}

const RAISE = 'Cedar Robotics, which builds robots for orchards, raised $18 million in a Series A led by Fernhill.'
const MOVE = 'Cedar Robotics moved its head office from Oslo to the harbour of Bergen, staff were told.'

const textOf = (brief: WrittenBrief | null) => briefText(brief?.sections ?? [])

test('articles of one story are joined and quoted once; another story stays apart', () => {
  const { joined, brief } = curate({
    company: 'Cedar Robotics',
    briefArticles: [
      briefArticle('1', 'Cedar Robotics raises $18 million for orchard robots', { text: RAISE }),
      briefArticle('2', 'Orchard robot maker Cedar Robotics raises $18 million Series A', {
        text: `${RAISE} More follows.`,
      }),
      briefArticle('3', 'Cedar Robotics moves its office to Bergen', { text: MOVE }),
    ],
  })
  expect(joined).toEqual([{ id: '2', cluster: '1', story: '1' }])
  expect(textOf(brief).match(/raised \$18 million/g)).toHaveLength(1)
  expect(textOf(brief)).toContain('Bergen')
  expect(brief).toMatchObject({ status: 'extractive', verified: sentenceCount(brief?.sections ?? []) })
})

test('clusters about the same event form one story, but stay separate', () => {
  const known = briefArticle('7', 'Cedar Robotics raises $18 million', { text: RAISE, story: '7' })
  const other = briefArticle('8', 'Cedar Robotics raises $18 million, it says', { text: RAISE, story: '8' })
  const fresh = briefArticle('5', 'Cedar Robotics raises $18 million in Series A', { text: RAISE })
  const { joined } = curate({ company: 'Cedar Robotics', briefArticles: [known, other, fresh] })
  expect(joined).toEqual([
    { id: '5', cluster: '7', story: '7' },
    { id: '8', cluster: '8', story: '7' },
  ])
})

test('an article continues the story of one that is no longer in the brief', () => {
  const classified = { ...MENTION, eventType: 'raise' as const, weight: 0.95 }
  const earlier = briefArticle('3', 'Cedar Robotics lands its round', { story: '3', classified })
  const fresh = briefArticle('5', 'Cedar Robotics raises $18 million in Series A', { text: RAISE })
  const { joined, brief } = curate({
    company: 'Cedar Robotics',
    briefArticles: [fresh],
    earlierArticles: [earlier],
  })
  expect(joined).toEqual([{ id: '5', cluster: '5', story: '3' }])
  expect(brief?.sources.map(({ storyId, url }) => [storyId, url])).toEqual([[3, fresh.url]])
})

test('the next step of a trial is a separate story, even if it shares most words with the last', () => {
  const first = briefArticle('1', 'Northfield Bio launches NFB-12 trial, first patients dosed', {
    text: 'Northfield Bio has launched an early trial of its enzyme therapy NFB-12 and dosed the first four patients.',
  })
  const again = briefArticle('2', 'Northfield Bio launches enzyme trial, first patients dosed', {
    text: 'Northfield Bio has launched an early trial: the first patients have received its enzyme therapy NFB-12.',
    publishedAt: '2026-03-10T12:00:00.000Z',
  })
  const next = briefArticle('3', 'Northfield Bio partners with Alderbrook University Hospital', {
    text: 'Northfield Bio has signed a partnership with Alderbrook University Hospital to extend the trial of NFB-12 to 60 patients. Northfield Bio expects the first of them in January.',
    publishedAt: '2026-03-12T10:00:00.000Z',
  })
  const echo = {
    ...next,
    id: '4',
    url: 'https://press.example/4',
    publisher: 'Paper 4',
    publishedAt: '2026-03-12T12:00:00.000Z',
  }
  const { joined, brief } = curate({ company: 'Northfield Bio', briefArticles: [echo, next, again, first] })
  expect(joined).toEqual([
    { id: '2', cluster: '1', story: '1' },
    { id: '4', cluster: '3', story: '3' },
  ])
  expect(textOf(brief)).toContain('Alderbrook University Hospital')
  expect(textOf(brief)).toContain('dosed the first four patients')
})

test('a separate step stays separate even if the earlier headline does not say what happened', () => {
  const first = briefArticle('1', 'Northfield Bio on NFB-12 and a rare disease of the liver', {
    text: 'Northfield Bio announced today that the first patients have received NFB-12, its enzyme therapy for a rare disease of the liver, in a Phase 1 trial at three hospitals. Results from the first group are expected in spring, the company said.',
  })
  const next = briefArticle('2', 'Northfield Bio partners with Alderbrook University Hospital', {
    text: 'Northfield Bio has signed a partnership with Alderbrook University Hospital to extend the trial of NFB-12 to 60 patients. Northfield Bio expects the first of them in January.',
    publishedAt: '2026-03-12T10:00:00.000Z',
  })
  const { joined, brief } = curate({ company: 'Northfield Bio', briefArticles: [next, first] })
  expect(joined).toEqual([])
  expect(textOf(brief)).toContain('Alderbrook University Hospital')
  expect(textOf(brief)).toContain('the first patients have received NFB-12')
})

test('two posts on one blog are two stories, unless one corrects the other', () => {
  const blog = { publisher: 'Cedar Robotics', text: 'Told in Rotterdam by the team of the harbour office.' }
  const posts = [briefArticle('1', 'First product ships', blog), briefArticle('2', 'Second office opens', blog)]
  expect(curate({ company: 'Cedar Robotics', briefArticles: posts }).joined).toEqual([])
  const corrected = [
    briefArticle('1', 'First product ships', blog),
    briefArticle('2', 'Correction: First product ships', blog),
  ]
  expect(curate({ company: 'Cedar Robotics', briefArticles: corrected }).joined).toEqual([
    { id: '2', cluster: '1', story: '1' },
  ])
})

test('materiality: "a raise over a departure over a launch over a mention", and last week’s raise before today’s mention', () => {
  const of = (title: string) => classifyArticle({ ...briefArticle('1', title), company: 'Cedar' }).weight
  const weights = [
    of('Cedar raises $18 million Series A'),
    of('Cedar CEO Lena Vogt steps down'),
    of('Cedar launches a robot for orchards'),
    of('Ten companies to watch'),
  ]
  expect(weights).toEqual(weights.toSorted((a, b) => b - a))
  expect(new Set(weights).size).toBe(4)
  const mentions = Array.from({ length: 12 }, (_, at) =>
    briefArticle(
      String(at + 10),
      `Harbour notes number ${at * 37} with ${['apples', 'pears', 'plums'][at % 3]} ${at}`,
      { isPrimary: false },
    ),
  )
  const raise = briefArticle('1', 'Cedar raises $18 million Series A', {
    publishedAt: '2026-03-04T10:00:00.000Z',
  })
  expect(textOf(curate({ company: 'Cedar', briefArticles: [...mentions, raise] }).brief)).toContain(
    'raises $18 million',
  )
})

test('a notice of a private offering yields its amount', () => {
  expect(
    classifyArticle({
      ...briefArticle('1', 'Cedar Robotics files Form D', { kind: 'filing', facts: { form: 'D', sold: 4_250_000 } }),
      company: 'Cedar Robotics',
    }),
  ).toMatchObject({
    section: 'Financial Updates',
    eventType: 'raise',
    direction: 'up',
    extractedFacts: [{ kind: 'raised', amount: { currency: 'USD', value: 4_250_000 }, certainty: 'stated' }],
  })
})

test('without a title or text there is no brief', () => {
  expect(curate({ company: 'Cedar', briefArticles: [] })).toEqual({ joined: [], classified: [], brief: null })
  expect(curate({ company: 'Cedar', briefArticles: [briefArticle('1', ' ')] }).brief).toBeNull()
})

const TOPICS = 'apples bridges copper dance engines ferries glass harbors islands jackets'.split(' ')
/** Stories that share no word but the company's name, so that none joins another. */
const apart = (count: number, change: Partial<BriefArticle> = {}) =>
  TOPICS.slice(0, count).map((topic, at) =>
    briefArticle(String(at + 100), `Cedar ${topic} ${topic}${at} ${topic}s${at}`, change),
  )
const contentOf = (briefArticles: BriefArticle[]) => textOf(curate({ company: 'Cedar', briefArticles }).brief)

test('a brief keeps the eight most relevant stories, so an old raise gives way to newer ones', () => {
  const raise = (publishedAt: string) => briefArticle('1', 'Cedar raises $18 million Series A', { publishedAt })
  expect(contentOf([raise('2025-12-30T10:00:00.000Z'), ...apart(8)])).not.toContain('raises')
  expect(contentOf([raise('2026-02-26T10:00:00.000Z'), ...apart(8)])).toContain('raises')
  expect(contentOf([...apart(8), raise('2026-03-10T10:00:00.000Z')])).toContain('raises')
})

test('a story that only mentions the company gives way to one about it', () => {
  const passing = briefArticle('1', 'Notes on Cedar from the fair', { isPrimary: false })
  expect(contentOf([passing])).toContain('from the fair')
  expect(contentOf([passing, ...apart(1)])).not.toContain('from the fair')
})

test('the heading of the most important story comes first', () => {
  const post = briefArticle('1', 'Cedar thinks about food safety', {
    classified: MENTION,
  })
  const cuts = briefArticle('2', 'Cedar lays off a quarter of its staff')
  expect(contentOf([post, cuts])).toMatch(/^\*\*Leadership & Team\*\*/)
})

test('under one heading the most important story comes first', () => {
  const raised = briefArticle('1', 'Cedar raises $18 million Series A')
  const filed = briefArticle('2', 'Cedar files quarterly accounts', {
    publisher: 'Registry',
    classified: { ...MENTION, section: 'Financial Updates', weight: 0.2 },
  })
  const lines = contentOf([filed, raised]).split('\n')
  expect(lines[0]).toBe('**Financial Updates**')
  expect(lines[1]).toContain('raises $18 million')
  expect(lines[2]).toContain('quarterly accounts')
})

test('a correction joins the cluster of its publisher’s earlier article, whatever its title', () => {
  const posts = (title: string) => [
    briefArticle('1', 'Cedar Robotics raises $18 million', { text: RAISE, publisher: 'Paper' }),
    briefArticle('2', title, { text: `${RAISE} The sum is $16 million.`, publisher: 'Paper' }),
  ]
  const joinedBy = (title: string) => curate({ company: 'Cedar Robotics', briefArticles: posts(title) }).joined
  expect(joinedBy('Correction to yesterday’s orchard robots article')).toEqual([{ id: '2', cluster: '1', story: '1' }])
  expect(joinedBy('More about yesterday’s orchard robots article')).toEqual([{ id: '2', cluster: '2', story: '1' }])
})

test('the vague title of the company’s own post does not come first if the press says what happened', () => {
  const post = briefArticle('1', 'Cedar joins Alderon', {
    isOwn: true,
    publisher: null,
    text: 'I am thrilled to share that Cedar is joining Alderon. Nothing changes for customers.',
  })
  const report = briefArticle('2', 'Alderon to buy Cedar for $740 million', {
    text: 'Alderon has agreed to acquire Cedar, a maker of orchard robots, for $740 million in cash, the companies said on Wednesday.',
    publishedAt: '2026-03-10T09:00:00.000Z',
  })
  expect(contentOf([post, report])).toMatch(/^\*\*Business\*\*\n- Alderon has agreed to acquire Cedar/)
})

test('the vague title of the company’s own post gives way to the sentence that says what happened', () => {
  const own = { isOwn: true, publisher: null }
  const statement = 'After six years we have made the difficult decision to wind down Cedar.'
  const post = briefArticle('1', 'An important update about the future of Cedar', {
    ...own,
    text: `Thank you for six years. ${statement} The robots will stop on December 31.`,
  })
  expect(contentOf([post])).toMatch(new RegExp(`^\\*\\*Business\\*\\*\n- ${statement}`))
  const launch = briefArticle('1', 'Meet our new robot', {
    ...own,
    text: 'We built a robot that picks pears at night.',
  })
  expect(contentOf([launch])).toContain('Meet our new robot')
})

test('an article that only mentions the company is quoted only where it names it', () => {
  const rival = briefArticle('1', 'Ramp raises $300 million at $32 billion valuation', { isPrimary: false })
  expect(contentOf([rival])).not.toContain('Ramp')
  expect(contentOf([{ ...rival, title: 'Affirm shares jump after upbeat forecast' }])).not.toContain('Affirm')
  const text = 'Ramp, which competes with Cedar, raised its outlook. Analysts expect Cedar to follow next week.'
  expect(contentOf([{ ...rival, text }])).toContain('\n- Analysts expect Cedar to follow next week. [1]')
  expect(contentOf([{ ...rival, text }])).not.toContain('Ramp')
})

test('the denial of a report is labeled a correction, not the event it denies', () => {
  const { brief } = curate({
    company: 'Cedar Robotics',
    briefArticles: [
      briefArticle('1', 'Cedar Robotics in talks to be bought by Halvard, sources say', {
        text: 'Cedar Robotics is in talks to be acquired by Halvard, people familiar with it said.',
        publishedAt: '2026-03-08T10:00:00.000Z',
      }),
      briefArticle('2', 'Cedar Robotics denies sale to Halvard: "not for sale"', {
        text: 'Cedar Robotics said that it is not for sale and that no talks with Halvard took place.',
      }),
    ],
  })
  expect(brief?.sources.map(({ label }) => label)).toEqual(['Correction'])
})

test('a headline quoted without its markup and markers is still a quotation', () => {
  const article = { title: '**Big** news [9] today', text: '' }
  expect([isQuoted('Big news today', article), isQuoted('Big news tomorrow', article)]).toEqual([true, false])
})

test('the description on every page of a site is not quoted as news', () => {
  const post = (id: string, title: string, text: string) =>
    briefArticle(id, title, { text, publisher: null, kind: 'post', isOwn: true })
  const written = (...briefArticles: ReturnType<typeof post>[]) =>
    textOf(curate({ company: 'Acme', briefArticles }).brief)
  const about = 'Acme makes shadow-free lighting for operating rooms.'
  const both = written(post('1', 'A safer arm joint', about), post('2', 'Twelve new colleagues', about))
  expect(both).not.toContain(about)
  const joint = 'The arm of our light now locks by itself in any position.'
  expect(written(post('1', 'A safer arm joint', joint))).toContain('A safer arm joint')
})

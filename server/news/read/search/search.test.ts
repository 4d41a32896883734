import { beforeAll, expect, test } from 'vitest'
import { find, searchFixture, titlesFound } from '../../../testing/fixtures/search-fixture.ts'
import type { TestUser } from '../../../testing/test-app.ts'

let fixture: Awaited<ReturnType<typeof searchFixture>>
let ada: TestUser
let cedar: number
let lumen: number

beforeAll(async () => {
  fixture = await searchFixture()
  const { app, company, tell, brief } = fixture
  ada = await app.signUp()
  cedar = await company(ada, 'Cedar')
  lumen = await company(ada, 'Lumen')
  const first = await tell(cedar, {
    title: 'Cedar raises $18 million',
    text: 'Cedar, which builds orchard robots, closed a round led by Harbor Ventures.',
    age: 10,
    section: 'Financial Updates',
    weight: 0.9,
  })
  await tell(cedar, { title: 'Robot maker gets fresh money', text: 'A raise.', age: 9, story: first })
  await tell(cedar, {
    title: 'Cedar hires a chief of robots',
    age: 2,
    section: 'Leadership & Team',
    eventType: 'arrival',
  })
  await tell(lumen, {
    title: 'Lumen partners with a robot maker',
    text: 'They build lamps.',
    age: 5,
    section: 'Partnerships & Alliances',
    source: 'company-site',
  })
  await brief(lumen, 'Lumen doubled its revenue', 1)
})

test('finds words in the title and the text, the last one by its prefix', async () => {
  expect(await titlesFound(ada, 'q=orchard')).toEqual(['Cedar raises $18 million'])
  expect(await titlesFound(ada, 'q=ced')).toEqual(['Cedar raises $18 million', 'Cedar hires a chief of robots'])
  expect(await titlesFound(ada, 'q=cedar+rob')).toHaveLength(2)
  expect(await titlesFound(ada, 'q=nowhere')).toEqual([])
  expect(await titlesFound(ada, 'q=cedar+-chief')).toEqual(['Cedar raises $18 million'])
  expect(await titlesFound(ada, 'q="chief+of+robots"')).toEqual(['Cedar hires a chief of robots'])
  expect(await titlesFound(ada, 'q=orchard+or+lamps&sort=newest')).toEqual([
    'Lumen partners with a robot maker',
    'Cedar raises $18 million',
  ])
})

test('does not repeat the headline as the beginning of the text', async () => {
  const eve = await fixture.app.signUp()
  const elm = await fixture.company(eve, 'Elm')
  const title = 'Elm opens a plant'
  await fixture.tell(elm, { title, text: `${title}\nElm has opened a plant in Lyon.`, age: 1 })
  const snippetOf = async (query: string) => {
    const { hits } = await find(eve, query)
    return hits.flatMap(({ snippet }) => snippet.map(({ text }) => text)).join('')
  }
  expect(await snippetOf('q=plant')).toBe('Elm has opened a plant in Lyon.')
  expect(await snippetOf(`companyId=${elm}`)).toBe('Elm has opened a plant in Lyon.')
})

test('returns one hit per story, with its article count, dated by the last matching article', async () => {
  const { hits } = await find(ada, 'q=raise')
  expect(hits).toEqual([
    {
      type: 'story',
      id: expect.any(Number),
      companyId: cedar,
      companyName: 'Cedar',
      title: [
        { text: 'Cedar ', hit: false },
        { text: 'raises', hit: true },
        { text: ' $18 million', hit: false },
      ],
      snippet: [{ text: expect.stringContaining('Cedar, which builds'), hit: false }],
      section: 'Financial Updates',
      eventType: 'mention',
      publishedAt: '2026-02-20T12:00:00.000Z',
      precision: 'second',
      publisher: 'The Press',
      url: expect.stringMatching(/^https:\/\/press\.example\//),
      kind: 'press',
      source: 'press',
      articleCount: 2,
    },
  ])
})

test('a brief is not shown beside a story that says the same', async () => {
  const { app, company, tell, brief } = fixture
  const eve = await app.signUp()
  const twice = await company(eve, 'Twice')
  await tell(twice, { title: 'Twice opens a kiln', text: 'It is warm.' })
  await brief(twice, 'Twice opens a kiln and a foundry')
  expect(await titlesFound(eve, 'q=kiln')).toEqual(['Twice opens a kiln'])
  expect(await titlesFound(eve, '')).toEqual(['Twice opens a kiln'])
  expect(await titlesFound(eve, 'q=kiln+foundry')).toEqual(['Brief of Twice'])
  expect(await titlesFound(eve, 'q=kiln&source=brief')).toEqual(['Brief of Twice'])
})

test('a brief is found by its words', async () => {
  const { hits } = await find(ada, 'q=revenue')
  expect(hits).toMatchObject([
    { type: 'brief', companyId: lumen, articleCount: 0, url: null, section: null, source: 'brief' },
  ])
  expect(hits[0]?.title).toEqual([{ text: 'Brief of Lumen', hit: false }])
  expect(hits[0]?.snippet.filter(({ hit }) => hit)).toEqual([{ text: 'revenue', hit: true }])
  expect(hits[0]?.snippet.map(({ text }) => text).join('')).toBe('Latest News · Lumen doubled its revenue')
})

test.each([
  ['section=Leadership+%26+Team', ['Cedar hires a chief of robots']],
  ['source=company-site', ['Lumen partners with a robot maker']],
  ['source=brief', ['Brief of Lumen']],
  ['event=Leadership', ['Cedar hires a chief of robots']],
  ['event=Leadership&section=Business', []],
  ['event=Shutdown', []],
  ['source=brief&section=Business', []],
  ['from=2026-02-24&to=2026-02-27', ['Cedar hires a chief of robots', 'Lumen partners with a robot maker']],
  ['to=2026-02-19', ['Cedar raises $18 million']],
  [
    'q=robot&sort=oldest&section=',
    ['Cedar raises $18 million', 'Lumen partners with a robot maker', 'Cedar hires a chief of robots'],
  ],
  ['section=Financial+Updates&q=robots', ['Cedar raises $18 million']],
])('filters work with or without words: %s', async (query, titles) => {
  expect(await titlesFound(ada, query)).toEqual(titles)
})

test("filters by company; another user's company looks nonexistent", async () => {
  expect(await titlesFound(ada, `company=${lumen}&sort=newest`)).toEqual(['Lumen partners with a robot maker'])
  const ben = await fixture.app.signUp()
  expect(await find(ben, `company=${lumen}`)).toEqual(await find(ben, 'company=2000000000'))
})

test('relevance ranks by words first, then by recency and materiality', async () => {
  const { company, tell } = fixture
  const zephyr = await company(ada, 'Zephyr')
  await tell(zephyr, { title: 'An old turbine story', age: 300 })
  await tell(zephyr, { title: 'A new turbine story', age: 1 })
  await tell(zephyr, { title: 'An old turbine story that matters', age: 300, weight: 0.8 })
  await tell(zephyr, { title: 'Wind', text: 'Among other things, a turbine was seen.' })
  expect(await titlesFound(ada, 'q=turbine')).toEqual([
    'A new turbine story',
    'An old turbine story that matters',
    'An old turbine story',
    'Wind',
  ])
  expect((await titlesFound(ada, 'q=turbine&sort=newest'))[0]).toBe('Wind')
})

test.each([
  ['from=2026-03-02&to=2026-03-01', 'The first day must not be after the last day'],
  ['from=yesterday', 'Must be a date such as 2026-01-31'],
  ['to=2026-02-30', 'Must be a date such as 2026-01-31'],
  ['from=0000-01-01', 'Must be a date such as 2026-01-31'],
  [`q=${'a'.repeat(201)}`, 'A search must be at most 200 characters'],
  ['cursor=bm90aGluZw', 'The page could not be found. Please start from the beginning.'],
])('invalid input gets a clear message: %s', async (query, message) => {
  const response = await ada.get(`/api/search?${query}`)
  expect([response.status, await response.json()]).toMatchObject([422, { code: 'invalid-input', message }])
})

test.each([
  'limit=0',
  'limit=51',
  'limit=x',
  'section=Weather',
  'event=News',
  'source=rumours',
  'sort=loud',
  'company=-1',
])('an invalid parameter is rejected: %s', async (query) => {
  expect((await ada.get(`/api/search?${query}`)).status).toBe(422)
})

test('a cursor of another sort order is rejected', async () => {
  const { next } = await find(ada, 'sort=newest&limit=1')
  expect((await ada.get(`/api/search?sort=oldest&limit=1&cursor=${next}`)).status).toBe(422)
})

test.each(['newest', 'oldest', 'relevance'])(
  'paging by %s neither skips nor repeats hits while stories and articles arrive',
  async (sort) => {
    const { app, company, tell, brief } = fixture
    const eve = await app.signUp()
    const many = await company(eve, `Many ${sort}`, `https://many-${sort}.example`)
    const ids: number[] = []
    for (let at = 0; at < 23; at += 1)
      ids.push(
        await tell(many, {
          title: `Story ${at} of a harbor`,
          age: Math.floor(at / 3),
          weight: (at % 5) / 10,
        }),
      )
    await brief(many, 'The harbor is open.', 3)
    const before = await titlesFound(eve, `q=harbor&sort=${sort}&limit=50`)
    const seen: string[] = []
    let next: string | null = null
    for (let page = 0; page < 10; page += 1) {
      const cursor: string = next === null ? '' : `&cursor=${next}`
      const found = await find(eve, `q=harbor&sort=${sort}&limit=5${cursor}`)
      seen.push(...found.hits.map(({ title }) => title.map(({ text }) => text).join('')))
      next = found.next
      if (next === null) break
      // A new story, a new brief, and a new article in a story that hasn't been shown yet.
      await tell(many, { title: `A harbor of page ${page}` })
      await brief(many, `The harbor is open, ${page}.`)
      await tell(many, { title: 'The harbor once more', story: ids[(page * 7 + 11) % 23]! })
    }
    expect(before).toHaveLength(23)
    expect(seen).toEqual(before)
  },
)

test('returns at most as many hits as requested, 20 by default', async () => {
  const { app, company, tell } = fixture
  const eve = await app.signUp()
  const many = await company(eve, 'Twenty')
  for (let at = 0; at < 21; at += 1) await tell(many, { title: `Story ${at}` })
  expect((await find(eve, '')).hits).toHaveLength(20)
  const all = await find(eve, 'limit=50')
  expect([all.hits.length, all.next]).toEqual([21, null])
})

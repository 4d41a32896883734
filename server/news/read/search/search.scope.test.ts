import type { Evidence } from '#domain/news/evidence.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { find, searchFixture, titlesFound } from '../../../testing/fixtures/search-fixture.ts'
import { repetitions } from '../../../testing/repetitions.ts'
import type { TestUser } from '../../../testing/test-app.ts'

const SITE = 'https://cedar.example'

let fixture: Awaited<ReturnType<typeof searchFixture>>
let ada: TestUser
let ben: TestUser
let cedarOfAda: number
let cedarOfBen: number

beforeAll(async () => {
  fixture = await searchFixture()
  ada = await fixture.app.signUp()
  ben = await fixture.app.signUp()
  cedarOfAda = await fixture.company(ada, 'Cedar', SITE)
  cedarOfBen = await fixture.company(ben, 'Cedar', SITE)
})

test('search and saved views respond 401 if not signed in', async () => {
  expect((await fixture.app.request('/api/search?q=a')).status).toBe(401)
  expect((await fixture.app.request('/api/views')).status).toBe(401)
})

test('articles about a company are found only by users who track it', async () => {
  const eve = await fixture.app.signUp()
  const secret = await fixture.company(eve, 'Secret')
  await fixture.tell(secret, { title: 'Zanzibar is mentioned' })
  await fixture.brief(secret, 'A Zanzibar brief')
  await fixture.tell(cedarOfAda, { title: 'Cedar sails to Norway' })
  expect(await titlesFound(eve, 'q=zanzibar')).toEqual(['Zanzibar is mentioned'])
  expect(await titlesFound(eve, 'q=zanzibar+brief')).toEqual(['Brief of Secret'])
  for (const words of ['zanzibar', 'zanzibar+brief']) expect(await titlesFound(ada, `q=${words}`)).toEqual([])
  for (const [user, companyId] of [
    [ada, cedarOfAda],
    [ben, cedarOfBen],
  ] as const)
    expect((await find(user, 'q=norway')).hits).toMatchObject([{ companyId, companyName: 'Cedar' }])
  expect(await titlesFound(eve, 'q=norway')).toEqual([])
})

test('articles and briefs of a removed company are no longer found', async () => {
  const eve = await fixture.app.signUp()
  const company = await fixture.company(eve, 'Leaving')
  await fixture.tell(company, { title: 'Quicksilver' })
  await fixture.brief(company, 'Quicksilver in a brief')
  const queries = ['q=quicksilver', 'q=quicksilver+brief']
  for (const query of queries) expect(await titlesFound(eve, query)).toHaveLength(1)
  await eve.send('DELETE', `/api/companies/${company}`)
  for (const query of queries) expect(await titlesFound(eve, query)).toEqual([])
})

test('articles that one owner rejected are found by others, and own finds only by their owner', async () => {
  const evidence: Evidence[] = [{ kind: 'title', value: 'Cedar' }]
  const rejected = await fixture.tell(cedarOfAda, { title: 'Cedar furniture for gardens', evidence })
  await fixture.tell(cedarOfAda, {
    title: 'More about garden furniture',
    story: rejected,
    evidence: [{ kind: 'own-site' }],
  })
  await fixture.tell(cedarOfBen, { title: 'Garden chairs of my alert', isOwn: true, source: 'own-feed' })
  expect(await titlesFound(ada, 'q=furniture')).toEqual(['Cedar furniture for gardens'])
  await fixture.app.database.query(
    `insert into company_rejections (user_id, company_id, kind, value, created_at) values ($1, $2, 'name', 'Cedar', now())`,
    [ada.id, cedarOfAda],
  )
  await fixture.app.database.query('update companies set has_overrides = true where id = $1', [cedarOfAda])
  expect((await find(ada, 'q=garden')).hits).toMatchObject([{ articleCount: 1, url: expect.any(String) }])
  expect(await titlesFound(ada, 'q=garden')).toEqual(['More about garden furniture'])
  expect(await titlesFound(ben, 'q=garden&sort=newest')).toEqual(
    expect.arrayContaining(['Cedar furniture for gardens', 'Garden chairs of my alert']),
  )
  expect((await find(ben, 'q=garden&source=own-feed')).hits).toMatchObject([{ source: 'own-feed', articleCount: 1 }])
  const eve = await fixture.app.signUp()
  await fixture.company(eve, 'Cedar', SITE)
  await fixture.brief(cedarOfAda, 'Everybody reads of hedges')
  expect(await titlesFound(ada, 'q=hedges')).toEqual([])
  expect(await titlesFound(eve, 'q=hedges')).toEqual(['Brief of Cedar'])
})

test('a URL counts once, and excluded stories are not found', async () => {
  const url = 'https://press.example/oslo'
  const eve = await fixture.app.signUp()
  const company = await fixture.company(eve, 'Fjord')
  const shared = await fixture.tell(company, { title: 'Oslo opening', url })
  const own = await fixture.tell(company, { title: 'Oslo opening', url, isOwn: true, source: 'own-feed' })
  await fixture.tell(company, { title: 'Oslo again', isOwn: true, source: 'own-feed', story: own })
  const found = await find(eve, 'q=oslo&sort=newest')
  expect(found.hits.map(({ id, articleCount }) => [id, articleCount])).toEqual([
    [own, 1],
    [shared, 1],
  ])
  await fixture.app.database.query(
    `insert into company_rejections (user_id, company_id, kind, value, created_at) values ($1, $2, 'story', $3, now())`,
    [eve.id, company, String(own)],
  )
  await fixture.app.database.query('update companies set has_overrides = true where id = $1', [company])
  expect((await find(eve, 'q=oslo')).hits.map(({ id }) => id)).toEqual([shared])
})

test('the brief of a language model is searched only for users who allow it', async () => {
  const eve = await fixture.app.signUp()
  const company = await fixture.company(eve, 'Plain')
  await fixture.brief(company, 'Written by hand', 0, 'Written by machine')
  expect(await titlesFound(eve, 'q=machine')).toEqual(['Brief of Plain'])
  expect(await titlesFound(eve, 'q=hand')).toEqual([])
  await fixture.app.database.query('update users set uses_model = false where id = $1', [eve.id])
  expect(await titlesFound(eve, 'q=machine')).toEqual([])
  expect(await titlesFound(eve, 'q=hand')).toEqual(['Brief of Plain'])
})

test('an older brief is not found once there is a newer one', async () => {
  const eve = await fixture.app.signUp()
  const company = await fixture.company(eve, 'Serial')
  await fixture.brief(company, 'Yesteryear', 2)
  await fixture.brief(company, 'Today', 1)
  expect(await titlesFound(eve, 'q=yesteryear')).toEqual([])
  expect(await titlesFound(eve, 'q=today')).toHaveLength(1)
})

test('our hit markers are stripped from article text, and markup stays text', async () => {
  const eve = await fixture.app.signUp()
  const company = await fixture.company(eve, 'Marked')
  await fixture.tell(company, {
    title: 'Plain \uE000sneaky\uE001 &lt;b&gt; heron',
    text: 'A heron\uE001 & <mark>another\uE000 heron</mark>',
  })
  const [hit] = (await find(eve, 'q=heron')).hits
  expect(hit?.title.filter((part) => part.hit)).toEqual([{ text: 'heron', hit: true }])
  expect(hit?.snippet.filter((part) => part.hit).map(({ text }) => text)).toEqual(['heron', 'heron'])
  expect(JSON.stringify(hit)).not.toMatch(/[\uE000\uE001]/)
  const textOf = (parts: { text: string }[] = []) => parts.map(({ text }) => text).join('')
  expect(textOf(hit?.title)).toBe('Plain sneaky &lt;b&gt; heron')
  expect(textOf(hit?.snippet)).toBe('A heron & <mark>another heron</mark>')
})

test('different forms of a word are found in a brief and in a story', async () => {
  const eve = await fixture.app.signUp()
  const company = await fixture.company(eve, 'Forms')
  const forms = 'companies hoping dying lying tying skies happiness organizations sensibility relational parties early'
  await fixture.brief(company, `It tells of ${forms}.`)
  const reported = await fixture.company(eve, 'Reported')
  await fixture.tell(reported, { title: 'A story', text: `It tells of ${forms}.` })
  for (const word of 'company hope die lie tie sky happy organize sensible relate party early'.split(' '))
    expect([word, (await titlesFound(eve, `q=${word}+it`)).toSorted()]).toEqual([word, ['A story', 'Brief of Forms']])
})

const HOSTILE = [
  "'; drop table articles; --",
  '& | ! ( ) <-> :* :A',
  'foo:*',
  '"',
  '"""" or or -',
  'or',
  '- - -',
  '\\',
  "it's",
  '%00',
  '\u0000\u0001',
  '\uD800',
  '½ ² Ⅷ',
  'ا ب ت',
  '日本語',
  'the',
  'a'.repeat(200),
  '<b>',
  'http://x.example/?a=b',
  '1e309',
  "cedar' | 'x",
]

test('no query causes an error', async () => {
  const query = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(fc.constantFrom('cedar', 'or', '-', '"', ':*', '&', '|', '!', '(', ')', '<->', 'ab', ' '), {
        maxLength: 8,
      })
      .map((parts) => parts.join(' ')),
  )
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom('relevance', 'newest'), async (typed, sort) => {
      const asked = new URLSearchParams({ q: typed, sort })
      const response = await ben.get(`/api/search?${asked}`)
      expect([typed, response.status]).toEqual([typed, 200])
    }),
    {
      numRuns: repetitions({ sample: 60, all: 500 }),
      examples: HOSTILE.map((typed) => [typed, 'relevance'] as [string, string]),
    },
  )
})

test('no forged cursor causes a server error', async () => {
  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const good = ['newest', 0, 0, 0, 0, 0, 0, 0]
  const value = fc.oneof(
    fc.double(),
    fc.maxSafeInteger(),
    fc.string(),
    fc.constant(null),
    fc.constantFrom('newest', 8.64e15, -6e13),
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(7), value, async (at, put) => {
      const response = await ben.get(`/api/search?cursor=${forged(good.with(at, put as never))}`)
      expect([200, 422]).toContain(response.status)
    }),
    { numRuns: repetitions({ sample: 40, all: 500 }) },
  )
  expect((await ben.get(`/api/search?cursor=${forged(good)}`)).status).toBe(200)
})

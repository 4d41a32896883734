import { beforeAll, expect, test } from 'vitest'
import { briefBodySql } from '../../testing/fixtures/brief-body.ts'
import { z } from 'zod'
import { Problem } from '#domain/errors.ts'
import { RulePreview } from '#domain/news/overrides.ts'
import { Story } from '#domain/news/stories.ts'
import { HOUR_MS } from '#domain/time.ts'
import { cardOf } from '../../testing/fixtures/overrides-fixture.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let ada: TestUser & { path: string; companyId: number }
let ben: typeof ada
/** Article ids, in the order of `ARTICLES`. */
let ids: number[]

const ARTICLES: [title: string, text: string, url: string, first?: number][] = [
  ['Mercury raises $5 million', 'The bank for startups raised money.', 'https://bank-news.example/1'],
  [
    'Mercury Records signs a new band',
    'Yesterday Mercury Records signed it. Fans of Mercury Records rejoice.',
    'https://www.music.example/1',
  ],
  ['An album for the summer', 'It comes out at\nMERCURY RECORDS, in May.', 'https://radio.example/2'],
  ['The band tells how it was signed', 'A contract was made.', 'https://blog.example/3', 1],
  ['Mercury opens an office', 'It is in Oslo.', 'https://music.example/business'],
  ['Mercury Recordsmen win', 'A team of runners.', 'https://sport.example/4'],
]

beforeAll(async () => {
  app = await testApp()
  ada = await tracker()
  ben = await tracker()
  const trackedCompany = `(select tracked_company_id from companies where id = ${ada.companyId})`
  ids = []
  for (const [number, [title, text, url, first]] of ARTICLES.entries()) {
    const { rows } = await app.database.execute(
      `with found as (
        insert into articles (url, key, title, text, publisher, published_at, precision, kind, facts, found_at, is_classified)
        values ($1, $1, $2, $3, 'Paper', $4, 'second', 'press', '{}', $4, true) returning id)
      insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence, story_id)
      select ${trackedCompany}, found.id, $4, 'press', 1, '[{"kind":"title","value":"Mercury"}]', $5 from found returning article_id`,
      [
        url,
        title,
        text,
        new Date(app.time.now.getTime() - (number + 1) * HOUR_MS),
        first === undefined ? null : ids[first],
      ],
    )
    ids.push(Number((rows as { article_id: string }[])[0]?.article_id))
  }
  await app.database.execute(
    `insert into briefs (tracked_company_id, status, body, published_at, created_at)
     values (${trackedCompany}, 'extractive', ${briefBodySql(`'Shared brief of all six'`)}, $1, $1)`,
    [app.time.now],
  )
})

async function tracker() {
  const user = await app.signUp()
  const response = await user.send('POST', '/api/companies', {
    name: 'Mercury',
    website: 'mercury-bank.example',
  })
  const { id } = z.object({ id: z.number() }).parse(await response.json())
  return { ...user, companyId: id, path: `/api/companies/${id}` }
}

const stories = async (user: typeof ada) => (await user.get(`${user.path}/stories`)).text()
const titles = async (user: typeof ada) =>
  z
    .array(Story)
    .parse(JSON.parse(await stories(user)))
    .map(({ title }) => title)
const feed = async (user: typeof ada) => (await user.get('/api/news/feed')).text()
const reject = (rule: object) => ada.send('POST', `${ada.path}/rejections`, rule)
const takeBack = (rule: object) => ada.send('DELETE', `${ada.path}/rejections`, rule)
const previewOf = async (storyId: number | undefined) =>
  z.array(RulePreview).parse(await (await ada.send('POST', `${ada.path}/rejections/preview`, { storyId })).json())
const problemOf = async (response: Response | Promise<Response>) => {
  const { status, message } = Problem.parse(await (await response).json())
  return `${status} ${message}`
}

test('the preview describes each possible rule and lists the stories it would remove', async () => {
  const rules = await previewOf(ids[1])
  expect(rules.map(({ kind, value, words, count, thinned }) => [kind, value, words, count, thinned])).toEqual([
    ['story', String(ids[1]), 'Only this story', 1, 0],
    ['publisher', 'music.example', 'Everything from music.example', 1, 1],
    ['publisher', 'blog.example', 'Everything from blog.example', 0, 1],
    ['phrase', 'Mercury Records', 'Everything that says “Mercury Records”', 2, 0],
  ])
  expect(rules[3]?.stories.map(({ title }) => title)).toEqual([
    'Mercury Records signs a new band',
    'An album for the summer',
  ])
  expect(rules[3]?.stories[0]).toMatchObject({ id: ids[1], publisher: 'Paper' })
})

test.each(['story', 'publisher', 'phrase'] as const)(
  'a %s rule removes what its preview shows, only for its owner; undo restores it byte for byte',
  async (kind) => {
    const before = [await stories(ada), await feed(ada), await stories(ben), await feed(ben)]
    const rule = (await previewOf(ids[1])).find((each) => each.kind === kind)
    const said = { kind, value: rule?.value }
    const all = await titles(ada)
    for (const _twice of [1, 2]) {
      const card = await cardOf(reject(said))
      expect(card.notMine).toMatchObject([said])
      expect(card.facts.some(({ isRejected }) => isRejected)).toBe(false)
    }
    const gone = rule?.stories.map(({ title }) => title) ?? []
    expect(gone.length).toBe(rule?.count)
    const left = await titles(ada)
    expect(left.length).toBe(all.length - gone.length)
    for (const title of gone) {
      expect(left).not.toContain(title)
      expect(await feed(ada)).not.toContain(title)
    }
    expect(await feed(ada)).toContain('Mercury raises $5 million')
    expect([await stories(ben), await feed(ben)]).toEqual(before.slice(2))
    for (const _twice of [1, 2]) expect((await cardOf(takeBack(said))).notMine).toEqual([])
    expect([await stories(ada), await feed(ada), await stories(ben), await feed(ben)]).toEqual(before)
  },
)

test('a rule also applies to articles from a pasted feed, and to later ones before they are classified', async () => {
  const alert = (title: string, isClassified = true) =>
    app.database.execute(
      `with found as (
        insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at, is_classified)
        values ('https://alerts.example/' || md5($3), 'own ' || $3, $3, '', $1, 'second', 'post', '{}', $1, $4) returning id)
      insert into company_articles (user_id, company_id, article_id, published_at, source, via_kind, via, evidence)
      select user_id, companies.id, found.id, $1, 'own-feed', 'feed', 'https://alerts.example/feed', '[]' from found, companies where companies.id = $2`,
      [app.time.now, ada.companyId, title, isClassified],
    )
  await alert('Reissues of Mercury Records')
  await ada.send('POST', `${ada.path}/feeds`, { url: 'https://alerts.example/feed' })
  expect(await titles(ada)).toContain('Reissues of Mercury Records')
  const said = { kind: 'phrase', value: 'Mercury Records' }
  await reject(said)
  await alert('A box set of Mercury Records')
  await alert('A new label by Mercury Records', false)
  const rejected = ['Reissues of Mercury Records', 'A box set of Mercury Records', 'A new label by Mercury Records']
  for (const title of rejected) expect(await titles(ada)).not.toContain(title)
  await takeBack(said)
  expect(await titles(ada)).toEqual(expect.arrayContaining(rejected))
  await ada.send('DELETE', `${ada.path}/feeds`, { url: 'https://alerts.example/feed' })
})

test('a rejected story is listed by its title', async () => {
  const said = { kind: 'story', value: String(ids[1]) }
  expect((await cardOf(reject(said))).notMine).toEqual([{ ...said, words: 'Mercury Records signs a new band' }])
  expect(await titles(ada)).not.toContain('Mercury Records signs a new band')
  expect(await titles(ada)).not.toContain('The band tells how it was signed')
  await takeBack(said)
})

test('anonymous users, other owners, missing stories and invalid rules each get their own message', async () => {
  const address = `${ada.path}/rejections/preview`
  expect((await app.request(address, { method: 'POST' })).status).toBe(401)
  const withoutId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
  for (const [path, body] of [
    ['rejections/preview', { storyId: ids[1] }],
    ['rejections', { kind: 'story', value: String(ids[1]) }],
  ] as const) {
    const [foreign, absent] = [
      await ben.send('POST', `${ada.path}/${path}`, body),
      await ben.send('POST', `/api/companies/2000000000/${path}`, body),
    ]
    expect([foreign.status, withoutId(await foreign.text())]).toEqual([404, withoutId(await absent.text())])
  }
  expect(await problemOf(ada.send('POST', address, { storyId: 2_000_000_000 }))).toBe('404 Story not found')
  expect(await problemOf(ada.send('POST', address, { storyId: '1' }))).toBe('422 Must be a story of this company')
  expect(await problemOf(reject({ kind: 'story', value: '2000000000' }))).toBe(
    '409 This story is not in your view anymore',
  )
  for (const [kind, value, message] of [
    ['story', 'one', 'Must be a story of this company'],
    ['story', '9'.repeat(30), 'Must be a story of this company'],
    ['publisher', 'https://music.example', 'Must be the domain of a publisher, such as paper.example'],
    ['publisher', 'example', 'Must be the domain of a publisher, such as paper.example'],
    ['phrase', 'ab', 'Must be a name of 3 to 120 characters'],
    ['phrase', 'all small letters', 'Must be a name of 3 to 120 characters'],
    ['phrase', `Mercury ${'x'.repeat(120)}`, 'Must be a name of 3 to 120 characters'],
  ])
    expect(await problemOf(reject({ kind, value }))).toBe(`422 ${message}`)
})

test('limits the number of phrase rules per company', async () => {
  const rules = Array.from({ length: 30 }, (_, number) => ({
    kind: 'phrase',
    value: `Mercury Name ${number}`,
  }))
  for (const rule of rules) expect((await reject(rule)).status).toBe(200)
  expect(await problemOf(reject({ kind: 'phrase', value: 'Mercury One More' }))).toBe(
    '422 No more rules of this kind can be kept for this company',
  )
  expect((await reject(rules[0] ?? {})).status).toBe(200)
  for (const rule of rules) await takeBack(rule)
})

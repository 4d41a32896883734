import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Fact } from '#domain/news/facts.ts'
import { HiddenSuggestion, Suggestion } from '#domain/news/discover.ts'
import { Problem } from '#domain/errors.ts'
import { DAY_MS } from '#domain/time.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { unzip } from '../../../testing/files/documents.ts'

let app: TestApp
let ada: TestUser & { companyId: number }
let ben: TestUser

beforeAll(async () => {
  app = await testApp()
  ada = { ...(await app.signUp()), companyId: 0 }
  ben = await app.signUp()
  ada.companyId = await add(ada, 'Cedar Robotics', 'cedar.example')
  await add(ben, 'Brightwell', 'brightwell.example')
  await tell(ada.companyId, 'Cedar Robotics raises $5 million', 3, [
    { kind: 'investor', name: 'Alder Ventures', certainty: 'stated' },
    { kind: 'investor', name: 'Northgate Capital', certainty: 'stated' },
    { kind: 'round', name: 'Series Alpha', certainty: 'stated' },
  ])
  await tell(
    ada.companyId,
    'Cedar Robotics teams up with Kestrel Foods',
    10,
    [{ kind: 'partner', name: 'Kestrel Foods', certainty: 'stated' }],
    'Cedar Robotics said so today. Kestrel Foods will use its robots in forty kitchens.',
  )
  await tell(ada.companyId, 'Cedar Robotics joins forces with Dunmore Labs', 400, [
    { kind: 'partner', name: 'Dunmore Labs', certainty: 'stated' },
  ])
})

async function add(user: TestUser, name: string, website: string): Promise<number> {
  const response = await user.send('POST', '/api/companies', { name, website })
  return z.object({ id: z.number() }).parse(await response.json()).id
}

async function tell(companyId: number, title: string, days: number, facts: Fact[], text = '', denied: string[] = []) {
  await app.database.execute(
    `with found as (
      insert into articles (url, key, title, text, publisher, published_at, precision, kind, facts, found_at, is_classified)
      values ('https://press.example/' || md5($1), $1, $1, $5, 'The Press', $2, 'second', 'press', '{}', $2, true) returning id)
    insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence, event_type, extracted_facts, denied)
    select tracked_company_id, found.id, $2, 'press', 1, '[]', 'raise', $3, $6 from found, companies where companies.id = $4`,
    [
      title,
      new Date(app.time.now.getTime() - days * DAY_MS),
      JSON.stringify(facts),
      companyId,
      text,
      JSON.stringify(denied),
    ],
  )
}

const suggestions = async (user: TestUser) => z.array(Suggestion).parse(await (await user.get('/api/discover')).json())
const names = async (user: TestUser) => (await suggestions(user)).map(({ name }) => name)
const hiddenOf = async (response: Response | Promise<Response>) =>
  z
    .array(HiddenSuggestion)
    .parse(await (await response).json())
    .map(({ name }) => name)

const ALL = ['Kestrel Foods', 'Alder Ventures', 'Northgate Capital']
const [KESTREL = '', ...INVESTORS] = ALL

test("suggests companies named in last year's news that are not in the portfolio, with the stories", async () => {
  expect(await names(ada)).toEqual(ALL)
  expect((await suggestions(ada))[0]).toMatchObject({
    kind: 'company',
    sentence: 'Kestrel Foods will use its robots in forty kitchens.',
    sentenceUrl: expect.stringMatching(/^https:\/\/press\.example\//),
    roles: ['partner'],
    stories: 1,
    companies: 1,
    evidence: [
      {
        title: 'Cedar Robotics teams up with Kestrel Foods',
        publisher: 'The Press',
        company: { id: ada.companyId, name: 'Cedar Robotics' },
      },
    ],
  })
  expect(await names(ben)).toEqual([])
})

test('a suggestion stays hidden, only for the user who hid it, until it is restored', async () => {
  await add(ben, 'Cedar Robotics', 'cedar.example')
  for (const _twice of [1, 2])
    expect(await hiddenOf(ada.send('POST', '/api/discover/hidden', { name: 'alder ventures LLC' }))).toEqual([
      'alder ventures LLC',
    ])
  expect(await names(ada)).toEqual([KESTREL, 'Northgate Capital'])
  expect(await names(ben)).toEqual(ALL)
  expect(await hiddenOf(ben.get('/api/discover/hidden'))).toEqual([])
  const files = unzip(new Uint8Array(await (await ada.get('/api/account/export')).arrayBuffer()))
  expect(files.get('hidden-suggestions.json')).toContain('alder ventures LLC')
  for (const _twice of [1, 2])
    expect(await hiddenOf(ada.send('DELETE', '/api/discover/hidden', { name: 'Alder Ventures' }))).toEqual([])
  expect(await names(ada)).toEqual(ALL)
})

test('an added company is not suggested, even after its removal, unless it is removed right away', async () => {
  const id = await add(ada, 'Kestrel Foods, Inc.', 'kestrel.example')
  expect(await names(ada)).toEqual(INVESTORS)
  await ada.send('DELETE', `/api/companies/${id}`)
  expect(await names(ada)).toEqual(ALL)
  await app.database.execute(`update companies set created_at = created_at - interval '1 day' where id = $1`, [id])
  expect(await names(ada)).toEqual(INVESTORS)
  await app.database.execute('delete from companies where id = $1', [id])
})

test('aliases and companies in rejected stories are not suggested', async () => {
  const path = `/api/companies/${ada.companyId}`
  await ada.send('POST', `${path}/aliases`, { alias: 'Northgate Capital' })
  expect(await names(ada)).toEqual([KESTREL, 'Alder Ventures'])
  await ada.send('DELETE', `${path}/aliases`, { alias: 'Northgate Capital' })
  const rule = { kind: 'phrase', value: 'Kestrel Foods' }
  await ada.send('POST', `${path}/rejections`, rule)
  expect(await names(ada)).toEqual(INVESTORS)
  await ada.send('DELETE', `${path}/rejections`, rule)
  expect(await names(ada)).toEqual(ALL)
})

test('a suggestion can be added as a company without a website', async () => {
  const response = await ada.send('POST', '/api/companies/bulk', [{ name: 'Alder Ventures' }])
  expect(await response.json()).toMatchObject([{ name: 'Alder Ventures', website: null }])
  expect(await names(ada)).toEqual([KESTREL, 'Northgate Capital'])
})

test('anonymous requests and invalid names are rejected', async () => {
  for (const [method, path] of [
    ['GET', '/api/discover'],
    ['GET', '/api/discover/hidden'],
    ['POST', '/api/discover/hidden'],
    ['DELETE', '/api/discover/hidden'],
  ] as const)
    expect((await app.request(path, { method })).status).toBe(401)
  for (const body of [{}, { name: ' ' }, { name: 'a'.repeat(201) }, { name: 7 }]) {
    const { status, message } = Problem.parse(await (await ada.send('POST', '/api/discover/hidden', body)).json())
    expect([status, message]).toEqual([422, 'Must be the name of a suggestion'])
  }
})

test('a denied report yields no suggestions, however often it was repeated', async () => {
  const cora = await app.signUp()
  const company = await add(cora, 'Quillpost', 'quillpost.example')
  const buyer: Fact[] = [{ kind: 'buyer', name: 'Halvard Systems', certainty: 'reported' }]
  await tell(company, 'Quillpost is in talks about a sale to Halvard Systems', 9, buyer)
  await tell(company, 'Halvard Systems said to be near a deal for Quillpost', 8, buyer)
  await tell(company, 'Quillpost works with Orrin Foods', 7, [
    { kind: 'partner', name: 'Orrin Foods', certainty: 'stated' },
  ])
  expect(await names(cora)).toEqual(['Halvard Systems', 'Orrin Foods'])
  await tell(company, 'Quillpost denies that it is for sale', 2, [], '', ['acquisition'])
  expect(await names(cora)).toEqual(['Orrin Foods'])
})

test('a denial does not affect a much older deal', async () => {
  const dana = await app.signUp()
  const company = await add(dana, 'Ostermill', 'ostermill.example')
  await tell(company, 'Ostermill raises $3 million from Vale Partners', 200, [
    { kind: 'investor', name: 'Vale Partners', certainty: 'stated' },
  ])
  await tell(company, 'Ostermill denies that it is raising again', 2, [], '', ['raise'])
  expect(await names(dana)).toEqual(['Vale Partners'])
})

test('suggests rivals and spin-offs named in a story, with the sentence', async () => {
  const text = 'Cedar Robotics said so today. Its rivals include Halvard Systems and Tarnfield.'
  await tell(ada.companyId, 'Cedar Robotics opens a plant in Porto', 5, [], text)
  await tell(ada.companyId, 'Cedar Robotics spins off its battery unit as Voltmoor', 6, [])
  const found = (await suggestions(ada)).filter(({ roles: [role] }) => role === 'rival' || role === 'spin-off')
  expect(found).toMatchObject([
    { name: 'Halvard Systems', roles: ['rival'], sentence: 'Its rivals include Halvard Systems and Tarnfield.' },
    { name: 'Tarnfield', roles: ['rival'] },
    { name: 'Voltmoor', roles: ['spin-off'], sentence: 'Cedar Robotics spins off its battery unit as Voltmoor' },
  ])
})

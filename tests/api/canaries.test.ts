import { beforeAll, expect, test } from 'vitest'
import { shareWith } from '../../server/testing/fixtures/sharing-fixture.ts'
import { PrivateFeed } from '#domain/integrations/feeds.ts'
import { briefBodySql } from '../../server/testing/fixtures/brief-body.ts'
import { unzip } from '../../server/testing/files/documents.ts'
import { testApp, type TestApp, type TestUser } from '../../server/testing/test-app.ts'
import { repetitions } from '../../server/testing/repetitions.ts'
import { describedRoutes, isStream } from './routes.ts'

const TENANTS = repetitions({ sample: 4, all: 20 })

let app: TestApp
let tenants: (TestUser & { word: string })[]

const wordOf = (number: number) => `canary${String.fromCharCode(97 + number)}${(number * 7919 + 104_729).toString(36)}`

beforeAll(async () => {
  app = await testApp()
  tenants = []
  for (let number = 0; number < TENANTS; number += 1) {
    const word = wordOf(number)
    const user = await app.signUp(`${word}@example.com`)
    await user.send('PATCH', '/api/profile', { firstName: word, lastName: word })
    const file = [
      'Company,Website,Category,Stage',
      `${word} one,${word}.example/${word},${word},${word}`,
      `${word} two,,${word},`,
    ]
    await user.upload('/api/companies/bulk-upload', `${word}.csv`, file.join('\n'))
    await app.database.execute(
      `insert into briefs (user_id, company_id, status, body, published_at) select user_id, id, 'extractive', ${briefBodySql('$2')}, now() from companies where user_id = $1`,
      [user.id, `News of ${word}`],
    )
    tenants.push({ ...user, word })
  }
  for (const tenant of tenants) await curate(tenant)
})

async function curate({ id, word, send }: (typeof tenants)[number]): Promise<void> {
  const stated = [
    { kind: 'round', name: word, certainty: 'stated' },
    { kind: 'investor', name: `${word} Capital`, certainty: 'stated' },
    { kind: 'partner', name: `${word} Partners`, certainty: 'stated' },
  ]
  await app.database.execute(
    `with article as (
       insert into articles (url, key, title, text, publisher, published_at, precision, kind, facts, found_at, is_classified, section)
       select 'https://' || $2 || '.example/' || n, $2 || n, $2 || ' raises', 'A story of ' || $2, $2, now(), 'second', 'press', '{}', now(),
         true, 'Financial Updates' from generate_series(1, 3) as n returning id),
     shared as (
       insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence, event_type, weight, extracted_facts)
       select distinct tracked_company_id, article.id, now(), 'press', 1, jsonb_build_array(jsonb_build_object('kind', 'title', 'value', $2::text)), 'raise', 0.9::real, $3::jsonb from companies, article
       where user_id = $1 and tracked_company_id is not null)
     insert into company_articles (user_id, company_id, article_id, published_at, source, evidence, event_type, weight, extracted_facts)
     select $1, companies.id, article.id, now(), 'own-feed', jsonb_build_array(jsonb_build_object('kind', 'title', 'value', $2::text)), 'raise', 0.9, $3::jsonb from companies, article where user_id = $1`,
    [id, word, JSON.stringify(stated)],
  )
  await app.database.execute(
    `with email as (
       insert into update_messages (user_id, hash, state, received_at, sent_at, sender_name, sender_address, subject, text, company_id, attachments)
       select $1, companies.id::text, 'filed', now(), now(), $2, $2 || '@example.com', $2 || ' update', 'A letter of ' || $2, companies.id,
         jsonb_build_array(jsonb_build_object('name', 'A deck of ' || $2, 'type', 'application/pdf', 'size', 1))
       from companies where user_id = $1 returning id, company_id),
     article as (
       insert into articles (url, key, owner_company_id, title, text, publisher, published_at, precision, kind, facts, found_at, is_classified)
       select 'https://tidings.example/updates/' || id, 'updates/' || id, company_id, $2 || ' update', 'A letter of ' || $2, $2, now(), 'second', 'founder-update', '{}', now(), true
       from email returning id, owner_company_id)
     insert into company_articles (user_id, company_id, article_id, published_at, source, via_kind, evidence, event_type, weight)
     select $1, owner_company_id, id, now(), 'founder-update', 'update', '[]', 'mention', 0.6 from article`,
    [id, word],
  )
  await app.database.execute(
    `insert into update_messages (user_id, hash, state, received_at, subject, text) values ($1, 'w', 'waiting', now(), $2, $2)`,
    [id, word],
  )
  const companies = (await (await tenants.find((tenant) => tenant.id === id)?.get('/api/companies'))?.json()) as {
    id: number
  }[]
  const said = [
    await send('POST', '/api/views', { name: word, query: `q=${word}` }),
    await send('POST', '/api/discover/hidden', { name: `${word} Hidden` }),
    ...(await Promise.all(
      companies.flatMap(({ id: companyId }) => [
        send('POST', `/api/companies/${companyId}/aliases`, { alias: word }),
        send('POST', `/api/companies/${companyId}/positions`, {
          kind: 'investment',
          amount: '25000',
          currency: 'USD',
          round: word,
          notes: `A stake of ${word}`,
        }),
      ]),
    )),
  ]
  expect(said.map(({ ok }) => ok)).not.toContain(false)
}

/** The outbox of the test mode has everybody's emails, for developers. */
const mayHoldTenantData = (path: string) => !isStream(path) && !path.startsWith('/api/test/')

async function textOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const body = isZip ? [...unzip(bytes).values()].join('\n') : new TextDecoder().decode(bytes)
  return `${[...response.headers].join('\n')}\n${body}`
}

test('a tenant never reads another tenant’s data', { timeout: 120_000 }, async () => {
  const readable = (await describedRoutes(app)).filter(
    ({ method, path }) => method === 'GET' && mayHoldTenantData(path),
  )
  const words = tenants.map(({ word }) => word)
  for (const tenant of tenants) {
    const companies = (await (await tenant.get('/api/companies')).json()) as { id: number }[]
    const { rows: emails } = await app.database.execute('select id from update_messages')
    const addresses = readable.flatMap(({ path }) => {
      const ids = path.startsWith('/api/updates/') ? (emails as { id: number }[]) : companies
      return path.includes('{id}') ? ids.map(({ id }) => path.replaceAll(/\{\w+\}/g, String(id))) : [path]
    })
    const foreign = words.filter((word) => word !== tenant.word)
    const searches = foreign
      .slice(0, 3)
      .flatMap((word) => [
        `/api/companies?q=${word}&limit=10&total=1`,
        `/api/companies?category=${word}`,
        `/api/search?q=${word}`,
      ])
    const exports = ['csv', 'xlsx', 'json'].map((format) => `/api/companies/export?format=${format}`)
    const feeds = await feedsOf(tenant)
    let seen = ''
    for (const address of [...addresses, ...feeds, ...searches, ...exports, '/api/companies/2000000000'])
      seen += await textOf(await tenant.get(address))
    // The owner does see the words that must not appear anywhere else.
    for (const own of ['A letter of', 'A deck of', 'A stake of']) expect(seen).toContain(`${own} ${tenant.word}`)
    expect(seen).toContain(`${tenant.word} one`)
    const text = seen.replaceAll(/<[^>]*>; rel="next"/g, '')
    expect(foreign.filter((word) => text.includes(word))).toEqual([])
  }
})

async function feedsOf(tenant: TestUser): Promise<string[]> {
  const { id: viewId } = ((await (await tenant.get('/api/views')).json()) as { id: number }[])[0] ?? { id: 0 }
  // A view can name another user's company.
  const others = await Promise.all(
    tenants
      .filter(({ id }) => id !== tenant.id)
      .map(async (other) => ((await (await other.get('/api/companies')).json()) as { id: number }[])[0]?.id),
  )
  const query = others.map((id) => `company=${id}`).join('&')
  const curious = (await (await tenant.send('POST', '/api/views', { name: 'Curious', query })).json()) as { id: number }
  const created = [
    await tenant.send('POST', '/api/integrations/feeds', {}),
    await tenant.send('POST', '/api/integrations/feeds', { viewId }),
    await tenant.send('POST', '/api/integrations/feeds', { viewId: curious.id }),
  ]
  expect(created.map(({ status }) => status)).toEqual([201, 201, 201])
  const answers = await Promise.all(created.map(async (response) => PrivateFeed.parse(await response.json())))
  return answers.flatMap(({ urls }) => Object.values(urls ?? {}))
}

test('an API key reads its owner’s data and nobody else’s', { timeout: 120_000 }, async () => {
  const tenant = tenants[0]!
  const wanted = { name: 'All', scopes: ['portfolio:read', 'news:read', 'search:read'], expiresInDays: null }
  const { key } = (await (await tenant.send('POST', '/api/integrations/keys', wanted)).json()) as { key: string }
  const companies = (await (await tenant.get('/api/companies')).json()) as { id: number }[]
  const foreign = (await (await tenants[1]!.get('/api/companies')).json()) as { id: number }[]
  let seen = ''
  for (const { method, path } of await describedRoutes(app)) {
    if (method !== 'GET' || !mayHoldTenantData(path)) continue
    app.time.now = new Date(app.time.now.getTime() + 1000)
    const headers = { authorization: `Bearer ${key}` }
    for (const id of path.includes('{id}') ? [companies[0]?.id, foreign[0]?.id] : [0])
      seen += await textOf(await app.request(path.replace('{id}', String(id)), { headers }))
  }
  expect(seen).toContain(`${tenant.word} one`)
  expect(tenants.filter(({ word }) => word !== tenant.word && seen.includes(word))).toEqual([])
})

test('an agent reads only its owner’s data: updates only by search, and never positions', async () => {
  const tenant = tenants[0]!
  const wanted = { name: 'Agent', scopes: ['portfolio:read', 'news:read', 'search:read'], expiresInDays: null }
  const { key } = (await (await tenant.send('POST', '/api/integrations/keys', wanted)).json()) as { key: string }
  const call = async (name: string, input: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return textOf(await app.request('/mcp', { method: 'POST', headers, body: JSON.stringify(body) }))
  }
  const companies = await Promise.all(
    tenants.map(async (each) => (await (await each.get('/api/companies')).json()) as { id: number }[]),
  )
  let seen = await call('portfolio', {})
  for (const { id } of companies.flat())
    seen += (await call('company', { id })) + (await call('stories', { company_id: id }))
  expect([...HIDDEN, `${tenant.word} update`].filter((text) => seen.includes(text))).toEqual([])
  for (const { word } of tenants)
    seen += await call('search', { query: word === tenant.word ? word : word.slice(0, -1) })
  expect(seen).toContain(`${tenant.word} one`)
  expect(seen).toContain(`${tenant.word} raises`)
  expect(seen).toContain(`${tenant.word} update`)
  expect(['A stake of', '25000'].filter((text) => seen.includes(text))).toEqual([])
  expect(tenants.filter(({ word }) => word !== tenant.word && seen.includes(word))).toEqual([])
})

const HIDDEN = ['A letter of', 'A deck of', 'A stake of', '25000']

test('a guest reads only what is shared, and nobody’s other data', { timeout: 120_000 }, async () => {
  const [owner, guest] = [tenants[0]!, tenants[1]!]
  const companies = (await (await owner.get('/api/companies')).json()) as { id: number; name: string }[]
  const company = companies.find(({ name }) => name === `${owner.word} two`)
  const id = await shareWith(app, owner, guest, { companyId: company?.id ?? 0 })
  const paths = ['/api/shared', `/api/shared/${id}`, `/api/shared/${id}/companies/${company?.id}`]
  let seen = ''
  for (const path of paths) seen += await textOf(await guest.get(path))
  expect(seen).toContain(`${owner.word} two`)
  expect(seen).toContain(`${owner.word} raises`)
  const hidden = [...HIDDEN, `${owner.word} update`, `${owner.word} one`, `${owner.word} Hidden`]
  expect(hidden.filter((text) => seen.includes(text))).toEqual([])
  expect(tenants.filter(({ word }) => word !== owner.word && seen.includes(word))).toEqual([])
  // The share opens neither the owner's other companies nor the guest's own.
  const own = (await (await guest.get('/api/companies')).json()) as { id: number }[]
  const others = [...companies, ...own].filter(({ id: other }) => other !== company?.id)
  const answers = await Promise.all(
    [...others.map(({ id: other }) => other), 2_000_000_000].map(async (other) => {
      const response = await guest.get(`/api/shared/${id}/companies/${other}`)
      return [response.status, (await response.text()).replace(/"requestId":"[^"]+"/, '')].join(' ')
    }),
  )
  expect([...new Set(answers)]).toHaveLength(1)
  expect(answers[0]).toMatch(/^404 /)
})

test('webhooks send only their owner’s data, without updates and positions', { timeout: 120_000 }, async () => {
  const [tenant] = tenants
  await tenant?.send('POST', '/api/integrations/webhooks', { url: 'https://hooks.example/x', format: 'standard' })
  await app.database.execute(`update webhook_endpoints set created_at = '2020-01-01'`)
  await app.database.execute(`update users set trial_ends_at = now() + interval '1 day'`)
  // The rows above have the current time, so the app's clock has to match.
  app.time.now = new Date()
  await app.runJob('integrations.webhooks', {})
  const { rows } = await app.database.execute('select payload from webhook_deliveries')
  const sent = JSON.stringify(rows)
  expect(sent).toContain(`${tenant?.word} raises`)
  expect(HIDDEN.filter((text) => sent.includes(text))).toEqual([])
  expect(tenants.filter(({ word }) => word !== tenant?.word && sent.includes(word))).toEqual([])
})

test('errors and logs contain no tenant data', () => {
  const log = app.logged.join('\n')
  expect(tenants.filter(({ word }) => log.includes(`${word} one`)).map(({ word }) => word)).toEqual([])
})

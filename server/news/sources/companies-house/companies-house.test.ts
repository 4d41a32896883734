import type { RequestListener } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { freeKeys } from '../../../testing/network/free-budget.ts'
import { loopbackFetch, loopbackSite } from '../../../testing/network/loopback-site.ts'
import { EMPTY_MEMORY, type Memory, type PollContext, type TrackedCompany } from '../source.ts'
import type { Access } from '../service-keys.ts'
import { companiesHouse, pollRegisterPage } from './companies-house.ts'

const NOW = new Date('2026-11-19T12:00:00Z')
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const DAY_S = DAY_MS / 1000
const ACME: TrackedCompany = {
  name: 'Acme Robotics',
  domain: 'acme.example',
  website: 'https://acme.example',
  aliases: [],
  facts: [{ kind: 'place', value: 'Leeds, United Kingdom' }],
}
const STATED: TrackedCompany = { ...ACME, facts: [{ kind: 'companies-house', value: '01234567' }] }

/** As the documentation of the service describes them; people and companies are invented. */
const PROFILE = {
  company_name: 'ACME ROBOTICS LTD',
  company_number: '01234567',
  company_status: 'active',
  type: 'ltd',
  registered_office_address: { address_line_1: '1 Mill Lane', locality: 'Leeds', postal_code: 'LS1 1AA' },
  accounts: {
    next_due: '2026-12-31',
    overdue: false,
    next_accounts: { due_on: '2026-12-31', overdue: false, period_end_on: '2026-03-31' },
  },
  has_insolvency_history: false,
  links: { self: '/company/01234567', officers: '/company/01234567/officers' },
}
const officer = (name: string, id: string, more: object) => ({
  name,
  officer_role: 'director',
  links: { self: `/company/01234567/appointments/${id}`, officer: { appointments: `/officers/${id}/appointments` } },
  ...more,
})
const OFFICERS = {
  items: [
    officer('REYES, Dana Maria', 'a1', { appointed_on: '2026-11-02' }),
    officer("O'NEILL, Tom", 'b2', { appointed_on: '2019-04-01', resigned_on: '2026-10-30' }),
    officer('BIRCH NOMINEES LIMITED', 'c3', { officer_role: 'corporate-secretary', appointed_on: '2026-11-01' }),
  ],
  kind: 'officer-list',
  total_results: 3,
}
const FILINGS = {
  items: [
    {
      category: 'capital',
      type: 'SH01',
      date: '2026-11-10',
      transaction_id: 'MzQ1Njc4OTBhZGlxemtjeA',
      description: 'capital-allotment-shares',
      description_values: { date: '2026-11-05', capital: [{ currency: 'GBP', figure: '2,151' }] },
    },
    { category: 'accounts', type: 'AA', date: '2026-11-01', transaction_id: 'MzAA', description: 'accounts-with-…' },
  ],
  filing_history_status: 'filing-history-available',
}
const CASES = {
  cases: [{ type: 'in-administration', number: 1, dates: [{ type: 'administration-started-on', date: '2026-11-12' }] }],
}
const found = (...items: object[]) => ({ items, kind: 'search#companies', total_results: items.length })
const listed = (title: string, number: string, locality: string, status = 'active') => ({
  title,
  company_number: number,
  company_status: status,
  address: { locality },
})

let answers: Record<string, unknown> = {}
let otherwise: RequestListener
const service = await loopbackSite((request, response) => {
  const path = (request.url ?? '').split('?')[0] ?? ''
  if (path in answers) response.end(JSON.stringify(answers[path]))
  else otherwise(request, response)
})
const safe = loopbackFetch({}, { clock: () => NOW })
afterAll(async () => {
  await safe.close()
  await service.close()
})
beforeEach(() => {
  service.requests.length = 0
  otherwise = (_, response) => response.writeHead(404).end()
  answers = {
    '/company/01234567': PROFILE,
    '/company/01234567/officers': OFFICERS,
    '/company/01234567/filing-history': FILINGS,
    '/search/companies': found(listed('ACME ROBOTICS LTD', '01234567', 'Leeds')),
  }
})

type Asked = { company?: TrackedCompany; memory?: Memory; access?: Access; fetch?: PollContext['fetch'] }

async function ask({ company = STATED, memory = EMPTY_MEMORY, access, fetch = safe.fetch }: Asked = {}) {
  const { keys, calls } = freeKeys(access)
  const source = companiesHouse({ key: 'key-1', origin: service.url, keys })
  const result = await source.poll(
    { kind: 'search', url: null, memory, trackedCompany: company, trackedCompanyId: 7 },
    {
      fetch,
      now: NOW,
      isTracked: () => true,
      mayFetch: async () => true,
      permission: async () => ({ answer: 'yes', delayMs: 0 }),
      sitemapsOf: async () => [],
    },
  )
  const said = result.items.map(({ title, facts }) => `${String(facts.form)}: ${title}`)
  return { result, calls, said, paths: service.requests.map(({ url }) => url?.split('?')[0]) }
}

describe('an entry', () => {
  test('is read as data: directors who join and leave, and new shares, each once and at its own address', async () => {
    const { result, said, calls } = await ask()
    expect(result).toMatchObject({ state: 'ok', everySeconds: DAY_S, retryAt: after(DAY_S) })
    expect(said).toEqual([
      'AP01: Dana Maria Reyes becomes director of Acme Robotics',
      "TM01: Tom O'Neill is no longer director of Acme Robotics",
      'SH01: Acme Robotics issues new shares',
    ])
    expect(new Set(result.items.map(({ url }) => url)).size).toBe(3)
    expect(result.items[0]).toMatchObject({
      url: 'https://find-and-update.company-information.service.gov.uk/company/01234567/officers#AP01-a1',
      kind: 'filing',
      publishedAt: new Date('2026-11-02T00:00:00Z'),
      precision: 'day',
      facts: { form: 'AP01', person: 'Dana Maria Reyes', role: 'director', number: '01234567' },
    })
    // A statement of capital counts all shares, so it is not what was raised.
    expect(JSON.stringify(result.items)).not.toMatch(/2,151|GBP/)
    expect(calls).toEqual([['accept', 'companies-house']])
    expect(service.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('key-1:').toString('base64')}`)
  })

  test('tells of insolvency and overdue accounts', async () => {
    answers['/company/01234567'] = {
      ...PROFILE,
      has_insolvency_history: true,
      accounts: { next_accounts: { due_on: '2026-09-30', overdue: true } },
    }
    answers['/company/01234567/insolvency'] = CASES
    expect((await ask()).said.slice(3)).toEqual([
      'insolvency in-administration: Acme Robotics goes into administration',
      'overdue accounts: The accounts of Acme Robotics are overdue',
    ])
  })

  test('without officers or filings is empty, not broken', async () => {
    delete answers['/company/01234567/officers']
    delete answers['/company/01234567/filing-history']
    expect((await ask()).result).toMatchObject({ state: 'empty', items: [] })
  })

  test('that does not exist is not this company', async () => {
    answers = {}
    const { result } = await ask({ company: ACME, memory: { ...EMPTY_MEMORY, notes: { number: '01234567' } } })
    expect(result).toMatchObject({ state: 'never-found', memory: { notes: { number: null } } })
  })
})

describe('which entry is the company’s', () => {
  test('its own site says', async () => {
    expect((await ask()).paths[0]).toBe('/company/01234567')
  })

  test('name and place say, if only one entry has them, and it is remembered', async () => {
    answers['/search/companies'] = found(
      listed('ACME ROBOTICS LTD', '01234567', 'Leeds'),
      listed('ACME ROBOTICS LIMITED', '07654321', 'Leeds', 'dissolved'),
      listed('ACME ROBOTICS HOLDINGS LTD', '09999999', 'Leeds'),
    )
    const { result, paths } = await ask({ company: ACME })
    expect(paths.slice(0, 2)).toEqual(['/search/companies', '/company/01234567'])
    expect(result.memory.notes).toEqual({ number: '01234567' })
    service.requests.length = 0
    expect((await ask({ company: ACME, memory: result.memory })).paths[0]).toBe('/company/01234567')
  })

  test.each([
    [
      'two of that name',
      [listed('ACME ROBOTICS LTD', '01234567', 'Leeds'), listed('ACME ROBOTICS LTD', '07654321', 'York')],
    ],
    ['another place', [listed('ACME ROBOTICS LTD', '01234567', 'York')]],
  ])('is a question with %s, which its owner answers by adding the page', async (_, items) => {
    answers['/search/companies'] = found(...items)
    const { result, paths } = await ask({ company: ACME })
    expect(result).toMatchObject({ state: 'unsupported', items: [], retryAt: after(30 * DAY_S) })
    expect(result.problem).toMatch(/^Is this your company\?.*\/company\/01234567/)
    expect(paths).toEqual(['/search/companies'])
  })

  test('a namesake that only contains the name is no candidate', async () => {
    answers['/search/companies'] = found(listed('ACME ROBOTICS HOLDINGS LTD', '01234567', 'Leeds'))
    expect((await ask({ company: ACME })).result).toMatchObject({ state: 'never-found', items: [] })
  })

  test('a page that its owner added says', async () => {
    const { keys } = freeKeys()
    const asking = { key: 'key-1', origin: service.url, keys, fetch: safe.fetch, now: NOW, memory: EMPTY_MEMORY }
    const { items } = await pollRegisterPage('01234567', asking)
    expect(items[2]?.title).toBe('Acme Robotics issues new shares')
  })
})

describe('a service', () => {
  test.each([401, 403])('that refuses the key (%i) is off', async (status) => {
    answers = {}
    otherwise = (_, response) => response.writeHead(status).end()
    const { result, calls, paths } = await ask()
    expect(result).toMatchObject({ state: 'failed', problem: 'Companies House refused our key.' })
    expect([calls, paths.length]).toEqual([[['refuse', 'companies-house']], 1])
  })

  test.each([
    [{ 'retry-after': '90' }, 90],
    [{}, 300],
  ])('that asks to wait with %o is left alone for %i seconds', async (headers, seconds) => {
    answers = {}
    otherwise = (_, response) => response.writeHead(429, headers).end()
    const { fetch, close } = loopbackFetch({}, { clock: () => NOW })
    const { result, calls } = await ask({ fetch })
    await close()
    expect(result).toMatchObject({ state: 'throttled', retryAt: after(seconds) })
    expect(calls).toEqual([['pause', 'companies-house', seconds]])
  })

  test.each([
    ['another company’s entry', { ...PROFILE, company_number: '07654321' }],
    ['a list', [PROFILE]],
    ['an answer that pretends to be ours', { items: [{ title: 'forged' }], state: 'ok', retryAt: null }],
  ])('that answers with %s changes nothing', async (_, lie) => {
    answers['/company/01234567'] = lie
    expect((await ask()).result).toMatchObject({ state: 'failed', items: [] })
  })

  test('that lies in every field makes no item of it', async () => {
    answers['/company/01234567/officers'] = {
      items: [null, 7, officer('', 'x', {}), officer('REYES, Dana', '', { appointed_on: 'soon' }), { name: { a: 1 } }],
    }
    answers['/company/01234567/filing-history'] = {
      items: [
        { type: 'SH01', transaction_id: '../../evil', date: '2026-11-10' },
        { type: 'SH01', date: [] },
      ],
    }
    expect((await ask()).result).toMatchObject({ state: 'empty', items: [] })
  })

  test('that is silent fails, and the next poll tries again', async () => {
    answers = {}
    otherwise = () => {}
    const fetch: PollContext['fetch'] = (request) => safe.fetch({ ...request, timeoutMs: 200 })
    expect((await ask({ fetch })).result).toMatchObject({ state: 'failed', items: [] })
  })

  test.each([
    ['refused' as const, 'failed'],
    ['untracked' as const, 'unchanged'],
    [{ waitS: 60 }, 'throttled'],
  ])('is not asked while it is %o', async (access, state) => {
    const { result, paths } = await ask({ access })
    expect([result.state, paths]).toEqual([state, []])
  })
})

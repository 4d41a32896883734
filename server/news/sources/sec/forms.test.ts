import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { cannedFetch, type Canned } from '../../../testing/network/canned-fetch.ts'
import { EMPTY_MEMORY, type Memory, type TrackedCompany } from '../source.ts'
import { parseSubmissions } from './filing-lists.ts'
import { parseFormC } from './form-c.ts'
import { pollCurrentSec, pollSec, secCurrentRequest, secSearchRequest, submissionsRequest } from './sec.ts'

const now = new Date('2026-03-04T12:00:00Z')
const origin = 'http://127.0.0.1:9001'
const searchOrigin = 'http://127.0.0.1:9002'
const dataOrigin = 'http://127.0.0.1:9003'
const userAgent = 'Tidings support@tidings.example'
const website = 'https://acme.example'
const ACME: TrackedCompany = { name: 'Acme Robotics', domain: 'acme.example', website, aliases: [], facts: [] }
const COMPASS: TrackedCompany = { ...ACME, name: 'Compass' }

const hit = (form: string, issuer = 'Acme Robotics, Inc.', more: object = {}) => ({
  _id: `0001234567-26-000003:main.htm`,
  _source: {
    ciks: ['0001234567'],
    adsh: '0001234567-26-000003',
    display_names: [`${issuer}  (CIK 0001234567)`],
    form,
    file_date: '2026-03-02',
    biz_locations: ['Springfield, OR'],
    ...more,
  },
})
const search = (...hits: unknown[]) => JSON.stringify({ hits: { hits } })

type Row = [form: string, accession: string, filed: string, items?: string]
const submissions = (rows: Row[], more: object = {}) =>
  JSON.stringify({
    cik: '0001234567',
    name: 'ACME ROBOTICS, INC.',
    tickers: [],
    website: '',
    investorWebsite: '',
    addresses: { business: { city: 'SPRINGFIELD', stateOrCountry: 'OR' } },
    formerNames: [{ name: 'Anvil Works Inc' }],
    filings: {
      recent: {
        accessionNumber: rows.map(([, accession]) => accession),
        form: rows.map(([form]) => form),
        filingDate: rows.map(([, , filed]) => filed),
        items: rows.map(([, , , items = '']) => items),
      },
    },
    ...more,
  })

const formC = (site = 'www.acme.example', amounts = '') => `<?xml version="1.0"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/formc" xmlns:com="http://www.sec.gov/edgar/common"><headerData><submissionType>C</submissionType></headerData><formData><issuerInformation><issuerInfo>
<nameOfIssuer>Acme Robotics, Inc.</nameOfIssuer><issuerAddress><com:city>Springfield</com:city><com:stateOrCountry>OR</com:stateOrCountry></issuerAddress><issuerWebsite>${site}</issuerWebsite></issuerInfo><companyName>Crowdhouse LLC</companyName></issuerInformation>
<offeringInformation>${amounts || '<offeringAmount>50000.00</offeringAmount><maximumOfferingAmount>1235000.00</maximumOfferingAmount>'}<deadlineDate>06-30-2026</deadlineDate></offeringInformation>
<annualReportDisclosureRequirements><currentEmployees>12.00</currentEmployees><revenueMostRecentFiscalYear>410000.00</revenueMostRecentFiscalYear><netIncomeMostRecentFiscalYear>-90500.00</netIncomeMostRecentFiscalYear></annualReportDisclosureRequirements></formData></edgarSubmission>`

const DOCUMENT = `${origin}/Archives/edgar/data/1234567/000123456726000003/primary_doc.xml`

const poll = async (
  answers: { search?: Canned; filer?: Canned; document?: Canned },
  company = ACME,
  memory: Memory = EMPTY_MEMORY,
) => {
  const { fetch, asked } = cannedFetch({
    [secSearchRequest(company, { searchOrigin, now })]: answers.search ?? search(),
    [submissionsRequest('1234567', dataOrigin)]: answers.filer ?? { status: 404 },
    [DOCUMENT]: answers.document ?? { status: 404 },
  })
  const found = await pollSec(company, memory, { fetch, origin, searchOrigin, dataOrigin, userAgent, now })
  return { ...found, titles: found.items.map(({ title }) => title), asked: asked.map(({ url }) => url) }
}

describe('forms of a private company, by name', () => {
  test.each([
    ['S-1', 'Acme Robotics, Inc. files to go public (Form S-1)'],
    ['S-1/A', 'Acme Robotics, Inc. updates its filing to go public (Form S-1/A)'],
    ['F-1', 'Acme Robotics, Inc. files to go public (Form F-1)'],
    ['DRS', 'Acme Robotics, Inc. drafts a filing to go public (Form DRS)'],
    ['1-A', 'Acme Robotics, Inc. offers shares to the public under Regulation A (Form 1-A)'],
    ['C-AR', 'Acme Robotics, Inc. files its annual report to crowd investors (Form C-AR)'],
  ])('Form %s gets the headline: %s', async (form, title) => {
    expect((await poll({ search: search(hit(form)) })).titles).toEqual([title])
  })

  test('an S-1 of a listed company is not reported as going public', async () => {
    const { titles } = await poll({ search: search(hit('S-1', 'Acme Robotics, Inc.  (ACMR)')) })
    expect(titles).toEqual(['Acme Robotics, Inc. registers shares for sale (Form S-1)'])
  })

  test('unknown forms and other issuers are left out', async () => {
    const found = await poll({ search: search(hit('SC 13G'), hit('S-1', 'Acme Robotics Ventures Fund LP')) })
    expect([found.state, found.titles]).toEqual(['empty', []])
  })

  test('the legal name given on the site is searched for and recognized', async () => {
    const company = { ...ACME, name: 'Zippy', aliases: ['Zippy', 'Acme Robotics, Inc.'] }
    const found = await poll({ search: search(hit('S-1')) }, company)
    expect(new URL(found.asked[0]!).searchParams.get('q')).toBe('"Zippy" OR "Acme Robotics"')
    expect(found.titles).toHaveLength(1)
  })

  test('a one-word name must also match the city named on the site', async () => {
    const other = search(hit('S-1', 'Compass, Inc.'))
    expect((await poll({ search: other }, COMPASS)).titles).toEqual([])
    const placed = { ...COMPASS, facts: [{ kind: 'place' as const, value: 'Springfield, Oregon, US' }] }
    expect((await poll({ search: other }, placed)).titles).toHaveLength(1)
  })
})

describe('crowdfunding', () => {
  test("an offering has its target, its deadline and the company's own figures", async () => {
    const { items } = await poll({ search: search(hit('C')), document: formC() })
    expect(items[0]).toMatchObject({
      title: 'Acme Robotics, Inc. raises money from the crowd (Form C): $50,000 to $1,235,000',
      text: 'It wants to raise $50,000 to $1,235,000 through Crowdhouse LLC.\nThe offering ends on 2026-06-30.\nEmployees: 12.\nRevenue in its last fiscal year: $410,000.\nNet income in its last fiscal year: -$90,500.',
      facts: { target: 50_000, maximum: 1_235_000, employees: 12, revenue: 410_000, netIncome: -90_500 },
    })
  })

  test('an issuer with another website is another company', async () => {
    const found = await poll({ search: search(hit('C')), document: formC('https://acme-other.example') })
    expect([found.titles, found.memory.notes?.seen]).toEqual([[], ['0001234567-26-000003']])
  })

  test('a one-word name is accepted if the website in the document matches', async () => {
    const named = search(hit('C', 'Compass, Inc.'))
    expect((await poll({ search: named, document: formC() }, COMPASS)).titles).toHaveLength(1)
    expect((await poll({ search: named }, COMPASS)).titles).toEqual([])
  })

  test('unknown amounts are left out, and other documents are not a Form C', async () => {
    const { items } = await poll({
      search: search(hit('C')),
      document: formC('', '<offeringAmount>many</offeringAmount>'),
    })
    expect(items[0]?.title).toBe('Acme Robotics, Inc. raises money from the crowd (Form C)')
    expect(items[0]?.facts).not.toHaveProperty('target')
    for (const xml of ['', '<html/>', '<edgarSubmission>', formC().slice(0, 300)])
      expect(parseFormC(Buffer.from(xml))).toBeNull()
  })
})

describe('reports of a known filer', () => {
  const REPORTS: Row[] = [
    ['8-K', '0001234567-26-000011', '2026-03-02', '5.02,9.01'],
    ['10-Q', '0001234567-26-000010', '2026-02-12'],
    ['4', '0001234567-26-000009', '2026-02-11'],
    ['10-K', '0001234567-24-000001', '2024-02-12'],
  ]
  const first = (form = 'S-1') => poll({ search: search(hit(form)) })

  test("a filer's number is remembered, and its list of filings is read instead of the search", async () => {
    const { memory } = await first()
    const found = await poll({ filer: submissions(REPORTS) }, ACME, memory)
    expect(found.asked).toEqual([`${dataOrigin}/submissions/CIK0001234567.json`])
    expect(found.titles).toEqual([
      'ACME ROBOTICS, INC. reports a current event (Form 8-K): directors or officers who leave or arrive',
      'ACME ROBOTICS, INC. files its quarterly report (Form 10-Q)',
    ])
    expect((await poll({ filer: submissions(REPORTS) }, ACME, found.memory)).state).toBe('empty')
  })

  test('once a day the search runs as well', async () => {
    const { memory } = await first()
    const yesterday = { ...memory, notes: { ...memory.notes, searchedAt: now.getTime() - 25 * HOUR_MS } }
    const found = await poll({ filer: submissions(REPORTS), search: search(hit('S-1')) }, ACME, yesterday)
    expect([found.asked.length, found.titles.length]).toEqual([2, 2])
    expect(found.memory.notes).toMatchObject({ searchedAt: now.getTime(), cik: '1234567' })
  })

  test('of two filers with the same name, neither is followed', async () => {
    const twin = hit('S-1', 'Acme Robotics LLC', { ciks: ['0007654321'], adsh: '0007654321-26-000001' })
    const { memory } = await poll({ search: search(hit('S-1'), twin) })
    expect(memory.notes?.cik).toBeUndefined()
  })

  test('a filer with a different name or website is no longer followed', async () => {
    const { memory } = await first()
    for (const more of [{ name: 'Other Holdings', formerNames: [] }, { website: 'https://other.example' }]) {
      const found = await poll({ filer: submissions(REPORTS, more) }, ACME, memory)
      expect([found.titles, found.memory.notes?.cik]).toEqual([[], null])
    }
    const renamed = submissions(REPORTS, { name: 'Anvil Inc', formerNames: [{ name: 'Acme Robotics Inc' }] })
    expect((await poll({ filer: renamed }, ACME, memory)).titles).toHaveLength(2)
  })

  test.each([
    [{ status: 404 }, 'never-found'],
    [{ status: 403 }, 'throttled'],
    [{ status: 429 }, 'throttled'],
    ['{}', 'failed'],
    ['<html>', 'failed'],
    [submissions([['8-K', '../../evil', '2026-03-02']]), 'empty'],
  ] as [Canned, string][])('answer %j is %s', async (filer, state) => {
    const { memory } = await first()
    expect((await poll({ filer }, ACME, memory)).state).toBe(state)
  })

  test('malformed columns are not read as filings', () => {
    const hostile = JSON.stringify({
      cik: '1',
      name: 'X',
      filings: { recent: { accessionNumber: [null, 7, '1'], form: 'D' } },
    })
    expect(parseSubmissions(Buffer.from(hostile), now)?.filings).toEqual([])
    expect(parseSubmissions(Buffer.from('{"filings":{"recent":{}},"name":"X","cik":"x/../y"}'), now)).toBeNull()
  })
})

test('one list of current filings that fails does not hide the others', async () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>S-1 - Acme Robotics, Inc. (0001234567) (Filer)</title><link href="${origin}/x"/><summary>AccNo: 0001234567-26-000003</summary><updated>2026-03-03T17:29:06-05:00</updated></entry></feed>`
  const { fetch, asked } = cannedFetch({
    [secCurrentRequest(origin, 'S-1')]: atom,
    [secCurrentRequest(origin, 'F-1')]: { status: 429 },
  })
  const found = await pollCurrentSec(EMPTY_MEMORY, { fetch, origin, userAgent, now, isTracked: () => true })
  expect([found.state, found.items.map(({ title }) => title)]).toEqual([
    'partial',
    ['Acme Robotics, Inc. files to go public (Form S-1)'],
  ])
  expect(asked).toHaveLength(5)
})

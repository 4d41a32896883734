import { describe, expect, test } from 'vitest'
import { nameKey } from '#domain/companies/company-key.ts'
import { EMPTY_MEMORY, type Memory, type TrackedCompany } from '../source.ts'
import { cannedFetch, rejected, type Canned } from '../../../testing/network/canned-fetch.ts'
import { formDDocument } from '../../../testing/files/documents.ts'
import { parseSecCurrent, parseSecSearch } from './filing-lists.ts'
import { pollCurrentSec, pollSec, secCurrentRequest, secSearchRequest, submissionsRequest } from './sec.ts'

const now = new Date('2026-03-04T12:00:00Z')
const origin = 'http://127.0.0.1:9001'
const searchOrigin = 'http://127.0.0.1:9002'
const dataOrigin = 'http://127.0.0.1:9003'
const userAgent = 'Tidings support@tidings.example'
const ACME: TrackedCompany = { name: 'Acme Robotics', domain: null, website: null, aliases: [], facts: [] }

const hit = (issuer: string, accession = '0001234567-26-000003', more: object = {}) => ({
  _index: 'edgar_file',
  _id: `${accession}:primary_doc.xml`,
  _source: {
    ciks: ['0001234567'],
    adsh: accession,
    display_names: [`${issuer}  (CIK 0001234567)`],
    form: 'D',
    file_date: '2026-03-02',
    items: ['06b'],
    biz_locations: ['Springfield, OR'],
    ...more,
  },
})
const search = (...hits: unknown[]) =>
  JSON.stringify({ took: 4, timed_out: false, hits: { total: { value: hits.length }, hits } })

const entry = (title: string, accession: string) =>
  `<entry><title>${title}</title><link rel="alternate" type="text/html" href="${origin}/Archives/edgar/data/1234567/x-index.htm"/><summary type="html"> &lt;b&gt;Filed:&lt;/b&gt; 2026-03-03 &lt;b&gt;AccNo:&lt;/b&gt; ${accession} &lt;b&gt;Size:&lt;/b&gt; 8 KB</summary><updated>2026-03-03T17:29:06-05:00</updated><category scheme="https://www.sec.gov/" label="form type" term="D"/><id>urn:tag:sec.gov,2008:accession-number=${accession}</id></entry>`
const current = (...entries: string[]) =>
  Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1" ?><feed xmlns="http://www.w3.org/2005/Atom"><title>Latest Filings</title>${entries.join('')}</feed>`,
    'latin1',
  )

const FILER = JSON.stringify({
  cik: '1234567',
  name: 'Acme Robotics',
  filings: { recent: { accessionNumber: ['0001234567-26-000003'], form: ['D'], filingDate: ['2026-03-02'] } },
})
const DOCUMENT = `${origin}/Archives/edgar/data/1234567/000123456726000003/primary_doc.xml`

describe('by name', () => {
  const result = (
    answer: Canned,
    filed: Canned = formDDocument(),
    trackedCompany = ACME,
    memory: Memory = EMPTY_MEMORY,
  ) => {
    const { fetch, asked } = cannedFetch({
      [secSearchRequest(trackedCompany, { searchOrigin, now })]: answer,
      [DOCUMENT]: filed,
      [submissionsRequest('1234567', dataOrigin)]: FILER,
    })
    return pollSec(trackedCompany, memory, { fetch, origin, searchOrigin, dataOrigin, userAgent, now }).then(
      (found) => ({
        found,
        asked,
      }),
    )
  }

  test('searches two years for the phrase, at the search origin', () => {
    expect(secSearchRequest(ACME, { searchOrigin, now })).toBe(
      `${searchOrigin}/LATEST/search-index?q=%22Acme+Robotics%22&forms=D%2CC%2CC-U%2CC-AR%2C1-A%2CS-1%2CF-1%2CDRS&dateRange=custom&startdt=2024-03-04&enddt=2026-03-04`,
    )
    const known: TrackedCompany = { ...ACME, facts: [{ kind: 'cik', value: '1234567' }] }
    expect(secSearchRequest(known, { searchOrigin, now })).toContain('?ciks=0001234567&forms=D%2C')
  })

  test('a filing has its amounts in the headline and its people in the facts', async () => {
    const { found } = await result(search(hit('Acme Robotics, Inc.')))
    expect(found.state).toBe('ok')
    expect(found.items).toMatchObject([
      {
        url: `${origin}/Archives/edgar/data/1234567/000123456726000003/0001234567-26-000003-index.htm`,
        title: 'Acme Robotics, Inc. filed a notice of a private offering: $4,250,000 sold of $5,000,000',
        publishedAt: new Date('2026-03-02T00:00:00Z'),
        precision: 'day',
        kind: 'filing',
        facts: {
          form: 'D',
          cik: '1234567',
          offered: 5_000_000,
          sold: 4_250_000,
          people: ['Ada Q Sample, executive officer, director'],
        },
      },
    ])
    expect(found.items[0]?.text).toContain('First sale on 2026-02-20.')
  })

  test('filings that merely contain the name and unknown forms are left out', async () => {
    const { found, asked } = await result(
      search(
        hit('Fund of Acme Robotics Investors LP'),
        hit('Acme Robotics, Inc.', '0001234567-26-000009', { form: 'SC 13G' }),
      ),
    )
    expect(found.state).toBe('empty')
    expect(asked).toHaveLength(1)
  })

  test('a fund of the same name is recognized by its industry group and read once, unless the CIK is known', async () => {
    const fund = formDDocument({ industry: 'Pooled Investment Fund' })
    const { found } = await result(search(hit('Acme Robotics, Inc.')), fund)
    expect(found).toMatchObject({
      state: 'empty',
      items: [],
      memory: { notes: { seen: ['0001234567-26-000003'] } },
    })
    const again = await result(search(hit('Acme Robotics, Inc.')), fund, ACME, found.memory)
    expect(again.asked.map(({ url }) => url)).not.toContain(DOCUMENT)
    const meant: TrackedCompany = { ...ACME, facts: [{ kind: 'cik', value: '1234567' }] }
    expect((await result(search(hit('Acme Robotics, Inc.')), fund, meant)).found.items).toHaveLength(1)
  })

  test('a known filing is neither reported nor requested again', async () => {
    const first = await result(search(hit('Acme Robotics, Inc.')))
    const { found, asked } = await result(search(hit('Acme Robotics, Inc.')), formDDocument(), ACME, first.found.memory)
    expect(found).toMatchObject({ state: 'empty', items: [] })
    expect(asked.map(({ url }) => url)).toEqual([submissionsRequest('1234567', dataOrigin)])
  })

  test('an unreachable document makes a partial result without amounts, which the next poll finds', async () => {
    const { found } = await result(search(hit('Acme Robotics, Inc.')), rejected('timeout'))
    expect(found).toMatchObject({
      state: 'partial',
      problem: 'It took too long to answer.',
      memory: { notes: { seen: [] } },
    })
    expect(found.items.map(({ title }) => title)).toEqual(['Acme Robotics, Inc. filed a notice of a private offering'])
    const next = await result(search(hit('Acme Robotics, Inc.')), formDDocument(), ACME, found.memory)
    expect(next.found.items.map(({ facts }) => facts.sold)).toEqual([4_250_000])
  })

  test('a filing without a readable document is reported and not requested again', async () => {
    const { found } = await result(search(hit('Acme Robotics, Inc.')), { status: 404 })
    expect(found).toMatchObject({ state: 'ok', memory: { notes: { seen: ['0001234567-26-000003'] } } })
    const odd = await result(search(hit('Acme Robotics, Inc.')), '<html>')
    expect(odd.found.memory).toEqual(found.memory)
  })

  test.each([
    ['', 'failed'],
    ['{}', 'failed'],
    ['{"hits":{"hits":[null,{},{"_source":{}}]}}', 'empty'],
    [{ status: 403 }, 'throttled'],
    [rejected('dns'), 'failed'],
  ] as [Canned, string][])('answer %j is %s', async (answer, state) => {
    expect((await result(answer)).found.state).toBe(state)
  })

  test('ticker symbols are removed from the issuer name', () => {
    expect(parseSecSearch(Buffer.from(search(hit('ACME ROBOTICS INC  (ACMR, ACMR-W)'))), now)?.[0]?.issuer).toBe(
      'ACME ROBOTICS INC',
    )
  })
})

describe('current filings of all companies', () => {
  const atom = current(
    entry('D - Acme Robotics, Inc. (0001234567) (Filer)', '0001234567-26-000003'),
    entry('D/A - Fund Número Uno, L.P. (0007654321) (Filer)', '0007654321-26-000001'),
    entry('NT 10-K - Other Co (0007654322) (Filer)', '0007654322-26-000001'),
    entry('nonsense', 'nonsense'),
  )

  test('reads known forms and their amendments in the encoding that the feed declares', () => {
    expect(parseSecCurrent(atom, 'application/atom+xml', now)).toMatchObject([
      {
        form: 'D',
        issuer: 'Acme Robotics, Inc.',
        cik: '1234567',
        accession: '0001234567-26-000003',
        publishedAt: new Date('2026-03-03T22:29:06Z'),
      },
      { form: 'D/A', issuer: 'Fund Número Uno, L.P.', cik: '7654321' },
    ])
    for (const xml of ['', '<html/>', '<feed>']) expect(parseSecCurrent(Buffer.from(xml), '', now)).toBeNull()
  })

  test('only documents of tracked companies are read', async () => {
    const { fetch, asked } = cannedFetch({ [secCurrentRequest(origin, 'D')]: atom, [DOCUMENT]: formDDocument() })
    const isTracked = (name: string) => nameKey(name) === 'acme robotics'
    const found = await pollCurrentSec(EMPTY_MEMORY, { fetch, origin, userAgent, now, isTracked })
    expect(found.items).toHaveLength(1)
    expect(found.items[0]?.facts).toMatchObject({ sold: 4_250_000 })
    const lists = ['D', 'C', '1-A', 'S-1', 'F-1'].map((form) => secCurrentRequest(origin, form))
    expect(asked.map(({ url }) => url)).toEqual([...lists, DOCUMENT])
  })

  test.each([
    ['failed', 'It could not be reached.', () => rejected('connect')],
    ['empty', null, () => current()],
  ])('when every list is the same, the result is %s', async (state, problem, answer) => {
    const lists = ['D', 'C', '1-A', 'S-1', 'F-1'].map((form) => [secCurrentRequest(origin, form), answer()] as const)
    const { fetch } = cannedFetch(Object.fromEntries(lists))
    const found = await pollCurrentSec(EMPTY_MEMORY, { fetch, origin, userAgent, now, isTracked: () => true })
    expect(found).toMatchObject({ state, problem })
  })
})

import { parseFeed } from '../../formats/feed/parse-feed.ts'
import {
  believable,
  isRecord,
  line,
  readJson,
  recordsIn,
  textsIn,
  writtenDate,
  type JsonRecord,
} from '../../formats/fields.ts'
import { SEC, type Filing } from './filing.ts'
import { isKnownForm } from './form-titles.ts'

export function parseSecSearch(bytes: Buffer, now: Date): Filing[] | null {
  const answer = readJson(bytes)
  const hits = isRecord(answer) && isRecord(answer.hits) ? answer.hits.hits : undefined
  if (!Array.isArray(hits)) return null
  const filings = recordsIn(hits, 200).flatMap((hit) => toFiling(hit, now))
  return [...new Map(filings.map((filing) => [filing.accession, filing])).values()]
}

function toFiling({ _id, _source }: JsonRecord, now: Date): Filing[] {
  if (!isRecord(_source)) return []
  const accession = ACCESSION.exec(String(_source.adsh ?? _id))?.[0]
  const [shown = ''] = textsIn(_source.display_names, 1)
  const [, named, number] = /^(.*?)\s+\(CIK\s+(\d{1,10})\)/.exec(line(shown)) ?? []
  const cik = (textsIn(_source.ciks, 1)[0] ?? number ?? '').replace(/^0+/, '')
  const form = line(_source.form ?? _source.file_type, 10)
  if (!accession || !/^\d{1,10}$/.test(cik) || !named || !isKnownForm(form)) return []
  const issuer = named.replace(TICKERS, '')
  const place = line(textsIn(_source.biz_locations, 1)[0], 100)
  const items = textsIn(_source.items, 20)
  const filed = writtenDate(_source.file_date, now)
  return [{ issuer, cik, accession, form, ...filed, items, isListed: issuer !== named, place }]
}

const ACCESSION = /\d{10}-\d{2}-\d{6}/

/** "Name (TICK, TICK-W)" */
const TICKERS = /\s+\([A-Z0-9., -]{1,60}\)$/

export function parseSecCurrent(bytes: Buffer, contentType: string | undefined, now: Date): Filing[] | null {
  const feed = parseFeed(bytes, contentType ?? null, SEC)
  if (feed?.kind !== 'atom' || feed.isCut) return null
  return feed.items.flatMap((entry) => {
    const [, form = '', issuer = '', cik = ''] = TITLE.exec(entry.title) ?? []
    const accession = ACCESSION.exec(`${entry.url} ${entry.text}`)?.[0]
    if (!isKnownForm(form) || !accession) return []
    const { publishedAt, precision } = believable(entry, now)
    const unsaid = { items: [], isListed: false, place: '' }
    return [{ form, issuer, cik: cik.replace(/^0+/, ''), accession, publishedAt, precision, ...unsaid }]
  })
}

/** "D/A - Name (0001234567) (Filer)" */
const TITLE = /^([A-Z0-9][A-Z0-9/-]{0,9}) - (.{1,300}) \((\d{10})\) \(/

export type Submissions = { name: string; formerNames: string[]; websites: string[]; filings: Filing[] }

const MAX_RECENT = 1000

/** The recent filings of one filer, given as columns. Null if the response is something else. */
export function parseSubmissions(bytes: Buffer, now: Date): Submissions | null {
  const answer = readJson(bytes)
  const recent = isRecord(answer) && isRecord(answer.filings) ? answer.filings.recent : undefined
  if (!isRecord(answer) || !isRecord(recent)) return null
  const cik = line(String(answer.cik ?? ''), 10).replace(/^0+/, '')
  const name = line(answer.name, 200)
  const accessions = textsIn(recent.accessionNumber, MAX_RECENT)
  const column = (key: string) => (Array.isArray(recent[key]) ? recent[key] : [])
  const [forms, days, items] = ['form', 'filingDate', 'items'].map(column)
  if (name === '' || !/^\d{1,10}$/.test(cik)) return null
  const issuer = { issuer: name, cik, isListed: textsIn(answer.tickers, 5).length > 0, place: placeOf(answer) }
  return {
    name,
    formerNames: recordsIn(answer.formerNames, 10).map((former) => line(former.name, 200)),
    websites: [line(answer.website, 300), line(answer.investorWebsite, 300)].filter(Boolean),
    filings: accessions.flatMap((accession, at) => {
      const form = line(forms?.[at], 10)
      if (!isKnownForm(form) || ACCESSION.exec(accession)?.[0] !== accession) return []
      const codes = line(items?.[at], 100).split(',').filter(Boolean)
      return [{ ...issuer, accession, form, items: codes, ...writtenDate(days?.[at], now) }]
    }),
  }
}

function placeOf({ addresses }: JsonRecord): string {
  const business = isRecord(addresses) && isRecord(addresses.business) ? addresses.business : {}
  return [line(business.city, 60), line(business.stateOrCountryDescription ?? business.stateOrCountry, 40)]
    .filter(Boolean)
    .join(', ')
}

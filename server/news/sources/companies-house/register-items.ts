import { withoutLegalForm } from '#domain/companies/company-key.ts'
import { DAY_MS } from '#domain/time.ts'
import { isRecord, line, recordsIn, writtenDate, type JsonRecord } from '../../formats/fields.ts'
import type { FoundItem } from '../../formats/found-item.ts'

/** Where people read the register. */
export const REGISTER = 'https://find-and-update.company-information.service.gov.uk'

export type RegisterEntry = {
  profile: JsonRecord
  officers: JsonRecord[]
  filings: JsonRecord[]
  insolvencyCases: JsonRecord[]
}

const RECENT_MS = 180 * DAY_MS
const MAX_ITEMS = 40

type Dated = Pick<FoundItem, 'publishedAt' | 'precision'>
type Said = { page: string; title: string; text: string; facts: FoundItem['facts']; dated: Dated }

/** What changed on the register lately. `form` says what each entry reports, so that no wording has to be read. */
export function registerItems(entry: RegisterEntry, number: string, known: string | null, now: Date): FoundItem[] {
  const company = known ?? entryName(entry.profile)
  const said = [
    ...entry.officers.flatMap((officer) => ofOfficer(officer, company, now)),
    ...entry.filings.flatMap((filing) => ofFiling(filing, company, now)),
    ...entry.insolvencyCases.flatMap((each) => ofInsolvency(each, company, now)),
    ...ofProfile(entry.profile, company, now),
  ]
  return said
    .filter(({ dated }) => dated.publishedAt !== null && now.getTime() - dated.publishedAt.getTime() < RECENT_MS)
    .slice(0, MAX_ITEMS)
    .map(({ page, title, text, facts, dated }) => ({
      url: `${REGISTER}/company/${number}/${page}`,
      title,
      text,
      ...dated,
      publisher: 'Companies House',
      language: 'en',
      kind: 'filing',
      facts: { ...facts, number },
      isWhole: true,
      isAnchored: true,
    }))
}

/** The register writes names in capitals. */
export const entryName = ({ company_name: name }: JsonRecord): string => titleCase(withoutLegalForm(line(name, 160)))

const titleCase = (text: string) =>
  text.replaceAll(
    /\p{L}+(?:['’]\p{L}(?!\p{L}))?/gu,
    (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
  )

/** "REYES, Dana Maria" */
function personIn(name: unknown): string {
  const [last = '', first = ''] = line(name, 120).split(', ')
  return titleCase(first === '' ? last : `${first} ${last}`)
}

/** Companies that are officers of others aren't people. */
const OFFICES: Partial<Record<string, string>> = {
  director: 'director',
  secretary: 'secretary',
  'llp-member': 'member',
  'llp-designated-member': 'designated member',
  'managing-officer': 'managing officer',
}

function ofOfficer(
  { name, officer_role: office, appointed_on: from, resigned_on: to, links }: JsonRecord,
  company: string,
  now: Date,
): Said[] {
  const role = OFFICES[line(office, 60)]
  const person = personIn(name)
  const id = isRecord(links) ? line(links.self, 200).split('/').at(-1) : ''
  if (role === undefined || person === '' || !id) return []
  const change = (form: 'AP01' | 'TM01', title: string, date: unknown): Said => ({
    page: `officers#${form}-${id}`,
    title,
    text: `${title}, according to the register of companies of the United Kingdom.`,
    facts: { form, person, role },
    dated: writtenDate(date, now),
  })
  return [
    ...(typeof from === 'string' ? [change('AP01', `${person} becomes ${role} of ${company}`, from)] : []),
    ...(typeof to === 'string' ? [change('TM01', `${person} is no longer ${role} of ${company}`, to)] : []),
  ]
}

/** A statement of capital gives all shares there are, so it doesn't tell what was raised. */
function ofFiling({ type, transaction_id: id, date }: JsonRecord, company: string, now: Date): Said[] {
  const transaction = line(id, 60)
  if (type !== 'SH01' || !/^[\w-]+$/.test(transaction)) return []
  return [
    {
      page: `filing-history#${transaction}`,
      title: `${company} issues new shares`,
      text: `${company} has allotted new shares, according to the register of companies of the United Kingdom (form SH01). The form does not say what was paid for them; they may also come from options.`,
      facts: { form: 'SH01', transaction },
      dated: writtenDate(date, now),
    },
  ]
}

/** Why a company ends, or comes under somebody else's control. */
const CASES: Partial<Record<string, string>> = {
  'compulsory-liquidation': 'is being wound up by a court',
  'creditors-voluntary-liquidation': 'goes into creditors’ voluntary liquidation',
  'members-voluntary-liquidation': 'goes into members’ voluntary liquidation',
  'in-administration': 'goes into administration',
  'administration-order': 'goes into administration',
  'corporate-voluntary-arrangement': 'agrees on a voluntary arrangement with its creditors',
  'corporate-voluntary-arrangement-moratorium': 'agrees on a voluntary arrangement with its creditors',
  'administrative-receiver': 'gets an administrative receiver',
  'receiver-manager': 'gets a receiver',
  receivership: 'gets a receiver',
  'foreign-insolvency': 'is insolvent abroad',
}

function ofInsolvency({ type, number, dates }: JsonRecord, company: string, now: Date): Said[] {
  const kind = line(type, 60)
  const happened = CASES[kind]
  const begun = recordsIn(dates, 20)
    .map(({ date }) => writtenDate(date, now))
    .filter(({ publishedAt }) => publishedAt !== null)
    .toSorted((a, b) => Number(a.publishedAt) - Number(b.publishedAt))[0]
  if (happened === undefined || begun === undefined) return []
  return [
    {
      page: `insolvency#${kind}-${line(String(number), 10)}`,
      title: `${company} ${happened}`,
      text: `${company} ${happened}, according to the register of companies of the United Kingdom.`,
      facts: { form: `insolvency ${kind}` },
      dated: begun,
    },
  ]
}

function ofProfile({ accounts }: JsonRecord, company: string, now: Date): Said[] {
  const next = isRecord(accounts) && isRecord(accounts.next_accounts) ? accounts.next_accounts : {}
  const due = line(next.due_on ?? (isRecord(accounts) ? accounts.next_due : ''), 10)
  const isOverdue = next.overdue === true || (isRecord(accounts) && accounts.overdue === true)
  if (!isOverdue || !/^\d{4}-\d\d-\d\d$/.test(due)) return []
  return [
    {
      page: `filing-history#overdue-${due}`,
      title: `The accounts of ${company} are overdue`,
      text: `${company} should have filed its accounts with the register of companies of the United Kingdom by ${due}.`,
      facts: { form: 'overdue accounts', due },
      dated: writtenDate(due, now),
    },
  ]
}

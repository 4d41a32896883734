import { TEXT_CURRENCY_CODES } from '#domain/money/currency.ts'
import { hostKey, plainWebsite, websiteAddress } from '../company-key.ts'
import { isProfilePage } from '../profile-page.ts'

export type TableRow = {
  /** The number that a spreadsheet shows. */
  row: number
  cells: readonly string[]
  /** The targets of linked cells, by column. */
  links?: Readonly<Record<number, string>>
}

const CURRENCY = String.raw`(?:[A-Z]{0,3}\p{Sc}|${TEXT_CURRENCY_CODES.join('|')}|kr\.?|zł|Kč|Ft|Fr\.|руб\.?)`
const DIGITS = "\\d[\\d.,'’ \\u00A0\\u202F]*"
const AMOUNT = new RegExp(
  `^[-+(~<>]*\\s*${CURRENCY}?\\s*[-+(]?${DIGITS}\\s*(?:%|x|k|m|mm|mn|bn|b|t|円|元|万|億|mio\\.?|mrd\\.?)?\\s*${CURRENCY}?\\s*\\)?$`,
  'iu',
)
const DATE =
  /^(?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}(?:er|\.)?[-. ](?:de )?\p{L}{3,12}[-. ,]+(?:del? )?\d{2,4}|\p{L}{3,12}\.? \d{1,2}, \d{4})(?:[T ]\d.*)?$/iu
const WHOLE = /^\d+$/
/** Record ids of CRM, cap table, and research services. */
const IDENTIFIER =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{13,}|[A-Z]{1,6}[-_#/]?\d[\w-]*|\d+[-–/]\d+[A-Z]?|00[0-9A-Za-z]{13,16}|rec[0-9A-Za-z]{14}|#\d+)$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export type ValueKind = 'nothing' | 'number' | 'amount' | 'date' | 'identifier' | 'email' | 'site' | 'text'

export function valueKind(text: string): ValueKind {
  if (text === '') return 'nothing'
  if (WHOLE.test(text)) return 'number'
  if (DATE.test(text)) return 'date'
  if (text.length <= MAX_AMOUNT && AMOUNT.test(text)) return 'amount'
  if (EMAIL.test(text)) return 'email'
  if (IDENTIFIER.test(text)) return 'identifier'
  return isSite(text) ? 'site' : 'text'
}

const MAX_AMOUNT = 40

/** Headings are words or, at most, years. */
export const isData = (cell: string) =>
  /^(?:number|amount|date|email|site)$/.test(valueKind(cell.trim())) && !/^(?:19|20)\d\d$/.test(cell.trim())

const SITE = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?\.\p{L}{2,24}(?::\d+)?(?:[/?#]\S*)?$/iu

/** Without a scheme, only a domain name counts: 1.2.3.4 could be anything. */
export const isSite = (text: string) =>
  text.length <= 2048 && (/^https?:\/\/\S+$/i.test(text) ? websiteAddress(text) !== null : SITE.test(text))

const WORKSPACES = /^(?:[\w-]+\.)?(?:notion|airtable|attio|affinity|hubspot|salesforce)\.(?:com|co|so)$/

/** Also the record of the company in a workspace. */
export const isProfile = (website: string) => isProfilePage(website) || WORKSPACES.test(hostKey(website))

/** The website in a cell, even among other words; `exact` if the whole cell is the website. */
export function siteIn(text: string): { website: string; exact: boolean } | null {
  const plain = plainWebsite(text)
  if (plain) return { website: plain.website, exact: true }
  if (isSite(text)) {
    const website = websiteAddress(text)
    if (website !== null) return { website, exact: true }
  }
  const marked = /\]\((https?:\/\/[^)\s]+)\)|<(https?:\/\/[^>\s]+)>|(https?:\/\/[^\s<>"')\],;|]+)/i.exec(text)
  const address = marked?.slice(1).find((part) => part !== undefined)
  const parts = address === undefined ? text.split(/[\s,;|<>()[\]]+/) : [address]
  for (const part of parts) {
    const website = part.length <= MAX_PART && isSite(part) ? websiteAddress(part) : null
    if (website !== null) return { website, exact: false }
  }
  return null
}

const MAX_PART = 500

const SECOND_LEVEL = /^(?:co|com|org|net|ac|gov|edu|or|ne|gob)$/

/** "acme" for https://www.acme.co.uk */
export function siteLabel(website: string): string {
  const labels = hostKey(website).split('.')
  labels.pop()
  if (labels.length > 1 && SECOND_LEVEL.test(labels.at(-1) ?? '')) labels.pop()
  return labels.at(-1) ?? ''
}

/** "Acme" for https://acme.com */
export function siteName(website: string): string {
  const label = siteLabel(website)
  return label.slice(0, 1).toUpperCase() + label.slice(1)
}

/** Whether a host is derived from a name: acme.com, getacme.io, and acme-robotics.com for "Acme Robotics, Inc." */
export function isNamedAfter(website: string, nameKey: string): boolean {
  const label = siteLabel(website).replaceAll('-', '')
  const words = nameKey.split(' ')
  const joined = words.join('')
  return (
    joined.length > 1 && (label === joined || label.includes(joined) || (label.length > 3 && joined.includes(label)))
  )
}

/** The values of a column, without empty cells. */
export const valuesOf = (rows: readonly { cells: readonly string[] }[], column: number): string[] =>
  rows.map(({ cells }) => cells[column]?.trim() ?? '').filter((cell) => cell !== '')

import { nameKey } from '#domain/companies/company-key.ts'
import { isRecord, line, recordsIn, type JsonRecord } from '../../formats/fields.ts'
import { foundNames } from '../search-names.ts'
import type { TrackedCompany } from '../source.ts'
import { REGISTER } from './register-items.ts'

const NUMBER = /^(?:\d{8}|[A-Z]{2}\d{6}|[A-Z]\d{7})$/

/** Eight characters: short numbers have lost their zeros. */
export function registerNumber(written: unknown): string | null {
  const plain = line(written, 20).replaceAll(' ', '').toUpperCase()
  const number = /^\d+$/.test(plain) ? plain.padStart(8, '0') : plain
  return NUMBER.test(number) ? number : null
}

/** British companies must state their number on their site. Null if the text gives several: a group lists them all. */
export function registerNumberIn(text: string): string | null {
  const found = new Set([...text.matchAll(STATED)].map(([, number]) => registerNumber(number)))
  const [only] = found
  return found.size === 1 && BRITISH.test(text) ? (only ?? null) : null
}
const STATED =
  /\b(?:company|registration|registered|reg\.?)(?: (?:registration|reg\.?|house|in [A-Z][\w &]{3,40}?))?,?(?: (?:with )?(?:company )?(?:no\.?|number|nr\.?|under))[:. ]{0,3}((?:SC|NI|OC|SO|NC)? ?\d{6,8})\b/gi
const BRITISH = /\b(?:England|Wales|Scotland|Northern Ireland|United Kingdom|UK|Companies House)\b/

/** The register's page of a company, which its owner may have pasted to say which one is theirs. */
export function numberOfPage(url: string): string | null {
  const [, number] = /^https?:\/\/[^/]+\/company\/(\w{8})(?:[/?#]|$)/.exec(url) ?? []
  return url.startsWith(`${REGISTER}/`) ? registerNumber(number) : null
}

export type Candidate = { number: string; name: string; place: string }

/** The companies of the register that bear one of its names and still exist. */
export function candidatesIn(answer: JsonRecord, trackedCompany: TrackedCompany): Candidate[] {
  const names = new Set(foundNames(trackedCompany))
  return recordsIn(answer.items, 50).flatMap(({ title, company_number: written, company_status: status, address }) => {
    const number = registerNumber(written)
    const name = line(title, 160)
    const isTheirs = number !== null && names.has(nameKey(name)) && !ENDED.has(line(status, 60))
    return isTheirs ? [{ number, name, place: isRecord(address) ? line(address.locality, 80) : '' }] : []
  })
}
const ENDED = new Set(['dissolved', 'converted-closed', 'closed', 'removed'])

/** Only the one of that name, and only in a place that the company's own site names. */
export function unambiguous(candidates: Candidate[], { facts }: TrackedCompany): string | null {
  const [only, ...others] = candidates
  const city = cityIn(only?.place ?? '')
  const isThere = city !== '' && facts.some(({ kind, value }) => kind === 'place' && cityIn(value) === city)
  return only !== undefined && others.length === 0 && isThere ? only.number : null
}

const cityIn = (place: string) => place.split(',')[0]?.trim().toLowerCase() ?? ''

const MAX_ASKED = 3

/** Answered by pasting the address of the right page as the company's feed. */
export function questionOf(candidates: Candidate[], pagesAt = `${REGISTER}/company`): string {
  const pages = candidates
    .slice(0, MAX_ASKED)
    .map(({ number, name, place }) => `${name}${place && `, ${place}`}: ${pagesAt}/${number}`)
  return `Is this your company? If so, add the page as a feed of this company. ${pages.join(' · ')}`
}

import { nameKey } from '#domain/companies/company-key.ts'
import type { Fetched } from '../../platform/fetch/fetch.ts'
import { lostDomain } from '../sources/company-site/lost-domain.ts'
import { readPage, type Page } from '../sources/company-site/page.ts'
import { siteOf } from '../site/site.ts'

/** What the page calls itself, if that's the company's name; null for parked pages and other companies. */
export function nameOnSite(answer: Fetched, company: string): { name: string; website: string } | null {
  const site = siteOf(answer.url)
  if (answer.status !== 200 || !site) return null
  const page = readPage(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
  if (lostDomain({ name: company, typed: [company] }, site, answer, page) !== null) return null
  const name = namesOf(page).find((said) => nameKey(said) === nameKey(company))
  return name === undefined ? null : { name, website: new URL(answer.url).origin }
}

const MAX_NAME = 80

/** Titles join the name and a slogan with a dash, a bar or a colon. */
const namesOf = ({ siteName, names, title }: Page): string[] =>
  [siteName, ...names, ...(title ?? '').split(/\s*[|·•:–—]\s*|\s+-\s+/)].filter(
    (name): name is string => name !== null && name !== '' && name.length <= MAX_NAME,
  )

/** Names with several words or many letters are rarely shared. */
const MIN_LETTERS = 8

export const isDistinctive = (name: string) => {
  const words = nameKey(name).split(' ')
  return words.length > 1 || (words[0]?.length ?? 0) >= MIN_LETTERS
}

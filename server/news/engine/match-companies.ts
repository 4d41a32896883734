import type { Evidence } from '#domain/news/evidence.ts'
import type { Company } from '../match/company.ts'
import { doubted, NO_MATCH, type MatchResult } from '../match/match.ts'
import { readItem, type Item, type Reading } from '../match/mentions.ts'
import { matchAll } from '../match/same-name.ts'
import { seemsOther } from '../reading/reader.ts'

/** Which of these companies the item is about, which it may be about, and which it isn't. */
export function matchCompanies(companies: Company[], item: Item): MatchResult[] {
  const reading = readItem(item)
  return matchAll(companies, reading).map((result, at) => {
    const company = companies[at]
    return company && mayBeOther(result, reading) && seemsOther(company, item) ? doubted(result) : result
  })
}

export const matchCompany = (company: Company, item: Item): MatchResult =>
  matchCompanies([company], item)[0] ?? NO_MATCH

/** A title alone doesn't say enough, and the reader knows English only. */
const mayBeOther = ({ about, evidence }: MatchResult, { text, language }: Reading) =>
  about && text.words.length > 0 && (language ?? 'en') === 'en' && !evidence.some(isProof)

const PROOF = new Set<Evidence['kind']>(['own-site', 'links-to-site', 'topic', 'person', 'place'])
const isProof = ({ kind }: Evidence) => PROOF.has(kind)

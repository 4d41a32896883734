import type { WaitingReason } from '#domain/updates/update.ts'
import { FIRST_PERSON } from '#domain/updates/mail-words.ts'
import { nameKey } from '#domain/companies/company-key.ts'
import { readCompany } from '../news/match/company.ts'
import { matchProfile, type MatchResult } from '../news/match/match.ts'
import { readItem } from '../news/match/mentions.ts'
import { registeredDomain, siteOf } from '../news/site/site.ts'
import { domainOf, type Level } from './mail/thread.ts'
import { isForAnybody } from './mail/shared-senders.ts'

export type Candidate = { id: number; name: string; website: string; aliases: string[] }

type Given = {
  levels: Level[]
  /** The account's email address. */
  owner: string
  companies: Candidate[]
  /** Senders whose earlier updates the user filed by hand. */
  learned: ReadonlyMap<string, number>
}

export type Attribution = {
  level: Level
  /** Signed, or forwarded by the owner. */
  isProven: boolean
} & ({ companyId: number } | { companyId: null; reason: WaitingReason; candidates: number[] })

const NOBODY: Level = { sender: null, subject: '', sentAt: null, text: '', isSigned: false, isQuoted: false }
const MAX_CANDIDATES = 5

/**
 * Picks the company by the sender's domain, then by senders the user filed before, then by the company names in the
 * text. Only a signed email, or one that the owner forwarded in a signed email, is filed without asking.
 */
export function attribute({ levels, owner, companies, learned }: Given): Attribution {
  const isOwn = (level: Level) => level.sender?.address === owner.toLowerCase()
  const isTrusted = levels.map((level, at) => {
    const around = levels.slice(0, at + 1).findLast(({ isQuoted }) => !isQuoted)
    return level.isSigned || (around !== undefined && isOwn(around) && around.isSigned) || isEnclosedByOwner(at)
  })
  function isEnclosedByOwner(at: number): boolean {
    const first = levels[0]
    return at > 0 && first !== undefined && isOwn(first) && first.isSigned
  }
  const innermost = levels.findLast((level) => !isOwn(level)) ?? levels[0] ?? NOBODY
  const wait = (level: Level, reason: WaitingReason, found: Candidate[]): Attribution => ({
    level,
    isProven: isTrusted[levels.indexOf(level)] ?? false,
    companyId: null,
    reason,
    candidates: found.slice(0, MAX_CANDIDATES).map(({ id }) => id),
  })

  for (const [at, level] of levels.entries()) {
    const found = ofDomain(level, companies)
    if (found.length === 0 || isOwn(level)) continue
    if (!isTrusted[at]) return wait(level, 'unverified', found)
    const named = found.length === 1 ? found : namedIn(matchesOf(found, level), level)
    const [only, ...more] = named
    return only && more.length === 0 ? { level, isProven: true, companyId: only.id } : wait(level, 'several', found)
  }
  for (const [at, level] of levels.entries()) {
    const known = level.sender && isTrusted[at] ? learned.get(level.sender.address) : undefined
    if (known !== undefined && companies.some(({ id }) => id === known))
      return { level, isProven: true, companyId: known }
  }
  return byName()

  function byName(): Attribution {
    const matches = matchesOf(companies, innermost)
    const named = namedIn(matches, innermost)
    const suggested = named.length > 0 ? named : mentionedIn(matches)
    if (!isTrusted[levels.indexOf(innermost)]) return wait(innermost, 'unverified', suggested)
    const isByOwner = isOwn(innermost) || (levels[0] !== undefined && isOwn(levels[0]))
    const [only] = named
    // The address won't stay secret for long, and anyone who knows it could write about any company.
    if (!isByOwner) return wait(innermost, 'unknown-sender', suggested)
    if (suggested.length === 0) return wait(innermost, 'no-company', [])
    if (suggested.length > 1) return wait(innermost, 'several', suggested)
    if (!only) return wait(innermost, 'unknown-sender', suggested)
    const isLikely = isOwn(innermost) || isForAnybody(domainOf(innermost.sender ?? NO_SENDER)) || isNamesake(only)
    return isLikely
      ? { level: innermost, isProven: true, companyId: only.id }
      : wait(innermost, 'unknown-sender', named)
  }

  /** "kestrel.io" counts for Kestrel even though its website is on another domain. */
  function isNamesake({ name }: Candidate): boolean {
    const label = (innermost.sender ? domainOf(innermost.sender) : null)?.split('.')[0] ?? ''
    return label === nameKey(name).replaceAll(/[^a-z0-9]/g, '')
  }
}

const NO_SENDER = { address: '', name: '' }

function ofDomain({ sender }: Level, companies: Candidate[]): Candidate[] {
  const domain = sender && domainOf(sender)
  if (domain === null || isForAnybody(domain)) return []
  return companies.filter(({ website }) => {
    const site = siteOf(website)
    return site !== null && !site.isShared && registeredDomain(site.host.replace(/:\d+$/, '')) === domain
  })
}

type CompanyMatch = { company: Candidate; result: MatchResult }

/** Reads the email only once, because a portfolio may have thousands of companies and anyone may write to its address. */
function matchesOf(companies: Candidate[], { sender, subject, text }: Level): CompanyMatch[] {
  const item = readItem({ title: subject, text: `${sender?.name ?? ''}\n${text}` })
  return companies.map((company) => ({ company, result: matchProfile(readCompany(company), item) }))
}

/** Companies that are the subject rather than a passing mention, if the writer speaks for them. */
const namedIn = (matches: CompanyMatch[], { text }: Level): Candidate[] =>
  FIRST_PERSON.test(text)
    ? matches.flatMap(({ company, result: { about, primary, evidence } }) =>
        about && (primary || evidence.some(({ kind }) => kind === 'title')) ? [company] : [],
      )
    : []

const mentionedIn = (matches: CompanyMatch[]): Candidate[] =>
  matches.flatMap(({ company, result }) => (result.evidence.length > 0 ? [company] : []))

import type { Fetched } from '../../../platform/fetch/fetch.ts'
import { decodeBytes } from '../../formats/decode-bytes.ts'
import { htmlToText } from '../../formats/html/plain-text.ts'
import { isParking } from '../../site/shared-hosts.ts'
import { isOwnAddress, registeredDomain, type Site } from '../../site/site.ts'
import type { TrackedCompany } from '../source.ts'
import type { Page } from './page.ts'

type Named = Pick<TrackedCompany, 'name' | 'typed'>

/**
 * User-facing reason why the front page isn't the company's: the domain is parked or belongs to somebody else. Null in
 * doubt, because the news of a site wrongly considered lost would be missed.
 */
export function lostDomain(company: Named, own: Site, answer: Fetched, page: Page): string | null {
  const html = decodeBytes(answer.bytes, answer.headers['content-type'] ?? null)
  if (isParkedPage(own, answer.url, html)) return PARKED
  const names = [...typedNames(company), own.label].map(letters).filter((name) => name.length >= MIN_NAME)
  const presented = [page.siteName, ...page.names].filter((name) => name !== null && isName(name))
  if (names.length === 0 || presented.some((name) => isOneOf(names, name ?? ''))) return null
  if (isSpam(names, page)) return takenBy(presented[0] ?? page.title)
  // A redirect to another domain usually comes from the company itself.
  const isTaken = isOwnAddress(own, answer.url) && hasNameOfDomain(company, own) && !mentions(company, own, html)
  return isTaken && presented[0] ? takenBy(presented[0]) : null
}

const PARKED = 'The domain is parked or for sale. If the company has moved, correct its website under Edit.'

const takenBy = (name: string | null) =>
  `The website now seems to belong to another company${name === null ? '' : ` (${name})`}, so we do not show its posts. Correct the website under Edit, or rename the company if that is its new name.`

/** Parking pages are short, unlike an article about domains. */
const MAX_PARKED_TEXT = 4000
const PARKING_SCRIPT = /sedoparking|parkingcrew|parklogic|cashparking|window\.location(?:\.href)?\s*=\s*["']\/lander/i
const PARKING_TEXT =
  /\b(?:this|the) (?:web ?(?:site|page)|domain(?: name)?)(?: [\w-]+(?:\.[\w-]+)+)? (?:is|may be|has been|was) (?:now |currently )?(?:parked|for sale|available for purchase|listed for sale|expired)\b|\bbuy this domain\b|\bdomain (?:is )?parked\b|\bdomain (?:name )?has expired\b/i

function isParkedPage(own: Site, landedOn: string, html: string): boolean {
  if (isParking(registeredDomain(new URL(landedOn).hostname) ?? '')) return true
  const text = htmlToText(html, MAX_PARKED_TEXT + 1)
  if (text.length > MAX_PARKED_TEXT) return false
  const isSold = /^[^\n]*?\b(?:is|may be) (?:now |currently )?(?:for sale|available for purchase)\b/im.exec(text)
  return PARKING_SCRIPT.test(html) || PARKING_TEXT.test(text) || (isSold?.[0].toLowerCase().includes(own.host) ?? false)
}

/** What lapsed domains are usually bought for. */
const SPAM =
  /\b(?:casinos?|slots?|roulette|poker|blackjack|baccarat|sportsbook|betting|bookmakers?|jackpots?|free spins|no deposit|togel|gacor|judi|payday loans?|essay writing|write my essay|term papers?|dissertations?|viagra|cialis|escorts?|porn|replica watches)\b/gi

function isSpam(names: string[], { title, siteName, description, text }: Page): boolean {
  const said = [title, siteName, description, text].join(' \n ').toLowerCase()
  const found = new Set(said.match(SPAM))
  const isTrade = [...found].some((word) => names.some((name) => name.includes(letters(word))))
  return found.size > 1 && !isTrade && !isOneOf(names, title ?? '')
}

const typedNames = ({ name, typed = [] }: Named) => (typed.length > 0 ? typed : [name])

/** If so, a page that never mentions the name belongs to somebody else, not to another brand of the company. */
const hasNameOfDomain = (company: Named, { label, scope }: Site) =>
  scope === '' && label.length >= MIN_NAME && typedNames(company).some((name) => isOneOf([letters(label)], name))

/** Ignores URLs on the page, which contain the domain name no matter who owns it. */
function mentions(company: Named, own: Site, html: string): boolean {
  const said = letters(html.replaceAll(/(?:https?:)?\/\/[^\s"'<>]+/gi, ' '))
  const firstWords = typedNames(company).map((name) => letters(name.split(/\s+/)[0] ?? ''))
  return [...firstWords.filter((word) => word.length >= MIN_NAME), letters(own.label)].some((name) =>
    said.includes(name),
  )
}

const MIN_NAME = 4

const isOneOf = (names: string[], written: string) => {
  const name = letters(written)
  return name.length >= MIN_NAME && names.some((known) => known.includes(name) || name.includes(known))
}

/** Names in other scripts can't be compared, and many pages call themselves "Home". */
const isName = (name: string) =>
  /^[\p{Script=Latin}\p{Number}\p{P}\p{Zs}&+|]{3,60}$/u.test(name) &&
  !/^(?:home(?:page)?|welcome|index|start|website|my (?:site|blog|website)|blog|untitled|coming soon)$/i.test(
    name.trim(),
  )

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

import { decodeBytes } from '../../formats/decode-bytes.ts'
import { htmlToText } from '../../formats/html/plain-text.ts'
import { frequencyOf, rarityOf } from '../../text/frequencies.ts'
import { fold, stemOf, STOP_WORDS, wordsOf } from '../../text/words.ts'
import { isOwnAddress, type Site } from '../../site/site.ts'
import { toPage } from './front-page.ts'
import { pathParts } from './lists/news-address.ts'
import type { Page } from './page.ts'
import type { PageLink } from './page-links.ts'
import type { Scan } from './scan.ts'
import { PAGE_ACCEPT } from './site-requests.ts'

const ADDRESS =
  /^(?:about(?:-us|-the-company)?|company|who-we-are|our-(?:story|team|company)|team|leadership|ueber-uns|uber-uns|a-propos|qui-sommes-nous|sobre(?:-nosotros|-nos)?|quienes-somos|chi-siamo|over-ons)$/i
const TEXT =
  /^(?:about(?: us)?|(?:our|the) (?:company|story|team)|company|who we are|team|leadership|über uns|à propos|qui sommes-nous|sobre (?:nosotros|nós)|quiénes somos|chi siamo|over ons|会社概要|会社情報)$/i
const MAX_TEXT = 12_000
const MAX_PEOPLE = 12

/** Keeps what the company's own page says about it: text, names, places and people. */
export async function readAboutPage(scan: Scan, page: Page): Promise<void> {
  const address = aboutLink(page.links, scan.site())
  if (address === null || !(await scan.mayFetch(address))) return
  const answer = await scan.requests.get(address, PAGE_ACCEPT)
  if (!answer || !isOwnAddress(scan.site(), answer.url)) return
  const about = toPage(answer, scan.site())
  scan.keep('text', about.text, about.url)
  for (const name of about.names) scan.keep('name', name, about.url)
  for (const place of about.places) scan.keep('place', place, about.url)
  const text = htmlToText(decodeBytes(answer.bytes, answer.headers['content-type'] ?? null), MAX_TEXT)
  for (const person of [...about.people, ...leadersIn(text)].slice(0, MAX_PEOPLE))
    scan.keep('person', person, about.url)
}

/** Keeps the words that recur in post titles: what the posts are about, which a front page seldom says. */
export function keepTopics(scan: Scan): void {
  const lists = [
    ...scan.feeds().filter(({ isChannel }) => !isChannel),
    ...scan.pages.flatMap(({ url, result }) => (result ? [{ url, result }] : [])),
  ]
  const [first] = lists
  const topics = topicsOf(lists.flatMap(({ result }) => result.items.map(({ title }) => title)).slice(0, MAX_POSTS))
  if (first && topics.length > 0) scan.keep('topic', topics.join(', '), first.url)
}

const MAX_POSTS = 40
const MAX_TOPICS = 12
/** Words with a lower rarity are too common to say anything. */
const USUAL = 3

export function topicsOf(titles: string[]): string[] {
  const counts = new Map<string, number>()
  for (const title of new Set(titles))
    for (const word of new Set(wordsOf(title, 40).map(({ folded }) => folded)))
      if (word.length > 3 && !STOP_WORDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .filter(([word, count]) => count > 1 && rarityOf(stemOf(word)) > USUAL)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_TOPICS)
    .map(([word]) => word)
}

function aboutLink(links: PageLink[], site: Site): string | null {
  const inside = links.filter(({ url }) => isOwnAddress(site, url))
  const named = inside.find(({ url, text }) => TEXT.test(text.trim()) && !url.includes('#'))
  const placed = inside.find(({ url }) => {
    const parts = pathParts(new URL(url))
    return parts.length > 0 && parts.length <= 2 && ADDRESS.test(parts.at(-1) ?? '')
  })
  return (placed ?? named)?.url ?? null
}

const ROLE =
  /\b(?:CEO|CTO|CFO|COO|CPO|CMO|(?:[Cc]o-?)?[Ff]ounder|[Cc]hief \w{3,20}(?: \w{3,20})? [Oo]fficer|[Pp]resident|[Mm]anaging [Dd]irector|Geschäftsführer(?:in)?|[Ff]ondat(?:eur|rice)|[Ff]undador(?:a)?)\b/
const PERSON =
  /^(?:Dr\.? )?(\p{Lu}[\p{L}’'-]{1,20}(?: \p{Lu}\.)?(?: (?:de|van|von|da|la|el))?(?: \p{Lu}[\p{L}’'-]{1,20}){1,2})(?=,|$| [-–—|(])/u

/** Finds names on the same line as a role, or on the line before. */
export function leadersIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  const people = lines.flatMap((line, at) => {
    const name = line.length <= 120 ? PERSON.exec(line)?.[1] : undefined
    if (name === undefined || !isPersonName(name)) return []
    const next = lines.slice(at + 1).find((other) => other !== '') ?? ''
    const described = line.length > name.length ? line.slice(name.length) : next.length <= 80 ? next : ''
    return ROLE.test(described) ? [name] : []
  })
  return [...new Set(people)]
}

/** Capitals alone aren't enough: "Chief Product Officer" and "Acme Cloud" have them too. */
function isPersonName(name: string): boolean {
  if (ROLE.test(name)) return false
  const first = fold(name.split(' ')[0] ?? '')
  const known = frequencyOf(first)
  return known === undefined || known.is.person || !known.is.word
}

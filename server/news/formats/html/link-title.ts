import { dateInText, type DateOrder } from './date-in-text.ts'
import type { Outline } from './outline.ts'

type Link = Outline['links'][number]

/** A title has at least three words, or a few characters in a language without spaces. "Read more" isn't a title. */
export const isTitle = (text: string): boolean =>
  (text.split(/\s+/).length > 2 || /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}.{4}/u.test(text)) &&
  !isInvitation(text)

export const isInvitation = (text: string): boolean => INVITATION.test(text) || /\bmin(?:ute)?s? read$/i.test(text)

const INVITATION =
  /^(?:(?:read|learn|see|view|find out|discover|explore|show|load|watch|listen to|download)\s(?:(?:the|this|our)\s)?(?:more|all|full|whole|article|story|post|press release|release|details|now|here|video|episode|pdf)\b.{0,25}|continue reading.{0,25}|read on|mehr (?:erfahren|lesen|dazu).{0,20}|weiterlesen.{0,20}|(?:lire|en savoir|leer|ver|saber|leia|saiba|ler|leggi|scopri)\s.{0,20}|(?:続きを読む|詳しく|もっと見る).{0,10})$/i

/** Link texts that several cards share, which say nothing about any one of them. */
export function repeatedTexts(links: Link[]): Set<string> {
  const firstOf = new Map<string, string>()
  const repeated = new Set<string>()
  for (const { url, text } of links) {
    const first = firstOf.get(text)
    if (first === undefined) firstOf.set(text, url)
    else if (first !== url) repeated.add(text)
  }
  return repeated
}

type Card = { links: Link[]; heading: string | undefined; repeated: Set<string>; order: DateOrder | null }

/** The heading of a link, or else the longer of its own text and its card's heading. */
export function titleOfCard({ links, heading, repeated, order }: Card): { text: string; hasHeading: boolean } {
  const own = links.map((link) => withoutDate(link.heading, order)).find((text) => text !== '')
  if (own !== undefined) return { text: own, hasHeading: true }
  const ofCard = heading === undefined ? '' : withoutDate(heading, order)
  const parts = links.flatMap((link) => (repeated.has(link.text) ? [] : partsOf(link, order)))
  const said = parts.find(isTitle) ?? ''
  // A short heading may be the name of a publisher or a category.
  if (ofCard !== '' && (said === '' || said.length <= ofCard.length)) return { text: ofCard, hasHeading: true }
  const longest = links.reduce((best, { text }) => (text.length >= best.length ? text : best), '')
  return { text: said || withoutDate(longest, order), hasHeading: said !== '' && ofCard !== '' }
}

function partsOf({ parts, text }: Link, order: DateOrder | null): string[] {
  const written = parts
    .map((part) => withoutDate(part.replaceAll(/\s+/g, ' ').trim(), order))
    .filter((part) => part !== '')
  // A label for screen readers is the last resort, because many say "link to" before the title.
  return written.length === 1 ? [withoutDate(text, order)] : written
}

/** Removes what a heading links to itself with, and the icon of a card. */
export const withoutMarks = (text: string): string =>
  text.replace(/^(?:[#¶§🔗\s]|\p{Extended_Pictographic}\uFE0F?)+(?=\p{L})/u, '').replace(/\s*[#¶🔗]+$/u, '')

export function withoutDate(text: string, order: DateOrder | null): string {
  const date = dateInText(text, order)
  if (!date) return text
  const rest = `${text.slice(0, date.start)} ${text.slice(date.end)}`
  return rest.replaceAll(/^[\s·•|,–—:-]+|[\s·•|,–—:-]+$/g, '').replaceAll(/\s+/g, ' ')
}

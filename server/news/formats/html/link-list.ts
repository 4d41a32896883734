import type { FeedDate } from '../feed/feed-date.ts'
import { approximateDate, dateOfYear, yearsInOrder } from './approximate-date.ts'
import { dateInText, dateOrderIn, dateOrderOf } from './date-in-text.ts'
import { repeatedTexts, titleOfCard } from './link-title.ts'
import { outlineOf, type Outline } from './outline.ts'

export type ListedLink = {
  url: string
  /** The heading of its card, else its own text; may be "Read more". */
  text: string
  /** Written beside it. */
  date: FeedDate | null
  /** From a date without a year, or "3 days ago". */
  approximate: FeedDate | null
  hasHeading: boolean
  /** In a menu, header or footer. */
  isFrame: boolean
}

/** How far above a mark its card may begin. */
const MAX_CLIMB = 8
/** A date above more links than this belongs to something else, unless it is one of several. */
const MAX_UNDER_ONE_DATE = 2

/**
 * The links of a page, each with the date and the heading of its card: the largest element that contains no other
 * candidate. Dates outside of cards belong to the links that follow them, or precede them, as the page does it.
 */
export function linksInLists(
  html: string,
  url: string,
  { language, now }: { language: string | null; now: Date },
  isCandidate: (url: string, text: string, isFrame: boolean) => boolean,
): ListedLink[] {
  const outline = outlineOf(html, url)
  const links = withoutLabels(outline.links.filter((link) => isCandidate(link.url, link.text, link.isFrame)))
  const cards = cardsOf(outline, links)
  const order = dateOrderIn(language) ?? dateOrderOf(outline.texts.map(({ text }) => text))
  const yearAbove = yearsAbove(outline, links)
  const labels = labelsOf(outline)
  const written = outline.texts.flatMap(({ element, order: at, text, isMachine }, index) => {
    const year = isMachine ? null : yearAbove(at)
    const date =
      (isMachine || isLabel(text) ? dateInText(text, order) : null) ??
      (year === null ? null : dateOfYear(labels[index] ?? '', year))
    return date ? [{ element, order: at, value: date, isOfChange: !isMachine && OF_CHANGE.test(text) }] : []
  })
  const published = written.filter(({ isOfChange }) => !isOfChange)
  const dates = published.length > 0 ? published : written
  const dateOf = nearest(cards, dates)
  const approximateOf = yearsInOrder(
    nearest(
      cards,
      outline.texts.flatMap(({ isMachine, element, order: at }, index) => {
        const date = isMachine ? null : approximateDate(labels[index] ?? '', now)
        return date ? [{ element, order: at, value: date }] : []
      }),
    ),
  )
  const headingOf = nearest(
    cards,
    outline.headings.map(({ text, ...place }) => ({ ...place, value: text })),
  )
  const looseOf = sequence(
    dates.filter(({ element }) => cards.ownerOf(element) === null),
    cards.firstOf.filter((_, card) => dateOf[card] === undefined),
  )
  const repeated = repeatedTexts(links)
  return cards.urls.map((address, card) => {
    const shown = links.filter((link) => link.url === address)
    const { text, hasHeading } = titleOfCard({ links: shown, heading: headingOf[card], repeated, order })
    const after = text === '' ? headingAfter(outline, shown[0]) : undefined
    const first = cards.firstOf[card] ?? 0
    return {
      url: address,
      text: after ?? text,
      date: dateOf[card] ?? looseOf(first),
      approximate: approximateOf[card] ?? null,
      hasHeading: hasHeading || after !== undefined,
      isFrame: shown.every(({ isFrame }) => isFrame),
    }
  })
}

type Link = Outline['links'][number]

/** Of lists with a heading for each year. Headings in a row, without posts between them, are a menu. */
function yearsAbove({ headings }: Outline, links: Link[]): (order: number) => number | null {
  const written = headings.filter(({ text }) => /^(?:19|20)\d\d$/.test(text.trim()))
  const isAboveLinks = (from: number, to: number) => links.some(({ order }) => order > from && order < to)
  const isList = written.every(({ order }, at) => isAboveLinks(order, written[at + 1]?.order ?? Infinity))
  return (order) => {
    const year = isList ? written.findLast((heading) => heading.order < order)?.text : undefined
    return year === undefined ? null : Number(year)
  }
}

/** Where a date is the heading, the next one is the title. */
const headingAfter = ({ headings }: Outline, link: Link | undefined) =>
  headings.find(({ order }) => order > (link?.order ?? Infinity))?.text

/** Where posts have headings, the links without one and with a word or two are their categories and authors. */
function withoutLabels(links: Link[]): Link[] {
  const headed = new Set(links.filter(({ heading }) => heading !== '').map(({ url }) => url))
  if (headed.size < 2) return links
  const longest = new Map<string, number>()
  for (const { url, text } of links) longest.set(url, Math.max(longest.get(url) ?? 0, wordsIn(text)))
  return links.filter(({ url }) => headed.has(url) || (longest.get(url) ?? 0) > 2)
}

const wordsIn = (text: string) =>
  text.split(/\s+/).length + Math.floor((text.match(/[\u3040-\u9fff]/g)?.length ?? 0) / 3)

/** What stands beside the links of each run of text: "Nov 12" of "Nov 12 Acme opens a plant". */
function labelsOf({ texts, links }: Outline): string[] {
  let next = 0
  return texts.map(({ text, order }) => {
    let label = text
    for (; next < links.length && (links[next]?.order ?? 0) < order; next += 1)
      label = label.replace(links[next]?.text || '\n', '')
    return label.trim()
  })
}

/** When a page was last changed says little about when it was published. */
const OF_CHANGE =
  /^(?:last |zuletzt )?(?:updated|modified|revised|effective|aktualisiert|geändert|mis à jour|actualizado)\b/i

/** A date in running text is when something happened, not when it was written. */
const isLabel = (text: string) => text.length <= 160

const NOBODY = -1
const MANY = -2

type Cards = {
  urls: string[]
  /** The order of the first link of each. */
  firstOf: number[]
  ownerOf: (element: number) => number | null
  ordersOf: number[][]
}

function cardsOf({ parents }: Outline, links: Link[]): Cards {
  const numbers = new Map<string, number>()
  const owners = new Int32Array(parents.length).fill(NOBODY)
  const ordersOf: number[][] = []
  const merge = (element: number, owner: number) => {
    const now = owners[element] ?? NOBODY
    owners[element] = now === NOBODY || now === owner ? owner : MANY
  }
  for (const { url, element, order } of links) {
    const number = numbers.get(url) ?? numbers.size
    numbers.set(url, number)
    ;(ordersOf[number] ??= []).push(order)
    merge(element, number)
  }
  // A child comes after its parent, so going backwards adds each element once.
  for (let element = parents.length - 1; element > 0; element -= 1) {
    const owner = owners[element] ?? NOBODY
    if (owner !== NOBODY) merge(parents[element] ?? 0, owner)
  }
  const ownerOf = (from: number): number | null => {
    let element = from
    for (let step = 0; step < MAX_CLIMB && element >= 0; step += 1) {
      const owner = owners[element] ?? NOBODY
      if (owner !== NOBODY) return owner === MANY ? null : owner
      element = parents[element] ?? -1
    }
    return null
  }
  return { urls: [...numbers.keys()], firstOf: ordersOf.map(([first = 0]) => first), ownerOf, ordersOf }
}

type Mark<Value> = { element: number; order: number; value: Value }

/** For each card the mark nearest to one of its links. */
function nearest<Value>({ ownerOf, ordersOf, urls }: Cards, marks: Mark<Value>[]): (Value | undefined)[] {
  const best = urls.map((): { value: Value; far: number } | undefined => undefined)
  for (const { element, order, value } of marks) {
    const card = ownerOf(element)
    if (card === null) continue
    const far = Math.min(...(ordersOf[card] ?? []).slice(0, 5).map((at) => Math.abs(at - order)))
    if (far < (best[card]?.far ?? Infinity)) best[card] = { value, far }
  }
  return best.map((each) => each?.value)
}

function sequence(dates: Mark<FeedDate>[], links: number[]): (order: number) => FeedDate | null {
  const [first] = dates
  const ordered = links.toSorted((a, b) => a - b)
  if (!first || ordered.length === 0) return () => null
  const below = ordered.filter((order) => order > first.order).length
  if (dates.length === 1 && below > MAX_UNDER_ONE_DATE) return () => null
  const isAbove = first.order < (ordered[0] ?? 0)
  return (order) => {
    if (isAbove) return dates.findLast((date) => date.order < order)?.value ?? null
    const next = ordered.find((other) => other > order) ?? Infinity
    return dates.find((date) => date.order > order && date.order < next)?.value ?? null
  }
}

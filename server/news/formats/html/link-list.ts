import type { FeedDate } from '#domain/dates/feed-date.ts'
import { approximateDate, dateOfYear, yearsInOrder } from './approximate-date.ts'
import { dateInText, dateOrderIn, dateOrderOf } from './date-in-text.ts'
import { repeatedTexts, titleOfCard, withoutMarks } from './link-title.ts'
import { outlineOf, type Outline } from './outline.ts'

export type ListedLink = {
  url: string
  /** The heading of its card, or else its own text, which may be "Read more". */
  text: string
  /** Written next to the link. */
  date: FeedDate | null
  /** Inferred from a date without a year or from a label such as "3 days ago". */
  approximate: FeedDate | null
  hasHeading: boolean
  /** In a menu, header or footer. */
  isFrame: boolean
}

/** How many levels above a date or heading its card may begin. */
const MAX_CLIMB = 8
/** If a page has a single date and more links than this below it, the date belongs to something else. */
const MAX_UNDER_ONE_DATE = 2

/**
 * The links of a page, each with the date and heading of its card, which is the largest element that contains no other
 * candidate. A date outside of all cards belongs to the links after it or before it, depending on the page.
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
    const { text: title, hasHeading } = titleOfCard({ links: shown, heading: headingOf[card], repeated, order })
    const text = withoutMarks(title)
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

/** For lists with a heading per year. Year headings without any links between them are a menu. */
function yearsAbove({ headings }: Outline, links: Link[]): (order: number) => number | null {
  const written = headings.filter(({ text }) => /^(?:19|20)\d\d$/.test(text.trim()))
  const isAboveLinks = (from: number, to: number) => links.some(({ order }) => order > from && order < to)
  const isList = written.every(({ order }, at) => isAboveLinks(order, written[at + 1]?.order ?? Infinity))
  return (order) => {
    const year = isList ? written.findLast((heading) => heading.order < order)?.text : undefined
    return year === undefined ? null : Number(year)
  }
}

/** If the heading is a date, the next heading is the title. */
const headingAfter = ({ headings }: Outline, link: Link | undefined) =>
  headings.find(({ order }) => order > (link?.order ?? Infinity))?.text

/** If posts have headings, links with only a word or two and without a heading are categories and authors. */
function withoutLabels(links: Link[]): Link[] {
  const headed = new Set(links.filter(({ heading }) => heading !== '').map(({ url }) => url))
  if (headed.size < 2) return links
  const longest = new Map<string, number>()
  for (const { url, text } of links) longest.set(url, Math.max(longest.get(url) ?? 0, wordsIn(text)))
  return links.filter(({ url }) => headed.has(url) || (longest.get(url) ?? 0) > 2)
}

const wordsIn = (text: string) =>
  text.split(/\s+/).length + Math.floor((text.match(/[\u3040-\u9fff]/g)?.length ?? 0) / 3)

/** Each run of text without its links: "Nov 12" in "Nov 12 Acme opens a plant". */
function labelsOf({ texts, links }: Outline): string[] {
  let next = 0
  return texts.map(({ text, order }) => {
    let label = text
    for (; next < links.length && (links[next]?.order ?? 0) < order; next += 1)
      label = label.replace(links[next]?.text || '\n', '')
    return label.trim()
  })
}

/** The date of the last change says little about when a page was published. */
const OF_CHANGE =
  /^(?:last |zuletzt )?(?:updated|modified|revised|effective|aktualisiert|geändert|mis à jour|actualizado)\b/i

/** A date in running text says when something happened, not when the text was published. */
const isLabel = (text: string) => text.length <= 160

const NOBODY = -1
const MANY = -2

type Cards = {
  urls: string[]
  /** The position of each card's first link. */
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
  // A child comes after its parent, so going backward merges each element exactly once.
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

/** For each card, the mark nearest to one of its links. */
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

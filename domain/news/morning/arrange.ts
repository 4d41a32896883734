import { stakesOf } from '../../companies/positions/stakes.ts'
import { CORRECTION, eventLabel, isAlarming, isRelease } from '../../taxonomy.ts'
import { DAY_MS } from '../../time.ts'
import { outletName, timeOfEvent } from '../event-line.ts'
import { leadSentence } from './lead-sentence.ts'
import {
  MAX_EVENTS,
  type OwnPosition,
  type Morning,
  type MorningEvent,
  type MorningLine,
  type MorningStory,
} from './morning.ts'
import { byRank, mayLead, rankOf } from './rank.ts'
import { readingDay, sinceText } from './reading-day.ts'
import { shortPhrase } from './short-phrase.ts'
import { markText, stakeText } from './stake.ts'
import type { Story } from '../stories.ts'

const WEEK_MS = 7 * DAY_MS
const MAX_LINES = 100
const MAX_ALSO = 2
const LARGE_SHARE = 3

export type Portfolio = {
  /** Without muted companies. */
  companies: readonly { id: number }[]
  stories: readonly MorningStory[]
  positions: readonly OwnPosition[]
  /** Before today; null if the reader was never here. */
  lastReadAt: Date | null
  needs: Morning['needs']
  /** Companies with news whose stories were not loaded. */
  unlisted?: number
  /** What was found since then is new, whenever it happened. When the day began, if absent. */
  foundSince?: Date
}

/** As in "en". */
type Reader = { now: Date; timeZone: string; language?: string }

type Placeable = Story & { companyId: number; companyName: string }
type Weighed<Own = MorningStory> = { story: Own; rank: number; stake: number; at: number }
type Found = Weighed & { isToday: boolean }

/** What matters today to this investor. Home, phone, digest, alert and push print this, and nothing else ranks news. */
export function arrangeMorning(portfolio: Portfolio, { now, timeZone, language = 'en' }: Reader): Morning {
  const { day, begins } = readingDay(now, timeZone)
  const foundSince = portfolio.foundSince ?? begins
  const { positions, weighed } = weigh(portfolio)
  const found = weighed.map((own): Found => {
    const { story, at } = own
    const wasRead = story.readAt !== null && Date.parse(story.readAt) < begins.getTime()
    const isFresh = at >= begins.getTime() - WEEK_MS || Date.parse(story.linkedAt) >= foundSince.getTime()
    return { ...own, isToday: isFresh && !wasRead }
  })
  const today = found.filter(({ isToday }) => isToday)
  const leading = withCorrection(onePerCompany(today.filter(({ story }) => mayLead(story)).toSorted(byRank)))
  const led = new Set(leading.map(({ story }) => story.companyId))
  const within = (days: number) =>
    found.filter(({ at, isToday, story }) => !isToday && at >= begins.getTime() - days * DAY_MS && mayLead(story))
  const week = within(7)
  const past = leading.length === 0 && week.length === 0 ? within(30) : week
  const earlier = onePerCompany(past.toSorted(byRank))
    .filter(({ story }) => !led.has(story.companyId))
    .slice(0, MAX_EVENTS - leading.length)
  const event = (own: Found): MorningEvent =>
    eventOf(own, {
      language,
      positions: positions.get(own.story.companyId) ?? [],
      also: own.isToday
        ? today.filter(({ story }) => story.companyId === own.story.companyId && story !== own.story)
        : [],
    })
  const lines = linesOf(today.filter(({ story }) => !led.has(story.companyId)))
  const unlisted = portfolio.unlisted ?? 0
  const newCompanies = new Set(today.map(({ story }) => story.companyId)).size + unlisted
  return {
    asOf: now.toISOString(),
    day,
    since: portfolio.lastReadAt && sinceText(readingDay(portfolio.lastReadAt, timeZone).day, day),
    companies: portfolio.companies.length,
    newCompanies,
    events: leading.map(event),
    earlier: earlier.map(event),
    earlierPeriod: past === week ? 'week' : 'month',
    lines: lines.slice(0, MAX_LINES),
    moreLines: Math.max(0, lines.length - MAX_LINES) + unlisted,
    quiet: Math.max(0, portfolio.companies.length - newCompanies),
    needs: portfolio.needs,
  }
}

/** Every story as an event of its own, in the order of the morning. */
export function eventsByRank(portfolio: Pick<Portfolio, 'stories' | 'positions'>, language = 'en'): MorningEvent[] {
  const { positions, weighed } = weigh(portfolio)
  return weighed
    .toSorted(byRank)
    .map((own) => eventOf(own, { language, positions: positions.get(own.story.companyId) ?? [], also: [] }))
}

export function weigh<Own extends Placeable>(portfolio: {
  stories: readonly Own[]
  positions: readonly OwnPosition[]
}) {
  const positions = Map.groupBy(portfolio.positions, ({ companyId }) => companyId)
  const stakes = new Map([...positions].map(([id, own]) => [id, investedIn(own)]))
  const large = largestThird([...stakes.values()])
  const weighed = portfolio.stories.map((story): Weighed<Own> => {
    const stake = stakes.get(story.companyId) ?? 0
    const at = Date.parse(timeOfEvent(story, eventLabel(story)).publishedAt)
    return { story, stake, at, rank: rankOf(story, stake > 0 && stake >= large) }
  })
  return { positions, weighed }
}

const investedIn = (positions: readonly OwnPosition[]) =>
  Math.max(0, ...stakesOf(positions).map(({ invested }) => Number(invested)))

function largestThird(stakes: number[]): number {
  const sorted = stakes.filter((stake) => stake > 0).toSorted((a, b) => b - a)
  return sorted[Math.ceil(sorted.length / LARGE_SHARE) - 1] ?? Infinity
}

/** Of events in order of their rank. */
const onePerCompany = (found: Found[]) =>
  [...Map.groupBy(found, ({ story }) => story.companyId).values()].flatMap((own) => own.slice(0, 1))

/** What corrects an event that was told has a place, the last one if need be. */
function withCorrection(ranked: Found[]): Found[] {
  const [first, rest] = [ranked.slice(0, MAX_EVENTS), ranked.slice(MAX_EVENTS)]
  const corrections = rest.filter(({ story }) => eventLabel(story) === CORRECTION).slice(0, MAX_EVENTS)
  return [...first.slice(0, MAX_EVENTS - corrections.length), ...corrections]
}

type Shown = { language: string; positions: readonly OwnPosition[]; also: readonly Weighed[] }

function eventOf({ story }: Weighed, { language, positions, also }: Shown): MorningEvent {
  const label = eventLabel(story)
  const { publishedAt, precision } = timeOfEvent(story, label)
  return {
    id: story.id,
    roots: story.roots,
    companyId: story.companyId,
    companyName: story.companyName,
    eventType: story.eventType,
    kind: label,
    isAlarming: isAlarming(story) && story.certainty === 'stated',
    isReported: story.certainty === 'reported',
    date: publishedAt,
    precision,
    ...leadSentence(story, language),
    short: shortPhrase(story, story.companyName),
    corrects: label === CORRECTION ? correctedBy(story) : null,
    sources: sourcesOf(story),
    also: alsoOf(also),
    stake: stakeText(positions),
    mark: story.certainty === 'stated' ? markText(story, positions) : null,
    isNew: story.readAt === null,
  }
}

/** The first report, which the newest article of the story denies. */
function correctedBy({ articles, title, companyName }: MorningStory): MorningEvent['corrects'] {
  const [first] = articles.toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))
  if (!first || first.title === title) return null
  const outlet = outletName(first.publisher, companyName, first.source) ?? URL.parse(first.url)?.hostname ?? ''
  return { title: first.title, outlet, date: first.publishedAt }
}

/** One link per outlet, the company's own first. */
function sourcesOf({ articles, companyName }: MorningStory): MorningEvent['sources'] {
  const linked = articles.filter(({ url }) => /^https?:\/\//i.test(url))
  const ownFirst = linked.toSorted((a, b) => Number(b.source === 'company-site') - Number(a.source === 'company-site'))
  const byName = Map.groupBy(ownFirst, ({ publisher, source, url }) => {
    return outletName(publisher, companyName, source) ?? (URL.parse(url)?.hostname ?? url).replace(/^www\./, '')
  })
  return [...byName].flatMap(([name, own]) => own.slice(0, 1).map(({ url }) => ({ name, url })))
}

/** The weightiest, with the releases as one. */
function alsoOf(found: readonly Weighed[]): MorningEvent['also'] {
  const groupOf = ({ story }: Weighed) => (isRelease(story) ? 'releases' : story.id)
  const byWeight = found.toSorted((a, b) => b.story.weight - a.story.weight)
  const kept = [...Map.groupBy(byWeight, groupOf).values()].slice(0, MAX_ALSO)
  return linesOf(kept.flat(), groupOf).map(({ kind, short, date, storyId }) => ({ kind, short, date, storyId }))
}

/** One per company, the latest first. */
function linesOf(
  found: readonly Weighed[],
  groupOf: (own: Weighed) => unknown = ({ story }) => story.companyId,
): MorningLine[] {
  const best = [...Map.groupBy(found, groupOf).values()].flatMap((own) => {
    const [first] = own.toSorted((a, b) => b.story.weight - a.story.weight || b.at - a.at)
    return first ? [{ first, more: own.length - 1, releases: own.filter(({ story }) => isRelease(story)) }] : []
  })
  return best
    .toSorted((a, b) => b.first.at - a.first.at)
    .map(({ first: { story }, more, releases }) => {
      const collapsed = isRelease(story) && releases.length > 1 ? releases.length : 0
      return {
        companyId: story.companyId,
        companyName: story.companyName,
        storyId: story.id,
        kind: eventLabel(story),
        short: collapsed
          ? `${collapsed} releases, latest: ${newestOf(releases)}`
          : shortPhrase(story, story.companyName),
        date: timeOfEvent(story, eventLabel(story)).publishedAt,
        more: collapsed ? more - (collapsed - 1) : more,
      }
    })
}

const newestOf = (releases: readonly Weighed[]) =>
  releases.toSorted((a, b) => b.at - a.at).map(({ story }) => shortPhrase(story, story.companyName))[0] ?? ''

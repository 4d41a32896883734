import { SIGNAL_KINDS, type EventType } from '../taxonomy.ts'
import { DAY_MS } from '../time.ts'
import { certaintyOf, isDenied, mergeFacts, type Certainty, type Fact } from './facts.ts'
import type { Story, StoryArticle } from './stories.ts'

export type Event = Pick<Story, 'title' | 'eventType' | 'extractedFacts' | 'denied'> & {
  articles: readonly Pick<StoryArticle, 'title' | 'publishedAt' | 'kind'>[]
}

/** What one article says about one company. */
export type EventArticle = Pick<StoryArticle, 'id' | 'title' | 'publishedAt' | 'kind'> & {
  /** Null until classified. */
  eventType: EventType | null
  certainty: Certainty
  weight: number
  extractedFacts: Fact[] | null
  denied: EventType[]
}

/** What the articles of a story report together. The event type is the most material article's; facts come from all. */
export function eventOf<Own extends EventArticle>(
  articles: readonly Own[],
  rootId: number,
): Event & { certainty: Certainty; weightiest: Own; articles: readonly Own[] } {
  const statements = articles.map(({ id, title, publishedAt, extractedFacts, denied }) => ({
    articleId: id,
    publishedAt,
    facts: extractedFacts,
    denied,
    isCorrection: CORRECTS.test(title),
  }))
  const merged = mergeFacts(statements)
  const { eventType, certainty, weightiest, happened } = weightiestOf(articles)
  return {
    title: titled(articles, { rootId, happened, weightiest, merged: merged ?? [] }).title,
    eventType,
    certainty,
    extractedFacts: merged,
    denied: [...new Set(articles.flatMap(({ denied }) => denied))],
    weightiest,
    articles,
  }
}

type Weighed = Pick<EventArticle, 'eventType' | 'certainty' | 'weight' | 'denied'> & { publishedAt: string | number }

/** The most material of the events that haven't been denied since; a mention if there is none. */
export function weightiestOf<Own extends Weighed>(
  articles: readonly Own[],
): { eventType: EventType; certainty: Certainty; weightiest: Own; happened: Own[] } {
  const happened = articles.filter((each) => each.eventType !== null && !isDenied(each.eventType, each, articles))
  const weightiest = (happened.length > 0 ? happened : articles).reduce((a, b) => (b.weight > a.weight ? b : a))
  const eventType = happened.length > 0 ? (weightiest.eventType ?? 'mention') : 'mention'
  const certainty = certaintyOf(happened.flatMap((each) => (each.eventType === eventType ? each.certainty : [])))
  return { eventType, certainty, weightiest, happened }
}

/** "CORRECTED: …" */
const CORRECTS = /^\s*correct(?:ion|ed|s)\b/i

type Reports = { rootId: number; happened: readonly EventArticle[]; weightiest: EventArticle; merged: Fact[] }

/** The first article that reports the event as it is known now. If only mentions are left, the newest denial, or else the root. */
function titled(articles: readonly EventArticle[], { rootId, happened, weightiest, merged }: Reports): EventArticle {
  const oldestFirst = articles.toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))
  const root = articles.find(({ id }) => id === rootId) ?? oldestFirst.at(-1) ?? weightiest
  if (weightiest.eventType === 'mention') return oldestFirst.findLast(({ denied }) => denied.length > 0) ?? root
  const reports = oldestFirst.filter((each) => happened.includes(each) && each.eventType === weightiest.eventType)
  const right = reports.filter((each) => !isOutdated(each.extractedFacts ?? [], merged))
  const latest = weightiest.eventType === 'incident' ? right.findLast(({ title }) => GREW.test(title)) : undefined
  return latest ?? right.find((each) => isLikeOthers(each, articles)) ?? right[0] ?? reports[0] ?? root
}

/** The first headline of a mishap states a count that is too low by now. */
const GREW =
  /\b(?:widen|expand|extend|rais|ris|climb|grow|grew|larger|worse|hits?\b|reach|now (?:affects|says)|doubl)[a-z]*\b.*\d/i

/** States another amount than the story does, because it was corrected or agreed on later. */
const isOutdated = (facts: Fact[], merged: Fact[]) =>
  AMOUNTS.some((kind) => bothHave(kind, facts, merged) && !isAgreed(kind, facts, merged))

/** "Goodbye, and thank you" shares no words with the headlines that say what happened. */
function isLikeOthers(article: EventArticle, articles: readonly EventArticle[]): boolean {
  const own = titleWords(article.title)
  return (
    articles.length <= 2 ||
    articles.some((other) => other !== article && titleWords(other.title).intersection(own).size >= MIN_WORDS_ALIKE)
  )
}
const MIN_WORDS_ALIKE = 2

const titleWords = (title: string) => new Set(title.toLowerCase().match(/\p{L}{4,}|\p{N}{2,}/gu))

/** In days. Each is rare enough that two reports this close together are about the same event. */
const RARE: Partial<Record<EventType, number>> = { closure: 120, acquisition: 60, ipo: 60, raise: 21, layoffs: 14 }
const DENIED_WITHIN_DAYS = 60
const SAME_AMOUNT_WITHIN_DAYS = 60
const SAME_NAME_WITHIN_DAYS = 30
const SAME_TITLE_WITHIN_DAYS = 14
const MIN_SHARED_WORDS = 4
const SHARED_WORDS = 0.8
/** How much amounts may differ: a filing states what was sold so far, the press what was agreed. */
const SAME_AMOUNT = 0.1
const SAME_REPORTED_AMOUNT = 0.5

const LONGEST_GAP_DAYS = Math.max(...Object.values(RARE))
/** Articles further apart than this never report the same event. */
export const LONGEST_GAP_MS = LONGEST_GAP_DAYS * DAY_MS

/** Whether two stories about one company report the same event. Showing one twice is better than merging two. */
export function isSameEvent(a: Event, b: Event): boolean {
  const days = daysApart(a, b)
  if (days > LONGEST_GAP_DAYS) return false
  if (isDenialOf(a, b) || isDenialOf(b, a)) return days <= DENIED_WITHIN_DAYS
  if (days <= SAME_TITLE_WITHIN_DAYS && hasSameTitle(a, b)) return true
  if (isPartOfClosure(a, b) || isPartOfClosure(b, a)) return days <= SAME_TITLE_WITHIN_DAYS
  if (a.eventType !== b.eventType || a.eventType === 'mention') return false
  const [facts, others] = [a.extractedFacts ?? [], b.extractedFacts ?? []]
  if (contradict(facts, others)) return false
  if (days <= SAME_AMOUNT_WITHIN_DAYS && AMOUNTS.some((kind) => isAgreed(kind, facts, others))) return true
  if (days <= SAME_NAME_WITHIN_DAYS && NAMED.some((kind) => sharesName(kind, facts, others))) return true
  if (days <= SAME_NAME_WITHIN_DAYS && hasSameRevenue(facts, others)) return true
  if (days <= SAME_MATTER_WITHIN_DAYS && !mattersOf(a).isDisjointFrom(mattersOf(b))) return true
  const within = RARE[a.eventType]
  return within !== undefined && days <= within
}

/** A newer story that denies what the older one reports. */
const isDenialOf = (denial: Event, report: Event) =>
  denial.denied.includes(report.eventType) && newestOf(denial) >= newestOf(report)

/** The jobs lost when a company shuts down. */
const isPartOfClosure = (closure: Event, layoffs: Event) =>
  closure.eventType === 'closure' &&
  layoffs.eventType === 'layoffs' &&
  readingOf(layoffs).first >= readingOf(closure).first

const SAME_MATTER_WITHIN_DAYS = 7
/** What two headlines about one mishap or one approval have in common, however they are worded. */
const MATTERS: Partial<Record<EventType, Record<string, RegExp>>> = {
  incident: {
    breach: /\b(?:breach|hack|leak|stolen|expos|ransomware|attacker|victims)/i,
    recall: /\brecall/i,
    outage: /\b(?:outage|down(?:time)?\b(?! (?:to|by|on|from))|offline)/i,
    fire: /\b(?:fire|blaze|explo(?:sion|d))/i,
  },
  launch: { FDA: /\bFDA\b/, EMA: /\bEMA\b/, MHRA: /\bMHRA\b/, FAA: /\bFAA\b/, EASA: /\bEASA\b/, FCC: /\bFCC\b/ },
}

function mattersOf({ eventType, articles }: Event): Set<string> {
  const known = Object.entries(MATTERS[eventType] ?? {})
  return new Set(
    known.flatMap(([matter, wording]) => (articles.some(({ title }) => wording.test(title)) ? [matter] : [])),
  )
}

/** Exactly, because revenue grows. */
function hasSameRevenue(facts: Fact[], others: Fact[]): boolean {
  const revenue = amountOf('revenue', facts)
  return revenue !== null && revenue.amount.value === amountOf('revenue', others)?.amount.value
}

const AMOUNTS = ['raised', 'price', 'penalty'] as const
const NAMED = ['joins', 'leaves', 'buyer', 'bought', 'merger', 'partner', 'customer'] as const

function isAgreed(kind: (typeof AMOUNTS)[number], facts: Fact[], others: Fact[]): boolean {
  const [mine, theirs] = [amountOf(kind, facts), amountOf(kind, others)]
  return mine !== null && theirs !== null && isClose(mine.amount.value, theirs.amount.value, SAME_AMOUNT)
}

const isClose = (a: number, b: number, difference: number) => Math.abs(a - b) <= difference * Math.max(a, b)

function amountOf(kind: Fact['kind'], facts: Fact[]) {
  const fact = facts.find((each) => each.kind === kind)
  return fact && 'amount' in fact ? fact : null
}

/** Each paper converts an amount for its readers, and a deal may end at another amount than the talks about it. */
function isOtherAmount(kind: (typeof AMOUNTS)[number], facts: Fact[], others: Fact[]): boolean {
  const [mine, theirs] = [amountOf(kind, facts), amountOf(kind, others)]
  if (!mine || !theirs || mine.amount.currency !== theirs.amount.currency) return false
  const isSettled = mine.certainty === 'stated' && theirs.certainty === 'stated'
  return !isClose(mine.amount.value, theirs.amount.value, isSettled ? SAME_AMOUNT : SAME_REPORTED_AMOUNT)
}

const namesOf = (kind: Fact['kind'], facts: Fact[]): string[] =>
  facts.flatMap((fact) =>
    fact.kind === kind && 'name' in fact ? [fact.name.toLowerCase().replaceAll(MIDDLE_INITIAL, ' ')] : [],
  )
const MIDDLE_INITIAL = /(?<=\p{L}) \p{L}\. (?=\p{L})/gu

/** "Fernhill" is short for "Fernhill Partners". */
const sharesName = (kind: Fact['kind'], facts: Fact[], others: Fact[]) => {
  const names = namesOf(kind, facts)
  return namesOf(kind, others).some((name) =>
    names.some((each) => each === name || each.startsWith(`${name} `) || name.startsWith(`${each} `)),
  )
}

/** Different amounts, rounds, buyers, or people mean different events. */
function contradict(facts: Fact[], others: Fact[]): boolean {
  if (AMOUNTS.some((kind) => isOtherAmount(kind, facts, others))) return true
  return (['round', 'buyer', 'bought', 'joins', 'leaves'] as const).some(
    (kind) => bothHave(kind, facts, others) && !sharesName(kind, facts, others),
  )
}

const bothHave = (kind: Fact['kind'], facts: Fact[], others: Fact[]) =>
  facts.some((fact) => fact.kind === kind) && others.some((fact) => fact.kind === kind)

type Reading = { first: number; last: number; titleWords: ReadonlySet<string>; isSignal: boolean }

/** Cached because each event is compared with many others. */
const readings = new WeakMap<Event, Reading>()

function readingOf(event: Event): Reading {
  const known = readings.get(event)
  if (known) return known
  const times = event.articles.map(({ publishedAt }) => Date.parse(publishedAt))
  const reading = {
    first: Math.min(...times),
    last: Math.max(...times),
    titleWords: new Set(event.title.toLowerCase().match(/[\p{L}\p{N}]{2,}|\d/gu)),
    isSignal: event.articles.every(({ kind }) => SIGNAL_KINDS.includes(kind)),
  }
  readings.set(event, reading)
  return reading
}

const newestOf = (event: Event) => readingOf(event).last

function daysApart(a: Event, b: Event): number {
  const [mine, theirs] = [readingOf(a), readingOf(b)]
  return Math.max(theirs.first - mine.last, mine.first - theirs.last, 0) / DAY_MS
}

/** Records such as jobs and releases don't count because their titles follow a pattern. */
function hasSameTitle(a: Event, b: Event): boolean {
  const [mine, theirs] = [readingOf(a), readingOf(b)]
  if (mine.isSignal || theirs.isSignal) return false
  const [shorter, longer] =
    mine.titleWords.size < theirs.titleWords.size
      ? [mine.titleWords, theirs.titleWords]
      : [theirs.titleWords, mine.titleWords]
  if (shorter.size < MIN_SHARED_WORDS || shorter.size < SHARED_WORDS * longer.size) return false
  // "Opens in Lyon" and "opens in Nice" differ by one word.
  return shorter.isSubsetOf(longer) && ![...longer.difference(shorter)].some((word) => /\d/.test(word))
}

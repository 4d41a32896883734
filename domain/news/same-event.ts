import { SIGNAL_KINDS, type EventType } from '../taxonomy.ts'
import { DAY_MS } from '../time.ts'
import type { Fact } from './facts.ts'
import type { Story, StoryArticle } from './stories.ts'

export type Event = Pick<Story, 'title' | 'eventType' | 'extractedFacts' | 'denied'> & {
  articles: readonly Pick<StoryArticle, 'publishedAt' | 'kind'>[]
}

/** Each happens rarely enough that two reports of it so close together are of one. */
const RARE: Partial<Record<EventType, number>> = { closure: 120, acquisition: 60, ipo: 60, raise: 21, layoffs: 14 }
const DENIED_WITHIN_DAYS = 60
const SAME_AMOUNT_WITHIN_DAYS = 60
const SAME_NAME_WITHIN_DAYS = 30
const SAME_TITLE_WITHIN_DAYS = 14
const MIN_SHARED_WORDS = 4
const SHARED_WORDS = 0.8
/** A filing states what was sold so far, the press what was agreed. */
const SAME_AMOUNT = 0.1

/** Articles further apart than this never report the same event. */
export const LONGEST_GAP_MS = Math.max(...Object.values(RARE)) * DAY_MS

/** Whether two stories about one company report the same event. Better twice than two events as one. */
export function isSameEvent(a: Event, b: Event): boolean {
  const days = daysApart(a, b)
  if (isDenialOf(a, b) || isDenialOf(b, a)) return days <= DENIED_WITHIN_DAYS
  if (days <= SAME_TITLE_WITHIN_DAYS && hasSameTitle(a, b)) return true
  if (a.eventType !== b.eventType || a.eventType === 'mention') return false
  const [facts, others] = [a.extractedFacts ?? [], b.extractedFacts ?? []]
  if (contradict(facts, others)) return false
  if (days <= SAME_AMOUNT_WITHIN_DAYS && AMOUNTS.some((kind) => isAgreed(kind, facts, others))) return true
  if (days <= SAME_NAME_WITHIN_DAYS && NAMED.some((kind) => sharesName(kind, facts, others))) return true
  const within = RARE[a.eventType]
  return within !== undefined && days <= within
}

/** A newer story that denies what the older one reports. */
const isDenialOf = (denial: Event, report: Event) =>
  denial.denied.includes(report.eventType) && newestOf(denial) >= newestOf(report)

const AMOUNTS = ['raised', 'price', 'penalty'] as const
const NAMED = ['joins', 'leaves', 'buyer', 'bought', 'merger', 'partner', 'customer'] as const

function isAgreed(kind: (typeof AMOUNTS)[number], facts: Fact[], others: Fact[]): boolean {
  const [mine, theirs] = [amountOf(kind, facts), amountOf(kind, others)]
  return mine !== null && theirs !== null && isClose(mine, theirs)
}

const isClose = (a: number, b: number) => Math.abs(a - b) <= SAME_AMOUNT * Math.max(a, b)

function amountOf(kind: Fact['kind'], facts: Fact[]): number | null {
  const fact = facts.find((each) => each.kind === kind)
  return fact && 'amount' in fact ? fact.amount.value : null
}

const namesOf = (kind: Fact['kind'], facts: Fact[]): string[] =>
  facts.flatMap((fact) => (fact.kind === kind && 'name' in fact ? [fact.name.toLowerCase()] : []))

const sharesName = (kind: Fact['kind'], facts: Fact[], others: Fact[]) => {
  const names = new Set(namesOf(kind, facts))
  return namesOf(kind, others).some((name) => names.has(name))
}

/** Two rounds, two buyers or two people are two events. */
function contradict(facts: Fact[], others: Fact[]): boolean {
  if (AMOUNTS.some((kind) => bothHave(kind, facts, others) && !isAgreed(kind, facts, others))) return true
  return (['round', 'buyer', 'bought', 'joins', 'leaves'] as const).some(
    (kind) => bothHave(kind, facts, others) && !sharesName(kind, facts, others),
  )
}

const bothHave = (kind: Fact['kind'], facts: Fact[], others: Fact[]) =>
  facts.some((fact) => fact.kind === kind) && others.some((fact) => fact.kind === kind)

const timesOf = ({ articles }: Event) => articles.map(({ publishedAt }) => Date.parse(publishedAt))
const newestOf = (event: Event) => Math.max(...timesOf(event))

function daysApart(a: Event, b: Event): number {
  const [mine, theirs] = [timesOf(a), timesOf(b)]
  const gap = Math.max(Math.min(...theirs) - Math.max(...mine), Math.min(...mine) - Math.max(...theirs), 0)
  return gap / DAY_MS
}

/** Records such as jobs and releases have titles of one pattern. */
function hasSameTitle(a: Event, b: Event): boolean {
  if ([a, b].some(({ articles }) => articles.every(({ kind }) => SIGNAL_KINDS.includes(kind)))) return false
  const [mine, theirs] = [wordsOf(a.title), wordsOf(b.title)]
  const [shorter, longer] = mine.size < theirs.size ? [mine, theirs] : [theirs, mine]
  // "Opens in Lyon" and "opens in Nice" differ by one word.
  if (!shorter.isSubsetOf(longer) || [...longer.difference(shorter)].some((word) => /\d/.test(word))) return false
  return shorter.size >= MIN_SHARED_WORDS && shorter.size >= SHARED_WORDS * longer.size
}

const wordsOf = (title: string) => new Set(title.toLowerCase().match(/[\p{L}\p{N}]{2,}|\d/gu))

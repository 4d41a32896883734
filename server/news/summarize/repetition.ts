import { foldedWords, stemOf, STOP_WORDS } from '../text/words.ts'

/** Two lines that share this much of the shorter one's content words state the same fact. */
export const SAME_FACT = 0.4
const MAX_WORDS = 100
/** Excludes years, which unrelated facts share. */
const AMOUNT = /^(?!(?:19|20)\d\d$)\d\d+[a-z]?$/

/** Stems without stop words and the company's names, which any line of its brief may contain. */
export const contentOf = (text: string, names: readonly string[]): Set<string> =>
  contentWords(foldedWords(text, MAX_WORDS), wordsOfNames(names))

const wordsOfNames = (names: readonly string[]) => new Set(names.flatMap((name) => foldedWords(name, MAX_WORDS)))

function contentWords(words: readonly string[], known: ReadonlySet<string>): Set<string> {
  const content = new Set<string>()
  for (const word of withShortTitles(words))
    if (!STOP_WORDS.has(word) && !FOREIGN_STOP_WORDS.has(word) && !known.has(word)) content.add(stemOf(word))
  return content
}

const FOREIGN_STOP_WORDS = new Set(
  `le la les l de du des d et un une aux en dans par pour sur qui que est sont ete son sa ses ce cette el los las del y con por para una su se es
  der die das dem den und ein eine einer mit von fur auf im ist hat il lo gli di e per che nel della`.split(/\s+/),
)

const CHIEFS = new Map([
  ['executive', 'ceo'],
  ['financial', 'cfo'],
  ['operating', 'coo'],
  ['technology', 'cto'],
  ['technical', 'cto'],
  ['marketing', 'cmo'],
  ['product', 'cpo'],
  ['revenue', 'cro'],
])

/** "Chief financial officer" is "CFO". */
const withShortTitles = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => {
    const [before = '', two = ''] = [words[at - 1], words[at - 2]]
    if (word === 'chief' && CHIEFS.has(words[at + 1] ?? '')) return []
    if (word === 'officer' && two === 'chief' && CHIEFS.has(before)) return []
    return before === 'chief' ? (CHIEFS.get(word) ?? word) : word
  })

/** The share of the smaller set that's also in the other one; 1 if either is empty. */
export function sharedShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size)
  if (smaller === 0) return 1
  let both = 0
  for (const word of a) if (b.has(word)) both += 1
  return both / smaller
}

/** Different wordings of the same event, which share few words. */
const EVENTS: Record<string, RegExp> = {
  raise: /^(?:rais|fund|financ|round|invest|valu|back|bag|lands?$|nab|nets?$|secur)/,
  sale: /^(?:sale$|sell|sold|buy|bought|acqui|takeover|merg|bid$|bids$|purchas)/,
  layoffs: /^(?:layoff|laid|lays?$|laying|jobs?$|redundanc|staff|workforce)/,
  listing: /^(?:ipo|list|float|public$)/,
  closure: /^(?:shut|clos|bankrupt|insolven|liquidat|wind)/,
  breach: /^(?:breach|hack|leak|stolen)/,
  departure: /^(?:resign|step|leav|depart|quit|oust)/,
  results: /^(?:loss|lost|profit|earn|revenu|sales)/,
}

export function eventsIn(words: readonly string[]): Set<string> {
  const found = Object.entries(EVENTS).filter(([, pattern]) => words.some((word) => pattern.test(word)))
  return new Set(found.map(([event]) => event))
}

type Line = {
  content: ReadonlySet<string>
  events: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** In millions. */
  amounts: readonly number[]
}

const MILLIONS: Record<string, number> = {
  m: 1,
  mn: 1,
  mln: 1,
  million: 1,
  crore: 10,
  b: 1000,
  bn: 1000,
  billion: 1000,
}

/** "48", "million" and "52", "3", "million" and "52m" */
function amountsIn(words: readonly string[]): number[] {
  return words.flatMap((word, at) => {
    const [, joined, unit] = /^(\d+)(mn?|bn?)$/.exec(word) ?? []
    if (joined !== undefined) return [Number(joined) * (MILLIONS[unit ?? ''] ?? 1)]
    const times = MILLIONS[word]
    const [whole = '', last = ''] = words.slice(Math.max(0, at - 2), at).filter((each) => /^\d+$/.test(each))
    if (times === undefined || whole === '') return []
    return [times * Number(last === '' ? whole : last.length === 3 ? whole + last : `${whole}.${last}`)]
  })
}

/** "Nearly $50 million" is $48 million. */
const ROUNDING = 0.05
const isClose = (a: number, b: number) => Math.abs(a - b) <= ROUNDING * Math.max(a, b)

/** How much a story may share with another, so that news about the same product isn't lost. */
const SAME_STORY = 0.6

/** With another amount, more words may be the same. */
const SAME_BUT_AMOUNT = 0.6
const hasOtherAmount = (a: Line, b: Line) =>
  a.amounts.length > 0 && !a.amounts.some((one) => b.amounts.some((other) => isClose(one, other)))

/** Two events may share a description of the company: "Quillon, which insures bicycles, is shutting down". */
const SAME_BUT_EVENT = 0.9
const hasOtherEvent = (a: Line, b: Line) => a.events.size > 0 && b.events.size > 0 && a.events.isDisjointFrom(b.events)

const leastShared = (a: Line, b: Line, limit: number) =>
  hasOtherEvent(a, b) ? SAME_BUT_EVENT : hasOtherAmount(a, b) ? Math.max(limit, SAME_BUT_AMOUNT) : limit

const isSameFact = (a: Line, b: Line, limit: number): boolean =>
  sharedShare(a.content, b.content) >= leastShared(a, b, limit) ||
  (!a.events.isDisjointFrom(b.events) &&
    a.numbers.size > 0 &&
    b.numbers.size > 0 &&
    (!a.numbers.isDisjointFrom(b.numbers) || a.amounts.some((one) => b.amounts.some((other) => isClose(one, other)))))

/** The lines of a brief so far, across all its stories. */
export function briefLines(names: readonly string[]) {
  const known = wordsOfNames(names)
  const lines: Line[] = []
  const addUpTo =
    (limit: number) =>
    (words: readonly string[]): boolean => {
      const content = contentWords(words, known)
      // "$99M" is "$99 million".
      const numbers = new Set(
        [...content].filter((word) => AMOUNT.test(word)).map((word) => word.replace(/[a-z]$/, '')),
      )
      const line = {
        content,
        numbers,
        amounts: amountsIn(words),
        events: eventsIn(words),
      }
      const isNew = content.size > 0 && lines.every((other) => !isSameFact(line, other, limit))
      if (isNew) lines.push(line)
      return isNew
    }
  return {
    /** Adds a line unless it repeats another one; returns whether it did. */
    add: addUpTo(SAME_FACT),
    /** For a story that would otherwise have no lines. */
    addStory: addUpTo(SAME_STORY),
  }
}
export type BriefLines = ReturnType<typeof briefLines>

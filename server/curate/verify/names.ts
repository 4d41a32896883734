import { frequencyOf, isInflected } from '../text/frequencies.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { wordsOf, type Word } from '../text/words.ts'

const MOST_WORDS = 4000
/** How many words may stand between two parts of one name: a middle name, an initial. */
const APART = 2

/** Words of office: they stand before and behind names and are no part of them. */
const OFFICES: Record<string, RegExp> = {
  ceo: /\bchief executive\b/i,
  cfo: /\bchief financial\b/i,
  coo: /\bchief operating\b/i,
  cto: /\bchief technolog/i,
  cmo: /\bchief marketing\b/i,
  chief: /\bC[EFOTM]O\b/,
  executive: /\bCEO\b/,
  officer: /\bC[EFOTM]O\b/,
  president: /\bpresident\b/i,
  chair: /\bchair/i,
  founder: /\bfounder/i,
  director: /\bdirector/i,
  board: /\bboard\b/i,
  series: /\bseries\b/i,
  seed: /\bseed\b/i,
}

/** One spelling for what is written with and without full stops. */
export const undotted = (text: string): string =>
  text.replaceAll(/\b(\p{Lu})\.(?=\p{Lu}\.)|(?<=\b\p{Lu})\.(?=\s|$)/gu, '$1')

/** The names in a text, to be asked which others hold. */
function namesIn(text: string) {
  const words = wordsOf(undotted(text), MOST_WORDS)
  const proper = new Map<string, number[]>()
  for (const [at, { folded, isProper }] of words.entries())
    if (isProper) proper.set(folded, [...(proper.get(folded) ?? []), at])
  return {
    has: ({ folded, text: written }: Word) =>
      proper.has(folded) ||
      // "the deal" may become "the Deal": a usual word is not a name because of its capital.
      (isUsual(folded) && words.some((word) => word.folded === folded)) ||
      (OFFICES[folded]?.test(text) ?? false) ||
      // Scripts without spaces have no words to compare.
      (/^\p{Lo}/u.test(written) && text.includes(written)),
    /** Whether one follows the other as the parts of a name do. */
    hasPair: (first: Word, second: Word) =>
      (proper.get(first.folded) ?? []).some((at) =>
        (proper.get(second.folded) ?? []).some((next) => next > at && next - at <= 1 + APART),
      ),
  }
}

/** A name, or a part of one, that the sentence has and its sources have not; null when there is none. */
export function inventedName(sentence: string, company: string, sources: string): string | null {
  const words = wordsOf(undotted(sentence), MOST_WORDS)
  const known = new Set(wordsOf(company, MOST_WORDS).map(({ folded }) => folded))
  const told = namesIn(sources)
  let before: Word | null = null
  for (const [at, word] of words.entries()) {
    if (!isName(word, words[at + 1]) || known.has(word.folded)) {
      before = null
      continue
    }
    if (!told.has(word)) return word.text
    const isApart = word.folded in OFFICES || /^\p{Lo}/u.test(word.text)
    if (before && before.end + 1 >= word.start && !isApart && !told.hasPair(before, word))
      return `${before.text} ${word.text}`
    before = isApart ? null : word
  }
  return null
}

function isUsual(folded: string): boolean {
  const usual = frequencyOf(folded)
  return usual !== undefined && usual.small > 2 && usual.small >= usual.proper
}

function isName(word: Word, next: Word | undefined): boolean {
  if (/^\p{N}+$/u.test(word.text)) return false
  if (/\p{N}/u.test(word.text)) return true
  if (!word.isProper) return false
  if (!word.isOpening) return true
  if (STOP_WORDS.has(word.folded)) return false
  if (next?.isProper && !next.isOpening && next.start === word.end + 1 && !/^\p{N}/u.test(next.text))
    return true
  const usual = frequencyOf(word.folded)
  return usual ? usual.proper > usual.small : !isInflected(word.folded)
}

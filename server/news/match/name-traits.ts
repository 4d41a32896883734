import { frequencyOf, isDerived, isInflected } from '../text/frequencies.ts'

/** What the public word lists say about a name; how much each trait counts is learned. */
export type NameTraits = {
  /** 0 for a coined word, 1 for one of the most common. */
  common: number
  word: number
  inflected: number
  derived: number
  firstName: number
  surname: number
  place: number
  time: number
  /** In no list and no news; the longer the word, the less likely a namesake is. */
  unseen: number
  /** How often it's part of a name in the news. */
  famous: number
  /** Two words written as one: "Pushbullet". */
  fused: number
  /** Written unlike any dictionary word: "GitLab", "3M". */
  unusual: number
  acronym: number
  short: number
  several: number
  many: number
}

const LONGEST_SHORT = 4
const LONGEST_UNSEEN = 9

export function nameTraits(words: string[], written: string[]): NameTraits {
  const each = words.map((word, at) => traitsOfWord(word, written[at] ?? word))
  const [first] = each
  if (!first || each.length === 1) return first ?? traitsOfWord('', '')
  // A name of several words is as distinctive as its most distinctive word.
  const least = (trait: keyof NameTraits) => Math.min(...each.map((one) => one[trait]))
  const merged = Object.fromEntries(Object.keys(first).map((trait) => [trait, least(trait as keyof NameTraits)]))
  const { common = 0 } = merged
  return {
    ...(merged as NameTraits),
    common: common * (each.length === 2 ? 0.4 : 0.2),
    several: 1,
    many: each.length > 2 ? 1 : 0,
  }
}

function traitsOfWord(folded: string, written: string): NameTraits {
  const known = frequencyOf(folded)
  const { small = 0, proper = 0, level = 0 } = known ?? {}
  const isUnusual = /[\p{Ll}\p{N}]\p{Lu}|\p{N}/u.test(written)
  const inflected = level === 0 && isInflected(folded)
  const isName = known !== undefined && (known.is.person || known.is.surname || known.is.place || known.is.time)
  const word = level > 0 || small > 1 || inflected ? 1 : 0
  const byLevel = level > 0 ? (8 - level) / 7 : inflected || small > 1 ? 0.4 : 0
  return {
    common: isUnusual
      ? 0
      : word
        ? 0.5 + 0.5 * Math.max(byLevel, Math.min(1, Math.log2(1 + small) / 14))
        : isName
          ? 0.5
          : 0,
    word,
    inflected: inflected ? 1 : 0,
    derived: word === 0 && isDerived(folded) ? 1 : 0,
    firstName: known?.is.person ? 1 : 0,
    surname: known?.is.surname ? 1 : 0,
    place: known?.is.place ? 1 : 0,
    time: known?.is.time ? 1 : 0,
    unseen: known === undefined && word === 0 ? Math.min(LONGEST_UNSEEN, folded.length) / LONGEST_UNSEEN : 0,
    famous: Math.log2(1 + proper) / 10,
    fused: word === 0 && isFused(folded) ? 1 : 0,
    unusual: isUnusual ? 1 : 0,
    acronym: /^\p{Lu}{2,}$/u.test(written) ? 1 : 0,
    short: folded.length <= LONGEST_SHORT ? (LONGEST_SHORT + 1 - folded.length) / 3 : 0,
    several: 0,
    many: 0,
  }
}

const SHORTEST_PART = 3
const RAREST_PART = 5

function isFused(folded: string): boolean {
  for (let at = SHORTEST_PART; at <= folded.length - SHORTEST_PART; at += 1)
    if (isPart(folded.slice(0, at)) && isPart(folded.slice(at))) return true
  return false
}

function isPart(word: string): boolean {
  const level = frequencyOf(word)?.level ?? 0
  return level > 0 && level <= RAREST_PART
}

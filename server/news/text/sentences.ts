import { fold, monthNumber } from '#domain/dates/months.ts'
import { ANYWHERE, BEFORE_NAME, BEFORE_NUMBER, OPENERS } from './abbreviations.ts'

export type Sentence = { start: number; end: number }

/** The lookbehind keeps a long run of dots from being scanned once per dot. */
const END = /(?<![.!?…])[.!?…]+["”’)\]]*(?=\s)|[。！？]+["”’)\]」』）]*|\n+/gu
const LONGEST_WORD = 14

export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  const close = (end: number) => {
    while (start < end && /\s/.test(text.charAt(start))) start += 1
    if (start < end) sentences.push({ start, end })
    start = end
  }
  for (const { 0: mark, index } of text.matchAll(END)) {
    if (mark.startsWith('\n')) close(index)
    else if (!continues(text, index, index + mark.length)) close(index + mark.length)
  }
  close(text.trimEnd().length)
  return sentences
}

const BEFORE = /(?<![\p{L}\p{N}.])(?:(?<letters>\p{L}\.?(?:\p{L}+\.)*\p{L}*)|(?<number>\d{1,3}))$/u
const AFTER = /^\s+["“„«(]?(?<word>[\p{L}\p{N}]+)/u
/** "am 24. Dezember", "der 2. Bauabschnitt" */
const ORDINAL_BEFORE = /(?:^|\s)(?:am|ab|bis|beim|dem|den|der|des|die|das|im|vom|zum|zur|seit)\s\d{1,2}$/iu

/** Whether the sentence goes on: after an abbreviation, or before a lowercase letter, as in “Why?” he said. */
function continues(text: string, at: number, end: number): boolean {
  const after = text.slice(end, end + LONGEST_WORD + 4)
  if (/^\s\p{Ll}/u.test(after)) return true
  if (text.charAt(at) !== '.' || end - at > 1) return false
  const before = text.slice(Math.max(0, at - LONGEST_WORD), at)
  const { letters, number } = BEFORE.exec(before)?.groups ?? {}
  const next = AFTER.exec(after)?.groups?.word ?? ''
  if (number !== undefined) return isOrdinal(before, next)
  return letters !== undefined && isAbbreviation(letters, next)
}

const isOrdinal = (before: string, next: string) => {
  const small = next.toLowerCase()
  return monthNumber(fold(next)) !== null || (ORDINAL_BEFORE.test(before) && !OPENERS.has(small))
}

function isAbbreviation(written: string, next: string): boolean {
  const word = written.toLowerCase()
  if (BEFORE_NAME.has(word)) return true
  if (BEFORE_NUMBER.has(word)) return /^\p{N}/u.test(next)
  // "J. Ames", "U.S. Army", "z. B. Banken"
  const isShort = /^(?:\p{L}|(?:\p{L}{1,2}\.)+\p{L}{1,3})$/u.test(written)
  return (isShort || ANYWHERE.has(word)) && !OPENERS.has(next.toLowerCase())
}

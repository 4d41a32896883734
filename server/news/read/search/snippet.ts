import type { Fragment } from '#domain/news/search.ts'
import { sentencesOf, type Sentence } from '../../text/sentences.ts'

export const HIT_STARTS = '\uE000'
export const HIT_ENDS = '\uE001'

const MAX_CHARS = 320
const GAP = ' … '

export function fragmentsOf(marked: string): Fragment[] {
  let isHit = false
  return marked.split(/([\uE000\uE001])/).flatMap((part) => {
    if (part === HIT_STARTS || part === HIT_ENDS) {
      isHit = part === HIT_STARTS
      return []
    }
    return part === '' ? [] : [{ text: part, hit: isHit }]
  })
}

/** Whole sentences around the hits, starting with the first; without hits, the beginning of the text. */
export function snippetOf(marked: string): Fragment[] {
  const parts = fragmentsOf(marked.replaceAll(/[ \t]+/g, ' ').trim())
  const text = parts.map((part) => part.text).join('')
  const hits = rangesOf(parts)
  const sentences = sentencesOf(text)
  const hasHit = ({ start, end }: Sentence) => hits.some((hit) => hit.start < end && hit.end > start)
  const first = Math.max(0, sentences.findIndex(hasHit))
  const chosen: Sentence[] = []
  let length = 0
  for (const [at, sentence] of sentences.entries()) {
    if (at < first || (at > first + 1 && !hasHit(sentence))) continue
    length += sentence.end - sentence.start
    if (chosen.length > 0 && length > MAX_CHARS) break
    chosen.push(sentence)
  }
  return chosen.flatMap((sentence, index): Fragment[] => {
    const before = chosen[index - 1]
    const isNext = before && sentences.indexOf(sentence) === sentences.indexOf(before) + 1
    const shown = partsOf(
      text,
      shortened(
        text,
        sentence,
        hits.find((hit) => hit.end > sentence.start),
      ),
      hits,
    )
    return before ? [{ text: isNext ? ' ' : GAP, hit: false }, ...shown] : shown
  })
}

function rangesOf(parts: Fragment[]): Sentence[] {
  let at = 0
  return parts.flatMap(({ text, hit }) => {
    const range = { start: at, end: at + text.length }
    at = range.end
    return hit ? [range] : []
  })
}

/** A sentence that is too long is cut between words, around its first hit. */
function shortened(text: string, { start, end }: Sentence, hit: Sentence | undefined): Sentence {
  if (end - start <= MAX_CHARS) return { start, end }
  const isLate = hit !== undefined && hit.end - start > MAX_CHARS
  const from = isLate ? text.indexOf(' ', hit.start - MAX_CHARS / 2) + 1 : start
  const to = text.lastIndexOf(' ', from + MAX_CHARS)
  return { start: from, end: to > from ? to : Math.min(end, from + MAX_CHARS) }
}

function partsOf(text: string, { start, end }: Sentence, hits: Sentence[]): Fragment[] {
  const parts: Fragment[] = []
  const add = (from: number, to: number, hit: boolean) => {
    if (from < to) parts.push({ text: text.slice(from, to), hit })
  }
  let at = start
  for (const hit of hits.filter((each) => each.start < end && each.end > start)) {
    add(at, hit.start, false)
    add(Math.max(hit.start, start), Math.min(hit.end, end), true)
    at = hit.end
  }
  add(at, end, false)
  return parts.map((part) => ({ ...part, text: part.text.replaceAll(/\s+/g, ' ') }))
}

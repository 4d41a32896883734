import { stemOf } from '../text/stem.ts'
import { wordsOf, type Word } from '../text/words.ts'
import { siteOf, type Site } from '../site/site.ts'

export type Item = { title: string; text?: string | null | undefined; url?: string | null | undefined }

/** A title or a text, read once for all companies that may be in it. */
export type Passage = {
  text: string
  words: Word[]
  /** Where each folded word stands. */
  places: Map<string, number[]>
  /** Most Words Begin So, and a capital tells nothing. */
  isTitleCase: boolean
  /** Where each stem stands; counted when first asked for. */
  stems: () => Map<string, number[]>
}

export type Reading = { title: Passage; text: Passage; site: Site | null; small: string }

const MOST_TITLE_WORDS = 100
const MOST_TEXT_WORDS = 3000
const LONGEST_TITLE = 1000
const LONGEST_TEXT = 30_000

export function readItem({ title, text, url }: Item): Reading {
  const head = readPassage(title.slice(0, LONGEST_TITLE), MOST_TITLE_WORDS, true)
  const body = readPassage((text ?? '').slice(0, LONGEST_TEXT), MOST_TEXT_WORDS, false)
  return {
    title: head,
    text: body,
    site: url ? siteOf(url) : null,
    small: `${head.text}\n${body.text}`.toLowerCase(),
  }
}

function readPassage(text: string, most: number, isTitle: boolean): Passage {
  const words = wordsOf(text, most)
  const places = placesOf(words, ({ folded }) => folded)
  const telling = words.filter((word) => word.text.length > 3 && !word.isOpening)
  const proper = telling.filter(({ isProper }) => isProper).length
  let stems: Map<string, number[]> | undefined
  return {
    text,
    words,
    places,
    isTitleCase: isTitle && (telling.length < 2 || proper / telling.length > 0.5),
    stems: () => (stems ??= placesOf(words, ({ folded }) => stemOf(folded))),
  }
}

function placesOf(words: Word[], form: (word: Word) => string): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [at, word] of words.entries()) {
    const key = form(word)
    const seen = places.get(key)
    if (seen) seen.push(at)
    else places.set(key, [at])
  }
  return places
}

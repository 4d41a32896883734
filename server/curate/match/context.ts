import type { Profile } from './company.ts'
import type { Reading } from './passage.ts'

const AROUND = 60
/** Below this a word is so usual that sharing it tells nothing. */
const USUAL = 2.5
const TITLE_WORDS = 20
const MOST_SHOWN = 3

export type Context = { weight: number; words: string[] }

/** What an item shares with what the company says of itself, near where it is named: the words, and how telling they are. */
export function contextOf({ topics }: Profile, { title, text }: Reading, places: number[]): Context {
  const near = windows(places, text.words.length)
  const shared: { word: string; rarity: number }[] = []
  for (const [stem, rarity] of topics) {
    if (rarity <= USUAL) continue
    const inTitle = title.stems().get(stem)?.[0]
    const inText =
      inTitle === undefined
        ? text
            .stems()
            .get(stem)
            ?.find((at) => isWithin(at, near))
        : undefined
    const word = inTitle === undefined ? text.words[inText ?? -1] : title.words[inTitle]
    if (word) shared.push({ word: word.folded, rarity })
  }
  shared.sort((a, b) => b.rarity - a.rarity)
  const weight = shared.reduce((sum, { rarity }) => sum + rarity - USUAL, 0)
  const size = title.words.length + near.reduce((sum, { from, to }) => sum + to - from, 0)
  return {
    // A long passage shares a word or two with anything.
    weight: weight * Math.sqrt(TITLE_WORDS / Math.max(TITLE_WORDS, size)),
    words: shared.slice(0, MOST_SHOWN).map(({ word }) => word),
  }
}

type Window = { from: number; to: number }

/** What is near one of the places, in order and without overlaps. */
function windows(places: number[], length: number): Window[] {
  const found: Window[] = []
  for (const at of places) {
    const [from, to] = [Math.max(0, at - AROUND), Math.min(length, at + AROUND)]
    const last = found.at(-1)
    if (last && from <= last.to) last.to = to
    else found.push({ from, to })
  }
  return found
}

const isWithin = (at: number, near: Window[]) => near.some(({ from, to }) => at >= from && at < to)

import type { Profile } from './company.ts'
import type { Reading } from './mentions.ts'
import { tradeFit, type TradeFit } from './trades.ts'

const AROUND = 60
/** Sharing a more common word says nothing. */
const USUAL = 2.5
/** A single shared word only counts if it's this rare: "app" or "payments" alone say nothing. */
const RARE = 5
const BESIDE = 30
const NO_TRADE: TradeFit = { own: 0, other: 0, most: 0 }
const TITLE_WORDS = 20
const MAX_SHOWN = 3

export type Context = {
  weight: number
  words: string[]
  /** False if the languages differ, because such texts share no words whatever they're about. */
  isComparable: boolean
  trade: () => TradeFit
}

export function contextOf(profile: Profile, item: Reading, places: number[]): Context {
  const isComparable = item.language === null || item.language === (profile.language ?? 'en')
  return {
    ...sharedWords(profile, item, places),
    isComparable,
    trade: () => tradeIn(profile, item, places, isComparable),
  }
}

function sharedWords(
  { topics }: Profile,
  { title, text }: Reading,
  places: number[],
): Pick<Context, 'weight' | 'words'> {
  const near = windows(places.length > 0 ? places : [0], text.words.length)
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
  if (shared.length === 1 && (shared[0]?.rarity ?? 0) < RARE) return { weight: 0, words: [] }
  shared.sort((a, b) => b.rarity - a.rarity)
  const weight = shared.reduce((sum, { rarity }) => sum + rarity - USUAL, 0)
  const size = title.words.length + near.reduce((sum, { from, to }) => sum + to - from, 0)
  return {
    // A long passage shares a word or two with anything.
    weight: weight * Math.sqrt(TITLE_WORDS / Math.max(TITLE_WORDS, size)),
    words: shared.slice(0, MAX_SHOWN).map(({ word }) => word),
  }
}

/** The title and the words around the first mention, where an article says whom it is about. */
function tradeIn(profile: Profile, { title, text }: Reading, places: number[], isComparable: boolean): TradeFit {
  const [first = 0] = places
  const near = text.words.slice(Math.max(0, first - BESIDE), first + BESIDE)
  const words = isComparable && profile.hasDescription ? [...title.words, ...near].map(({ folded }) => folded) : []
  const isName = (word: string) => profile.forms.some((form) => form.words.includes(word))
  return words.length === 0 ? NO_TRADE : tradeFit(profile.trades(), words, isName)
}

type Window = { from: number; to: number }

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

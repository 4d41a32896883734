import { readFileSync } from 'node:fs'
import { rarityOf } from '../text/frequencies.ts'
import { STOP_WORDS, stemOf } from '../text/words.ts'

/** What a text says about lines of business: how much of it fits the company's own, and how much is about others. */
export type TradeFit = { own: number; other: number; most: number }

/** How well each trade fits a company, from 0 to 1; null if its description says too little about its trade. */
export type TradeProfile = Float64Array | null

// Built by tools/train/trade-words.ts; the server build copies the file next to its bundle.
const TABLE = new URL('./trade-words.txt', import.meta.url)

const MOST_DESCRIPTION_WORDS = 80
const MOST_TRADE_WORDS = 30
/** A description whose words are less typical than this fits its trades less. */
const CERTAIN = 0.3
const LEAST_CERTAIN = 0.1
const MOST_OTHERS = 3
const RAREST = 8

const NOTHING: TradeFit = { own: 0, other: 0, most: 0 }

export function tradesOf(description: string[]): TradeProfile {
  const { similar, words } = load()
  const missing = new Float64Array(similar.length).fill(1)
  for (const word of new Set(description.slice(0, MOST_DESCRIPTION_WORDS)))
    forEachTrade(words.get(word) ?? '', (trade, share) => {
      missing[trade] = (missing[trade] ?? 1) * (1 - share)
    })
  const most = missing.reduce((highest, value) => Math.max(highest, 1 - value), 0)
  if (most < LEAST_CERTAIN) return null
  const fits = new Float64Array(similar.length)
  for (const [trade, value] of missing.entries()) {
    if (value === 1) continue
    const certainty = (1 - value) / Math.max(CERTAIN, most)
    const others = similar[trade] ?? fits
    for (let other = 0; other < fits.length; other += 1) {
      const fit = (others[other] ?? 0) * certainty
      if (fit > (fits[other] ?? 0)) fits[other] = fit
    }
  }
  return fits
}

export function tradeFit(profile: TradeProfile, text: string[], isName: (word: string) => boolean): TradeFit {
  if (profile === null) return NOTHING
  const { words } = load()
  const others: number[] = []
  let own = 0
  for (const word of new Set(text)) {
    const codes = words.get(word)
    if (codes === undefined || STOP_WORDS.has(word) || isName(word)) continue
    const rarity = Math.min(RAREST, Math.max(1, rarityOf(stemOf(word)))) / RAREST
    let [fitting, all] = [0, 0]
    forEachTrade(codes, (trade, share) => {
      fitting += share * (profile[trade] ?? 0)
      all += share
    })
    own += rarity * fitting
    others.push(rarity * (all - fitting))
    if (others.length === MOST_TRADE_WORDS) break
  }
  const most = others.toSorted((a, b) => b - a).slice(0, MOST_OTHERS)
  return { own, other: sum(others), most: sum(most) }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** The words stay encoded, because objects for all of them would take three times the memory. */
type Table = { similar: Float64Array[]; words: Map<string, string> }
let table: Table | undefined

const UNITS = 15

function load(): Table {
  if (table) return table
  const lines = readFileSync(TABLE, 'latin1').trimEnd().split('\n')
  const count = lines[0]?.split(' ').length ?? 0
  const words = new Map<string, string>()
  for (const line of lines.slice(1 + count)) {
    const [word = '', codes = ''] = line.split(' ')
    words.set(word, codes)
  }
  const similar = lines
    .slice(1, 1 + count)
    .map((line) => Float64Array.from(line, (digit) => Number.parseInt(digit, 16) / UNITS))
  return (table = { similar, words })
}

const [CODE, TRADE_DIGITS] = [3, 2]
const [ZERO, LETTER_A] = [48, 97]

function forEachTrade(codes: string, visit: (trade: number, share: number) => void): void {
  for (let at = 0; at < codes.length; at += CODE) {
    const level = at + TRADE_DIGITS
    const trade = 10 * (codes.charCodeAt(at) - ZERO) + codes.charCodeAt(at + 1) - ZERO
    const digit = codes.charCodeAt(level)
    visit(trade, (digit < LETTER_A ? digit - ZERO : digit - LETTER_A + 10) / UNITS)
  }
}

import { NO_TRADE, TRADES } from './trades.ts'
import { wordVectors } from './word-vectors.ts'

const MOST_WORDS = 50_000
/** The most frequent words, from which the directions that all words share are computed. */
const USUAL_WORDS = 20_000
const SHARED_DIRECTIONS = 2
const ROUNDS = 100

/** A word is as close to a trade as to the words of it that are closest. */
const CLOSEST = 4
const SHARPNESS = 12
/** How close to no trade even a word is that has nothing to do with the words for it. */
const LEAST_NONE = 0.42
const NONE_COUNTS = 3

const MOST_TRADES = 3
const LEAST_SHARE = 0.03
/** In fifteenths, the unit of the file. */
const LEAST_LEVELS = 3

/**
 * First the names of the trades, then for each how similar the others are to it, then the words, each with the trades
 * it is typical of: two digits for the trade and one hexadecimal digit for how typical.
 */
export function buildTradeWords(): Buffer {
  const vectors = normalized(wordVectors(MOST_WORDS))
  const seeds = Object.values(TRADES).map((words) => vectorsOf(words, vectors))
  const none = vectorsOf(NO_TRADE, vectors)
  const lines = [...vectors].flatMap(([word, vector]) => {
    const levels = sharesOf(vector, seeds, none)
      .map((share, trade) => ({ trade, share, level: Math.round(15 * share) }))
      .filter(({ share, level }) => share > LEAST_SHARE && level > 0)
      .sort((a, b) => b.share - a.share)
      .slice(0, MOST_TRADES)
    if (levels.reduce((sum, { level }) => sum + level, 0) < LEAST_LEVELS) return []
    const codes = levels.map(({ trade, level }) => String(trade).padStart(2, '0') + level.toString(16))
    return [`${word} ${codes.join('')}`]
  })
  const head = [Object.keys(TRADES).join(' '), ...similarities(seeds)]
  return Buffer.from(`${[...head, ...lines.sort()].join('\n')}\n`)
}

function sharesOf(vector: Float64Array, seeds: Float64Array[][], none: Float64Array[]): number[] {
  const odds = seeds.map((seed) => Math.exp(SHARPNESS * closeness(vector, seed)))
  const rest = NONE_COUNTS * Math.exp(SHARPNESS * Math.max(LEAST_NONE, closeness(vector, none)))
  const total = odds.reduce((sum, each) => sum + each, rest)
  return odds.map((each) => each / total)
}

function closeness(vector: Float64Array, seed: Float64Array[]): number {
  const closest = new Float64Array(CLOSEST).fill(-1)
  for (const other of seed) {
    const found = dot(vector, other)
    if (found <= (closest[0] ?? 0)) continue
    closest[0] = found
    closest.sort()
  }
  return closest.reduce((sum, each) => sum + each, 0) / CLOSEST
}

/** One hexadecimal digit for each pair of trades. */
function similarities(seeds: Float64Array[][]): string[] {
  const centers = seeds.map(meanOf)
  const middle = meanOf(centers)
  const directions = centers.map((center) => unit(center.map((value, at) => value - (middle[at] ?? 0))))
  return directions.map((a) =>
    directions.map((b) => Math.round(15 * Math.min(1, Math.max(0, dot(a, b)))).toString(16)).join(''),
  )
}

/** Without what all words have in common, the angles between them say more about their meanings. */
function normalized(vectors: Map<string, Float64Array>): Map<string, Float64Array> {
  const units = [...vectors.values()].map(unit)
  const usual = units.slice(0, USUAL_WORDS)
  const mean = meanOf(usual)
  const minus = (vector: Float64Array, other: Float64Array, times: number) =>
    vector.map((value, at) => value - times * (other[at] ?? 0))
  let rest = usual.map((vector) => minus(vector, mean, 1))
  const shared: Float64Array[] = []
  for (let count = 0; count < SHARED_DIRECTIONS; count += 1) {
    const direction = mainDirection(rest)
    shared.push(direction)
    rest = rest.map((vector) => minus(vector, direction, dot(vector, direction)))
  }
  return new Map(
    [...vectors.keys()].map((word, at) => {
      let vector = minus(units[at] ?? mean, mean, 1)
      for (const direction of shared) vector = minus(vector, direction, dot(vector, direction))
      return [word, unit(vector)]
    }),
  )
}

/** By power iteration. */
function mainDirection(vectors: Float64Array[]): Float64Array {
  const size = vectors[0]?.length ?? 0
  const products = Array.from({ length: size }, () => new Float64Array(size))
  for (const vector of vectors)
    for (const [row, value] of vector.entries()) {
      const line = products[row]
      if (line)
        for (let column = 0; column < size; column += 1)
          line[column] = (line[column] ?? 0) + value * (vector[column] ?? 0)
    }
  let direction = unit(new Float64Array(size).fill(1))
  for (let round = 0; round < ROUNDS; round += 1)
    direction = unit(Float64Array.from(products, (line) => dot(line, direction)))
  return direction
}

const vectorsOf = (words: string, vectors: Map<string, Float64Array>) =>
  words.split(/\s+/).flatMap((word) => vectors.get(word) ?? [])

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector))
  return length === 0 ? vector : vector.map((value) => value / length)
}

function meanOf(vectors: Float64Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0)
  for (const vector of vectors)
    for (let at = 0; at < mean.length; at += 1) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.length
  return mean
}

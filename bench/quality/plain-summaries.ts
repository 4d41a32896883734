import { sentencesOf } from '../../server/news/text/sentences.ts'

const MOST_WORDS = 60
const DAMPING = 0.85
const ROUNDS = 20
const TOO_ALIKE = 0.5

type Sentence = { text: string; place: number; words: Map<string, number> }

export function leadSummary(texts: readonly string[]): string {
  return upTo(sentences(texts).toSorted((a, b) => a.place - b.place))
}

export function lexRankSummary(texts: readonly string[]): string {
  const all = sentences(texts)
  const alike = all.map((a) => all.map((b) => (a === b ? 0 : cosine(a.words, b.words))))
  const sums = alike.map((row) => row.reduce((sum, value) => sum + value, 0) || 1)
  let ranks = all.map(() => 1 / all.length)
  for (let round = 0; round < ROUNDS; round += 1) {
    ranks = all.map((_, to) => {
      const flow = alike.reduce((sum, row, from) => sum + ((row[to] ?? 0) / (sums[from] ?? 1)) * (ranks[from] ?? 0), 0)
      return (1 - DAMPING) / all.length + DAMPING * flow
    })
  }
  const scored = all
    .map((sentence, index) => ({ sentence, score: (ranks[index] ?? 0) / (1 + sentence.place) }))
    .sort((a, b) => b.score - a.score)
  const chosen: Sentence[] = []
  for (const { sentence } of scored)
    if (!chosen.some(({ words }) => cosine(words, sentence.words) > TOO_ALIKE)) chosen.push(sentence)
  return upTo(chosen)
}

function sentences(texts: readonly string[]): Sentence[] {
  const all = texts.flatMap((text) =>
    sentencesOf(text).map(({ start, end }, place) => ({
      text: text.slice(start, end),
      place,
      words: new Map<string, number>(),
    })),
  )
  const counted = all.map(({ text }) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
  const inSentences = Map.groupBy(
    counted.flatMap((words) => [...new Set(words)]),
    (word) => word,
  )
  for (const [index, { words }] of all.entries())
    for (const word of counted[index] ?? []) {
      const rarity = Math.log((1 + all.length) / (inSentences.get(word)?.length ?? 1))
      words.set(word, (words.get(word) ?? 0) + rarity)
    }
  return all
}

function cosine(a: Map<string, number>, b: Map<string, number>): number {
  let product = 0
  for (const [word, weight] of a) product += weight * (b.get(word) ?? 0)
  return product / (Math.hypot(...a.values()) * Math.hypot(...b.values()) || 1)
}

function upTo(ordered: readonly Sentence[]): string {
  const texts: string[] = []
  let words = 0
  for (const { text } of ordered) {
    const more = text.split(/\s+/).length
    if (words > 0 && words + more / 2 > MOST_WORDS) continue
    texts.push(text)
    words += more
  }
  return texts.join(' ')
}

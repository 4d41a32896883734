import { foldedWords } from '../../server/news/text/words.ts'
import { fitLinear } from '../../tools/train/linear.ts'

type Text = { text: string; labels: string[] }

export function fitWordBaseline(texts: Text[]): {
  best: (text: string) => string
  all: (text: string) => string[]
} {
  const ids = new Map<string, number>()
  const counts: number[] = []
  for (const { text } of texts) {
    for (const word of new Set(foldedWords(text, 400))) {
      const id = ids.get(word) ?? ids.size
      ids.set(word, id)
      counts[id] = (counts[id] ?? 0) + 1
    }
  }
  const vectorOf = (text: string) => {
    const values = new Map<number, number>()
    for (const word of foldedWords(text, 400)) {
      const id = ids.get(word)
      if (id === undefined) continue
      values.set(id, (values.get(id) ?? 0) + Math.log(1 + texts.length / (counts[id] ?? 1)))
    }
    const length = Math.hypot(...values.values()) || 1
    return {
      rows: Int32Array.from(values.keys()),
      values: Float32Array.from(values.values(), (value) => value / length),
    }
  }
  const vectors = texts.map(({ text }) => vectorOf(text))
  const models = [...new Set(texts.flatMap(({ labels }) => labels))].map((label) => {
    const examples = vectors.map((vector, index) => ({
      ...vector,
      is: texts[index]?.labels.includes(label) ? (1 as const) : (-1 as const),
    }))
    return { label, ...fitLinear(examples, ids.size) }
  })
  const marginsOf = (text: string) => {
    const { rows, values } = vectorOf(text)
    return models.map(({ label, weights, bias }) => {
      return {
        label,
        margin: rows.reduce((sum, row, at) => sum + (weights[row] ?? 0) * (values[at] ?? 0), bias),
      }
    })
  }
  return {
    best: (text) => marginsOf(text).reduce((a, b) => (b.margin > a.margin ? b : a)).label,
    all: (text) =>
      marginsOf(text)
        .filter(({ margin }) => margin > 0)
        .map(({ label }) => label),
  }
}

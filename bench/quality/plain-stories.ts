import type { ClusterItem } from '../../server/news/cluster/cluster.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WINDOW_DAYS = 3
const THRESHOLDS = [0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5]

type Vector = Map<string, number>

export function plainStories(items: readonly ClusterItem[]): string[][] {
  const counts = items.map(({ title, text = '' }) => {
    const count: Vector = new Map()
    for (const word of `${title} ${text}`.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [])
      count.set(word, (count.get(word) ?? 0) + 1)
    return count
  })
  const inItems: Vector = new Map()
  for (const count of counts) for (const word of count.keys()) inItems.set(word, (inItems.get(word) ?? 0) + 1)
  const vectors = counts.map((count) => {
    const weights = [...count].map(([word, times]): [string, number] => [
      word,
      (1 + Math.log(times)) * Math.log((1 + items.length) / (1 + (inItems.get(word) ?? 0))),
    ])
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1
    return new Map(weights.map(([word, weight]) => [word, weight / length]))
  })
  const times = items.map(({ publishedAt }) => Date.parse(publishedAt ?? ''))
  const order = [...items.keys()].sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
  return THRESHOLDS.map((threshold) => onePass(items, vectors, times, order, threshold))
}

function onePass(
  items: readonly ClusterItem[],
  vectors: readonly Vector[],
  times: readonly number[],
  order: readonly number[],
  threshold: number,
): string[] {
  const found: string[] = []
  let open: { id: string; sum: Vector; square: number; latest: number }[] = []
  for (const index of order) {
    const [vector, time] = [vectors[index] ?? new Map<string, number>(), times[index] ?? Number.NaN]
    open = open.filter(({ latest }) => !(time - latest > WINDOW_DAYS * DAY_MS))
    let best: { story: (typeof open)[number]; cosine: number } | undefined
    for (const story of open) {
      let product = 0
      for (const [word, weight] of vector) product += weight * (story.sum.get(word) ?? 0)
      const cosine = product / Math.sqrt(story.square)
      if (cosine >= Math.max(threshold, best?.cosine ?? 0)) best = { story, cosine }
    }
    const id = best?.story.id ?? items[index]?.id ?? ''
    const story = best?.story ?? { id, sum: new Map<string, number>(), square: 0, latest: time }
    if (!best) open.push(story)
    for (const [word, weight] of vector) {
      const before = story.sum.get(word) ?? 0
      story.sum.set(word, before + weight)
      story.square += (before + weight) ** 2 - before ** 2
    }
    story.latest = time
    found[index] = id
  }
  return found
}

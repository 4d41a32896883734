import type { Similarity } from './neighbors.ts'

const MIN_SIMILARITY = 0.08
/** From this size on, joining a group requires a share of the similarity within it. */
const ESTABLISHED = 3
const ONE_TO_STORY = 0.45
const STORY_TO_STORY = 0.7
/** Bounds the work. */
const MAX_MEMBERS = 400

type Group = { size: number; within: number; version: number; others: Map<number, number> }

/**
 * Average-linkage clustering, so that a chain of neighbors does not drift from one story to another. Returns the group
 * of each item.
 */
export function groupsOf(
  count: number,
  similarities: readonly Similarity[],
  known: readonly [number, number][],
): number[] {
  const groups: (Group | undefined)[] = Array.from({ length: count }, () => ({
    size: 1,
    within: 0,
    version: 0,
    others: new Map(),
  }))
  const joined = Array.from({ length: count }, (_, item) => item)
  for (const { a, b, similarity } of similarities) {
    groups[a]?.others.set(b, similarity)
    groups[b]?.others.set(a, similarity)
  }
  const queue = new MergeQueue()
  for (const [a, b] of known) merge(rootOf(joined, a), rootOf(joined, b))
  for (const [a, group] of groups.entries()) if (group) for (const b of group.others.keys()) if (a < b) propose(a, b)
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (groups[next.a]?.version !== next.versionA || groups[next.b]?.version !== next.versionB) continue
    const kept = merge(next.a, next.b)
    for (const other of groups[kept]?.others.keys() ?? []) propose(kept, other)
  }
  return joined.map((_, item) => rootOf(joined, item))

  function propose(one: number, other: number): void {
    const [a, b] = one < other ? [one, other] : [other, one]
    const [x, y] = [groups[a], groups[b]]
    if (!x || !y || x.size + y.size > MAX_MEMBERS) return
    const similarity = (x.others.get(b) ?? 0) / (x.size * y.size)
    if (similarity >= minSimilarity(x, y)) queue.push({ similarity, a, b, versionA: x.version, versionB: y.version })
  }

  function merge(one: number, other: number): number {
    const isLarger = (groups[one]?.others.size ?? 0) >= (groups[other]?.others.size ?? 0)
    const [kept, gone] = isLarger ? [one, other] : [other, one]
    const [into, from] = [groups[kept], groups[gone]]
    if (!into || !from || kept === gone) return kept
    into.within += from.within + (into.others.get(gone) ?? 0)
    into.size += from.size
    into.version += 1
    into.others.delete(gone)
    for (const [neighbor, sum] of from.others) {
      if (neighbor === kept) continue
      const together = (into.others.get(neighbor) ?? 0) + sum
      into.others.set(neighbor, together)
      const theirs = groups[neighbor]?.others
      theirs?.delete(gone)
      theirs?.set(kept, together)
    }
    groups[gone] = undefined
    joined[gone] = kept
    return kept
  }
}

function minSimilarity(x: Group, y: Group): number {
  const established = [x, y].filter(({ size }) => size >= ESTABLISHED)
  if (established.length === 0) return MIN_SIMILARITY
  const inner = Math.min(...established.map(({ size, within }) => within / ((size * (size - 1)) / 2)))
  return Math.max(MIN_SIMILARITY, inner * (established.length === 2 ? STORY_TO_STORY : ONE_TO_STORY))
}

function rootOf(joined: number[], item: number): number {
  let root = item
  while ((joined[root] ?? root) !== root) root = joined[root] ?? root
  // Path compression.
  for (let at = item; at !== root;) {
    const next = joined[at] ?? root
    joined[at] = root
    at = next
  }
  return root
}

/** The versions show whether either group has changed since. */
type Merge = { similarity: number; a: number; b: number; versionA: number; versionB: number }

class MergeQueue {
  private readonly heap: Merge[] = []

  push(merge: Merge): void {
    const { heap } = this
    let at = heap.push(merge) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!before(merge, heap[above])) break
      this.put(at, heap[above])
      at = above
    }
    heap[at] = merge
  }

  pop(): Merge | undefined {
    const { heap } = this
    const [top] = heap
    const last = heap.pop()
    if (!last || heap.length === 0) return top
    let at = 0
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      const right = heap[below + 1]
      if (right && before(right, heap[below])) below += 1
      const child = heap[below]
      if (!child || !before(child, last)) break
      heap[at] = child
      at = below
    }
    heap[at] = last
    return top
  }

  private put(at: number, merge: Merge | undefined): void {
    if (merge) this.heap[at] = merge
  }
}

/** Ties go to the earlier items, so that the result is deterministic. */
function before(x: Merge, y: Merge | undefined): boolean {
  if (!y) return true
  if (x.similarity !== y.similarity) return x.similarity > y.similarity
  return x.a !== y.a ? x.a < y.a : x.b < y.b
}

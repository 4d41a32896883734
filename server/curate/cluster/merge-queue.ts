/** Two groups that might become one; the versions tell whether they are still what they were. */
export type Merge = { alike: number; a: number; b: number; versionA: number; versionB: number }

/** The most alike first. */
export class MergeQueue {
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

/** Ties go to the earlier items, so that the outcome depends on nothing else. */
function before(x: Merge, y: Merge | undefined): boolean {
  if (!y) return true
  if (x.alike !== y.alike) return x.alike > y.alike
  return x.a !== y.a ? x.a < y.a : x.b < y.b
}

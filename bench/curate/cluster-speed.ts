import { cluster, type ClusterItem } from '../../server/news/cluster/cluster.ts'
import { seededRandom } from '../../server/testing/seeded-random.ts'
import { printMeasurement, median } from '../measure/measure.ts'

const FEW = 2000
const MANY = 10 * FEW
const MONTH_MS = 30 * 24 * 60 * 60 * 1000

export function clusterSpeed(): void {
  timed(FEW, 1)
  const few = median([timed(FEW, 1), timed(FEW, 1), timed(FEW, 1)])
  const many = timed(MANY, 10)
  printMeasurement('curate cluster', (MANY / many) * 1000, 'items/s')
  printMeasurement('curate cluster 10 × the items (target ≤ 12)', many / few, '× the time')
  printMeasurement('curate cluster 10 × the items in the same month', timed(MANY, 1) / few, '× the time')
}

/** CPU time, so that other work on the machine doesn't count. */
function timed(count: number, months: number): number {
  const items = inventedItems(count, months)
  const began = process.cpuUsage()
  cluster(items)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

function inventedItems(count: number, months: number): ClusterItem[] {
  const random = seededRandom(1)
  const word = () => `w${Math.floor(30_000 ** random())}x`
  const items: ClusterItem[] = []
  while (items.length < count) {
    const shared = Array.from({ length: 30 }, (_, n) => (n < 4 ? `Name${items.length}n${n}` : word()))
    const at = Date.UTC(2026, 0, 1) + random() * months * MONTH_MS
    for (let article = 0; article < 1 + random() * 8 && items.length < count; article += 1) {
      const own = Array.from({ length: 60 }, () =>
        random() < 0.4 ? (shared[Math.floor(random() * 30)] ?? '') : word(),
      )
      items.push({
        id: String(items.length),
        title: own.slice(0, 9).join(' '),
        text: own.slice(9).join(' '),
        publishedAt: new Date(at + article * 3_600_000).toISOString(),
      })
    }
  }
  return items
}

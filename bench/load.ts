import { missingPooler } from '../tests/cluster/pooler.ts'
import { buildIfStale } from '../tools/build.ts'
import { withLoadTarget, type LoadTarget } from './load/load-target.ts'
import { huge, mixed, overload } from './load/phases.ts'
import { soak } from './load/soak.ts'
import { measureStorm } from './load/storm.ts'
import { measureNeighbors } from './load/neighbors.ts'
import { signUp } from './fixtures/product-database.ts'

const PHASES: Record<string, (target: LoadTarget) => Promise<void>> = {
  mixed,
  huge,
  neighbors: ({ url, database }) =>
    measureNeighbors({ product: { url }, database, signUp: (name) => signUp(url, name) }),
  storm: ({ url }) => measureStorm(url),
  overload,
  soak,
}

/** Two web processes behind a load balancer and two workers, on PgBouncer, a primary and a synchronous replica. */
export async function run(wanted: string[] = []): Promise<void> {
  const unknown = wanted.filter((name) => !(name in PHASES))
  if (unknown.length > 0)
    throw new Error(`load has no phase ${unknown.join(', ')}. There are: ${Object.keys(PHASES).join(', ')}`)
  const missing = missingPooler()
  if (missing) return console.log(`load: skipped. ${missing}`)
  await buildIfStale()
  await withLoadTarget(async (target) => {
    for (const [name, measure] of Object.entries(PHASES))
      if (wanted.length === 0 || wanted.includes(name)) await measure(target)
  })
}

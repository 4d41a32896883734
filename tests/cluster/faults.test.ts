import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWriteRecorder } from '../faults/acknowledged-writes.ts'
import { startCluster, type Cluster } from './cluster.ts'

const FAULTS = 500
const CHECK_EVERY = 25
const SEED = 20

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

const briefly = async (weather: 'slow' | 'silent') => {
  cluster.path.set(weather)
  await sleep(300)
  cluster.path.set('clear')
  // What was swallowed is gone, so the connections cannot go on.
  if (weather === 'silent') cluster.path.cut()
}

type Kind = [name: string, weight: number, inject: (which: number) => Promise<void>]

const KINDS: Kind[] = [
  ['connections cut', 5, async () => cluster.path.cut()],
  ['pooler killed', 4, () => cluster.restartPooler()],
  ['web killed', 2, (which) => cluster.restart('web', which)],
  ['database killed', 2, () => cluster.restartPrimary()],
  ['network silent', 2, () => briefly('silent')],
  ['network slow', 2, () => briefly('slow')],
  ['worker killed', 1, (which) => cluster.restart('worker', which)],
  ['replica killed', 1, () => cluster.restartReplica()],
  [
    'failover',
    1,
    async () => {
      await cluster.failOver()
      await cluster.rebuildReplica()
    },
  ],
]

test(`${FAULTS} faults under writes lose and double no acknowledged write`, { timeout: 3_600_000 }, async () => {
  const chance = randomFrom(SEED)
  const recorder = createWriteRecorder()
  await recorder.signUp(cluster.url)
  let isOver = false
  const writers = [1, 2, 3].map(() => recorder.write(cluster.url, () => isOver))
  const lots = KINDS.flatMap((kind) => Array.from({ length: kind[1] }, () => kind))
  const injected = new Map<string, number>()
  await recorder.isWriting()
  for (let at = 1; at <= FAULTS; at += 1) {
    const [name, , inject] = lots[Math.floor(chance() * lots.length)]!
    await sleep(chance() * 150)
    await inject(Math.floor(chance() * 2))
      .then(() => recorder.isWriting(30))
      .catch((error: unknown) => {
        throw new Error(`fault ${at}, ${name}`, { cause: error })
      })
    injected.set(name, (injected.get(name) ?? 0) + 1)
    if (at % CHECK_EVERY === 0)
      expect(await recorder.check(cluster.url), `after ${at} faults`).toEqual({ lost: [], doubled: 0 })
  }
  isOver = true
  await Promise.all(writers)
  const { lost, doubled } = await recorder.check(cluster.url)
  const counts = [...injected].map(([name, count]) => `${count} × ${name}`).join(', ')
  process.stdout.write(
    `${FAULTS} faults (${counts}): ${recorder.acknowledged.size} writes acknowledged, ${lost.length} lost, ${doubled} doubled\n`,
  )
  expect({ lost, doubled }).toEqual({ lost: [], doubled: 0 })
})

/** The same faults in every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

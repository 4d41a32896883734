import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../../server/testing/seeded-random.ts'
import { createWriteRecorder } from '../faults/acknowledged-writes.ts'
import { startCluster, stopwatch, until, type Cluster } from './cluster.ts'
import { Named, signUp } from './people.ts'

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
  // The swallowed bytes are lost, so the connections can't continue.
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

const AWAY_SECONDS = 10

test('while the database is down, every API request gets 503 with Retry-After', { timeout: 120_000 }, async () => {
  const recorder = createWriteRecorder('away@example.com')
  await recorder.signUp(cluster.url)
  const person = await signUp(cluster.url)
  let isOver = false
  const writers = [1, 2].map(() => recorder.write(cluster.url, () => isOver))
  await recorder.isWriting()
  await cluster.primary().kill()
  for (let second = 0; second < AWAY_SECONDS; second += 1) {
    const answers = await Promise.all([person.get('/api/companies'), person.post('/api/companies', { name: 'Away' })])
    for (const { status, headers } of answers)
      expect([status, Number(headers.get('retry-after'))]).toEqual([503, expect.toSatisfy((wait) => wait > 0)])
    for (const path of ['/', '/healthz']) expect((await fetch(`${cluster.web[0]?.url}${path}`)).status).toBe(200)
    await sleep(1000)
  }
  await cluster.primary().start()
  const seconds = stopwatch()
  await until(async () => (await person.get('/api/companies')).ok, 'reads work again')
  const reads = seconds()
  await recorder.isWriting()
  // Commits wait for the replica to reconnect, and it looks for its primary only every five seconds.
  process.stdout.write(`database back: reads after ${reads} s, writes after ${seconds()} s\n`)
  isOver = true
  await Promise.all(writers)
  expect([...recorder.refusals].filter((status) => status !== 503)).toEqual([])
  expect(await recorder.check(cluster.url)).toEqual({ lost: [], doubled: 0 })
})

test('over a slow or cut network, every request is answered or gets 503 with Retry-After', async () => {
  onTestFinished(() => cluster.path.set('clear'))
  const person = await signUp(cluster.url)
  const stored: string[] = []
  const statuses: number[] = []
  const visit = async (name: string) => {
    const added = await person.post('/api/companies', { name, website: `https://${name}.example` })
    if (added.status === 201) stored.push(name)
    for (const { status, headers } of [added, await person.get('/api/news/feed')]) {
      if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      statuses.push(status)
    }
  }
  const visits = (kind: string) => Promise.all(Array.from({ length: 10 }, (_, at) => visit(`${kind}${at}`)))
  cluster.path.set('slow')
  await visits('slow')
  expect(stored.length).toBeGreaterThan(0)
  const cut = visits('cut')
  await sleep(300)
  cluster.path.cut()
  cluster.path.set('clear')
  await cut
  expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  await until(async () => (await person.get('/api/companies')).ok, 'it answers again')
  const names = Named.parse(await (await person.get('/api/companies')).json()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(stored))
  expect(new Set(names).size).toBe(names.length)
})

const STORM = { perSecond: 100, seconds: 4 }

test('a flood of sign-ins is limited with 429 and Retry-After, while other requests are served', async () => {
  const person = await signUp(cluster.url)
  const signIn = (at: number) =>
    fetch(`${cluster.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `storm-${at}@example.com`, password: 'not the passphrase of anybody' }),
    })
  const storm = Promise.all(
    Array.from({ length: STORM.perSecond * STORM.seconds }, async (_, at) => {
      await sleep((at * 1000) / STORM.perSecond)
      return signIn(at)
    }),
  )
  const others = new Set<number>()
  let isOver = false
  const reading = (async () => {
    while (!isOver) others.add((await person.get('/api/companies')).status)
  })()
  const answers = await storm
  isOver = true
  await reading
  const refused = answers.filter(({ status }) => status === 429 || status === 503)
  expect(answers.map(({ status }) => status)).toContain(429)
  expect(refused.filter(({ headers }) => !Number(headers.get('retry-after')))).toEqual([])
  // 504 happens only when the machine is too busy for the few requests that were accepted.
  const rest = answers.filter((answer) => !refused.includes(answer)).map(({ status }) => status)
  expect(rest.filter((status) => status !== 400 && status !== 504)).toEqual([])
  process.stdout.write(`storm of ${answers.length} sign-ins: ${refused.length} refused\n`)
  expect(others).toContain(200)
  expect([...others].filter((status) => ![200, 503].includes(status))).toEqual([])
})

test(
  `${FAULTS} faults during writes neither lose nor duplicate an acknowledged write`,
  { timeout: 3_600_000 },
  async () => {
    const random = seededRandom(SEED)
    const recorder = createWriteRecorder()
    await recorder.signUp(cluster.url)
    let isOver = false
    const writers = [1, 2, 3].map(() => recorder.write(cluster.url, () => isOver))
    const lots = KINDS.flatMap((kind) => Array.from({ length: kind[1] }, () => kind))
    const injected = new Map<string, number>()
    await recorder.isWriting()
    for (let at = 1; at <= FAULTS; at += 1) {
      const [name, , inject] = lots[Math.floor(random() * lots.length)]!
      await sleep(random() * 150)
      await inject(Math.floor(random() * 2))
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
  },
)

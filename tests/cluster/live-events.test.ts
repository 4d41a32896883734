import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, until, type Cluster } from './cluster.ts'
import { isTracked, openStream, publishNews } from './live-streams.ts'
import { Named, signUp } from './people.ts'

const WEB = 4
const COMPANIES = 50
const ROUNDS = 200
const INTERRUPTED_EVERY = 50

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster({ web: WEB, workers: 1 })
})
afterAll(() => cluster.stop())

test(
  `${WEB} web processes lose none of ${ROUNDS * COMPANIES} events, even when the pooler is killed`,
  { timeout: 900_000 },
  async () => {
    const ada = await signUp(cluster.url)
    const companies = Array.from({ length: COMPANIES }, (_, at) => ({ name: `Live ${at}`, website: '' }))
    await ada.post('/api/companies/bulk', companies)
    await until(() => isTracked(cluster.primary()), 'every company is tracked')
    const ids = Named.parse(await (await ada.get('/api/companies')).json()).map(({ id }) => id)
    expect(ids.length).toBe(COMPANIES)
    const streams = await Promise.all(cluster.web.map(({ url }) => openStream(url, ada)))

    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const { received } of streams) received.clear()
      const isInterrupted = round % INTERRUPTED_EVERY === 0
      if (isInterrupted) await cluster.pooler.kill()
      await publishNews(cluster.primary())
      if (isInterrupted) await cluster.pooler.start()
      await until(
        async () => streams.every(({ received }) => ids.every((id) => received.has(id))),
        `every page has the events of round ${round}`,
      )
    }
    for (const { close } of streams) close()
    process.stdout.write(`${ROUNDS * COMPANIES} events at each of ${WEB} web processes, 0 lost\n`)
  },
)

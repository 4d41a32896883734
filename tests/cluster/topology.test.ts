import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWriteRecorder } from '../faults/acknowledged-writes.ts'
import { startCluster, stopwatch, until, type Cluster } from './cluster.ts'
import { isTracked, openStream, publishNews } from './live-streams.ts'
import { Named, signUp, type Person } from './people.ts'

let cluster: Cluster
let ada: Person

beforeAll(async () => {
  cluster = await startCluster()
  ada = await signUp(cluster.url)
})
afterAll(() => cluster.stop())

const addCompany = (person: Person, name: string, at?: string) =>
  person.post('/api/companies', { name, website: `https://${name.toLowerCase()}.example` }, at)
const namesIn = async (answer: Response) => Named.parse(await answer.json()).map(({ name }) => name)
const feedNames = async (at: string) => namesIn(await ada.get('/api/news/feed', at))
const urlOf = (at: number) => cluster.web[at]?.url ?? ''

test('requests, jobs and row-level security work behind a pooler in transaction mode', async () => {
  const ben = await signUp(cluster.url)
  await Promise.all(Array.from({ length: 20 }, (_, at) => addCompany(at % 2 === 0 ? ada : ben, `Shared${at}`)))
  for (const [person, rest] of [
    [ada, 0],
    [ben, 1],
  ] as const) {
    const names = await namesIn(await person.get('/api/companies'))
    expect(names.length).toBe(10)
    expect(names.every((name) => Number(name.slice('Shared'.length)) % 2 === rest)).toBe(true)
  }
  await until(() => isTracked(cluster.primary()), 'a worker has attached every company')
  const roles = await cluster.primary().query<{ role: string }>(
    `select distinct usename as role from pg_stat_activity where datname = 'tidings' and backend_type = 'client backend'
       and pid <> pg_backend_pid()`,
  )
  expect(roles).toEqual([{ role: 'tidings' }])
})

test('large reads go to the replica and never miss earlier writes', async () => {
  for (let round = 0; round < 10; round += 1) {
    await addCompany(ada, `Fresh${round}`, urlOf(round % 2))
    expect(await feedNames(urlOf((round + 1) % 2))).toContain(`Fresh${round}`)
  }
  const [read] = await cluster
    .replica()
    .query<{ n: number }>(`select count(*)::int as n from pg_stat_activity where usename = 'tidings' and query <> ''`)
  expect(read?.n).toBeGreaterThan(0)

  await cluster.replica().query('select pg_wal_replay_pause()')
  // A commit waits until it's on the replica's disk, not until it's visible there.
  await addCompany(ada, 'Late', urlOf(0))
  expect(await feedNames(urlOf(1))).toContain('Late')
  await cluster.replica().query('select pg_wal_replay_resume()')

  await cluster.restartReplica()
  expect(await feedNames(urlOf(0))).toContain('Late')
})

test('news reaches the pages of every web process, even if it arrives while the pooler is down', async () => {
  const ids = Named.parse(await (await ada.get('/api/companies')).json()).map(({ id }) => id)
  await until(() => isTracked(cluster.primary()), 'every company is tracked')
  const streams = await Promise.all(cluster.web.map(({ url }) => openStream(url, ada)))
  const haveAll = async () => streams.every(({ received }) => ids.every((id) => received.has(id)))
  await publishNews(cluster.primary())
  await until(haveAll, 'every page has the news')
  for (const { received } of streams) received.clear()
  await cluster.pooler.kill()
  await publishNews(cluster.primary())
  await cluster.pooler.start()
  await until(haveAll, 'every page has what it missed')
  for (const { close } of streams) close()
})

test('this release keeps serving while the next one alters every table', async () => {
  const tables = await cluster.primary().query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
    'tidings',
  )
  let isOver = false
  const statuses = new Set<number>()
  const writers = [1, 2].map(async (writer) => {
    for (let at = 0; !isOver; at += 1) statuses.add((await addCompany(ada, `Next${writer}x${at}`)).status)
  })
  for (const { name } of tables)
    await until(async () => {
      await cluster.primary().query(
        `begin; set local lock_timeout = 500;
         alter table ${name} add column of_the_next_release integer not null default 1; commit`,
        'tidings',
      )
      return true
    }, `${name} is changed`)
  isOver = true
  await Promise.all(writers)
  expect(tables.length).toBeGreaterThan(50)
  expect([...statuses]).toEqual([201])
  for (const path of ['/api/companies', '/api/news/feed', '/api/search?q=raises', '/api/analytics', '/api/auth/user'])
    expect({ path, status: (await ada.get(path)).status }).toEqual({ path, status: 200 })
})

test('while the primary is read-only, writes get 503 with Retry-After and reads work; it recovers', async () => {
  const setReadOnly = async (isOn: boolean) => {
    await cluster.primary().query(`alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
    await cluster.primary().query('select pg_reload_conf()')
  }
  await setReadOnly(true)
  let tries = 0
  await until(async () => (await addCompany(ada, `Accepted${(tries += 1)}`)).status === 503, 'a write is refused')
  const refused = await addCompany(ada, 'Refused')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await ada.get('/api/companies')).status).toBe(200)
  await setReadOnly(false)
  await until(async () => (await addCompany(ada, 'Refused')).status === 201, 'writes work again')
})

test(
  'a cut, a restart and a failover neither lose nor duplicate an acknowledged write',
  { timeout: 120_000 },
  async () => {
    const recorder = createWriteRecorder()
    await recorder.signUp(cluster.url)
    let isOver = false
    const writers = [1, 2, 3].map(() => recorder.write(cluster.url, () => isOver))
    await recorder.isWriting()
    cluster.path.cut()
    await recorder.isWriting()
    await cluster.restartPrimary()
    await recorder.isWriting()
    const seconds = stopwatch()
    await cluster.failOver()
    await recorder.isWriting()
    process.stdout.write(`failover: writes refused for ${seconds()} s\n`)
    isOver = true
    await Promise.all(writers)
    expect(await recorder.check(cluster.url)).toEqual({ lost: [], doubled: 0 })
    // The former replica is the primary now, and reads still go to it.
    expect(await feedNames(urlOf(0))).toContain('Late')
  },
)

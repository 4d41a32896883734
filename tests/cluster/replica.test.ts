import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../server/platform/database/open.ts'
import { createPrimary, createReplica, type PostgresServer } from './postgres-server.ts'

const home = mkdtempSync(join(tmpdir(), 'tidings-replica-'))
const servers: PostgresServer[] = []
let primary: PostgresServer
let replica: PostgresServer
let foreign: PostgresServer

beforeAll(async () => {
  chmodSync(home, 0o755)
  const [ours, theirs] = await Promise.all([createPrimary(join(home, 'ours')), createPrimary(join(home, 'theirs'))])
  servers.push(ours, theirs)
  primary = ours
  replica = await createReplica(ours, join(home, 'replica'))
  foreign = await createReplica(theirs, join(home, 'foreign'))
  servers.push(replica, foreign)
  // Ahead of our primary, so only its identity tells it apart.
  await theirs.query('create table filler as select generate_series(1, 200000)')
}, 120_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  rmSync(home, { recursive: true, force: true })
})

const urlOf = ({ port }: PostgresServer, user = 'tidings', name = 'tidings') =>
  `postgres://${user}@127.0.0.1:${port}/${name}`

async function readThrough(readUrl: string): Promise<{ port: unknown; logged: string[] }> {
  const logged: string[] = []
  const owner = { connectionString: urlOf(primary) }
  const database = connect({ poolSize: 1, readUrl }, owner, false, (line) => logged.push(line))
  try {
    const { rows } = await database.readAsUser(randomUUID(), (queries) =>
      queries.execute(sql`select inet_server_port() as port`),
    )
    return { port: rows[0]?.port, logged }
  } finally {
    await database.close()
  }
}

test('large reads go to a replica that follows the primary', async () => {
  const caughtUp = { timeout: 20_000, interval: 100 }
  await expect.poll(() => readThrough(urlOf(replica)), caughtUp).toEqual({ port: replica.port, logged: [] })
})

test.each([
  ['refuses the user', () => urlOf(replica, 'stranger'), 'role "stranger" does not exist'],
  ['lacks the database', () => urlOf(replica, 'tidings', 'nowhere'), 'database "nowhere" does not exist'],
  ['offers no TLS', () => `${urlOf(replica)}?sslmode=verify-full`, 'The server does not support SSL connections'],
  ['is a primary', () => urlOf(primary), 'it is not a replica'],
  ['follows another primary', () => urlOf(foreign), 'it is a replica of another primary'],
])('the primary serves reads while the server for reads %s', async (_, url, reason) => {
  expect(await readThrough(url())).toEqual({
    port: primary.port,
    logged: [`reading from the primary for 2 s, because of the replica: ${reason}`],
  })
})

test('while the replica does not answer, one read at a time tries it, and nothing else waits', async () => {
  let connections = 0
  const silent = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const readUrl = `postgres://tidings@127.0.0.1:${port}/tidings`
  const database = connect({ poolSize: 4, readUrl }, { connectionString: urlOf(primary) }, false, () => {})
  const reads = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        database.readAsUser(randomUUID(), (queries) => queries.execute(sql`select inet_server_port() as port`)),
      ),
    )
  try {
    const first = reads(8)
    await expect.poll(() => database.pools().find(({ pool }) => pool === 'replica')?.waiting).toBe(4)
    expect(database.longestWait()).toBe(0)
    for (const { rows } of await first) expect(rows).toEqual([{ port: primary.port }])
    await reads(8)
    expect(connections).toBe(4)
    await expect.poll(() => reads(1).then(() => connections), { interval: 200 }).toBeGreaterThan(4)
  } finally {
    await database.close()
    silent.close()
  }
})

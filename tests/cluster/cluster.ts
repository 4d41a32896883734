import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProduct, type RunningProduct } from '../../tools/product.ts'
import { startBalancer } from './balancer.ts'
import { openNetworkPath } from './network-path.ts'
import { bothModes, startPooler } from './pooler.ts'
import { createPrimary, createReplica, type PostgresServer } from './postgres-server.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

type Options = { web?: number; workers?: number; checkMs?: number; environment?: Record<string, string> }

/** Workers, and web processes behind a balancer, on PgBouncer in transaction mode with a primary and a sync replica. */
export async function startCluster({ web = 2, workers = 2, checkMs, environment = {} }: Options = {}) {
  const home = mkdtempSync(join(tmpdir(), 'tidings-cluster-'))
  // PostgreSQL and PgBouncer run as another user, because they don't run as root.
  chmodSync(home, 0o755)
  let made = 0
  const place = () => join(home, `server-${(made += 1)}`)
  let primary = await createPrimary(place())
  let replica: PostgresServer | null = null
  const servers = [primary]
  const pooler = await startPooler(join(home, 'pooler'), primary.user, bothModes(primary.port))
  /** The network path from the product to the pooler. */
  const path = await openNetworkPath(pooler.port)
  const behind: RunningProduct[] = []
  const working: RunningProduct[] = []
  const balancer = await startBalancer(() => behind.map(({ url }) => url), checkMs)

  const followPrimary = async () => {
    replica = await createReplica(primary, place())
    servers.push(replica)
  }
  /** Commits wait for the replica only while it is replicating, as with a failover manager. */
  const setSynchronous = async (isSynchronous: boolean) => {
    await primary.query(`alter system set synchronous_standby_names = '${isSynchronous ? 'replica' : ''}'`)
    await primary.query('select pg_reload_conf()')
    if (isSynchronous)
      await until(async () => {
        const states = await primary.query<{ sync_state: string }>('select sync_state from pg_stat_replication')
        return states.some(({ sync_state: state }) => state === 'sync')
      }, 'the replica follows')
  }
  await followPrimary()
  await setSynchronous(true)
  const readPath = await openNetworkPath(servers[1]?.port ?? 0)

  const database = (name: string, { port } = path) => `postgres://tidings@127.0.0.1:${port}/${name}`
  const start = (role: 'web' | 'worker', onPort?: number) => {
    const settings = {
      DATABASE_URL: database('tidings'),
      DATABASE_DIRECT_URL: database('tidings_session'),
      DATABASE_READ_URL: database('tidings', readPath),
      PUBLIC_URL: balancer.url,
      ROLE: role,
      LOG_LEVEL: 'info',
      AUTH_RATE_LIMITS: 'off',
      WORKER_PORT: '0',
      ...environment,
    }
    return startProduct({
      dataDir: join(home, 'keys'),
      environment: settings,
      ...(onPort !== undefined && { port: onPort }),
    })
  }
  // The first process runs the migrations and creates the keys.
  behind.push(await start('web'))
  const others = (role: 'web' | 'worker', count: number) =>
    Promise.all(Array.from({ length: count }, () => start(role)))
  const [moreWeb, allWorkers] = await Promise.all([others('web', web - 1), others('worker', workers)])
  behind.push(...moreWeb)
  working.push(...allWorkers)

  const cluster = {
    url: balancer.url,
    path,
    readPath,
    pooler,
    web: behind,
    workers: working,
    primary: () => primary,
    replica: () => {
      if (!replica) throw new Error('there is no replica')
      return replica
    },

    /** Kills a process and starts a new one in its place. */
    async restart(role: 'web' | 'worker', at: number): Promise<void> {
      const list = role === 'web' ? behind : working
      await list[at]?.kill()
      list[at] = await start(role)
    },

    async restartPrimary(): Promise<void> {
      await primary.kill()
      await primary.start()
    },

    async restartReplica(): Promise<void> {
      await cluster.replica().kill()
      await setSynchronous(false)
      await cluster.replica().start()
      await setSynchronous(true)
    },

    async restartPooler(): Promise<void> {
      await pooler.kill()
      await pooler.start()
    },

    /** Kills the primary and promotes the replica; the product keeps reading from it as the new primary. */
    async failOver(): Promise<void> {
      const promoted = cluster.replica()
      await primary.kill()
      await promoted.promote()
      primary = promoted
      pooler.pointTo(bothModes(primary.port))
      replica = null
    },

    /** Creates a new replica to replace the promoted one. */
    async rebuildReplica(): Promise<void> {
      await followPrimary()
      await setSynchronous(true)
      readPath.pointTo(cluster.replica().port)
      readPath.cut()
    },

    async stop(): Promise<void> {
      await Promise.all([...behind, ...working].map((product) => product.kill()))
      await balancer.close()
      await Promise.all([path.close(), readPath.close()])
      await pooler.stop()
      await Promise.all(servers.map((server) => server.stop()))
      rmSync(home, { recursive: true, force: true })
    },
  }
  await until(async () => (await fetch(`${balancer.url}/readyz`)).ok, 'the product is ready')
  return cluster
}

/** Returns a function that gives the seconds since this call, formatted for printing. */
export function stopwatch(): () => string {
  const started = performance.now()
  return () => ((performance.now() - started) / 1000).toFixed(1)
}

export async function until(isDone: () => Promise<boolean>, what: string, seconds = 60): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isDone().catch(() => false))) {
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain until ${what}`)
    await sleep(50)
  }
}

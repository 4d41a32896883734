import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { SOCKET } from '../../platform/database/embedded/cluster.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded/start.ts'
import { reachDatabase } from '../../platform/database/errors.ts'
import { connectAsOwner } from '../../platform/database/owner-connection.ts'
import { ownDatabase, serversOf, type DatabaseConfig } from '../../platform/database/open.ts'

export type OperatorDatabase = {
  owner: pg.ClientConfig
  isEmbedded: boolean
  isInUse: boolean
  close: () => Promise<void>
}

export async function openOperatorDatabase({
  dataDir,
  waitSeconds,
  ...urls
}: DatabaseConfig): Promise<OperatorDatabase> {
  const [direct] = serversOf(urls)
  if (direct) {
    const [setting, url] = direct
    await reachDatabase(url, setting, waitSeconds)
    return { owner: { connectionString: url }, isEmbedded: false, isInUse: false, close: async () => {} }
  }
  const running = await runningServer(dataDir)
  if (running) return { owner: running, isEmbedded: true, isInUse: true, close: async () => {} }
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    const owner = await ownDatabase({ host: server.socketDir, user: server.user, database: 'postgres' })
    return { owner, isEmbedded: true, isInUse: false, close: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

export async function withClient<T>(owner: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectAsOwner(owner)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Tries to connect, because a socket file can outlive its server. */
async function runningServer(dataDir: string): Promise<pg.ClientConfig | null> {
  const socketDir = join(dataDir, 'postgres', 'socket')
  if (!existsSync(join(socketDir, SOCKET))) return null
  const owner = { host: realpathSync(socketDir), user: 'postgres', database: 'tidings' }
  try {
    return await withClient(owner, async () => owner)
  } catch {
    return null
  }
}

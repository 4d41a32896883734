import { randomUUID } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { createAccounts } from '../server/account/account.ts'
import { signAccessToken } from '../server/auth-server/access-token.ts'
import { openSigningKeys } from '../server/auth-server/keys.ts'
import { createCompanies } from '../server/companies/companies.ts'
import { compose } from '../server/compose.ts'
import { parseConfig } from '../server/config.ts'
import { authSessions, authUsers } from '../server/database/auth-schema.ts'
import { openLog } from '../server/log.ts'

const ROWS = 100

// The server side of the endpoint benchmark, in a process of its own: four ways to answer, one of them the product's.
const dataDir = process.argv[2] ?? ''
const config = parseConfig({ DATA_DIR: dataDir, REQUESTS_PER_MINUTE: '100000000' })
const product = await compose(config, { log: openLog('info', { write: () => {} }), jobs: 'inline' })
const { database } = product
const clock = () => new Date()
const accounts = createAccounts({ database, clock })
const companies = createCompanies({ database, clock })

const [userId, sessionId] = [randomUUID(), randomUUID()]
await database.asSystem(async (queries) => {
  await queries.insert(authUsers).values({ id: userId, email: `${userId}@example.com` })
  await queries.insert(authSessions).values({ id: sessionId, userId })
  await accounts.start(queries, { id: userId, email: 'bench@example.com' })
})
await companies.add(
  userId,
  Array.from({ length: ROWS }, (_, row) => ({ name: `Company ${row}`, website: `https://company-${row}.example` })),
)
const keys = await openSigningKeys(null, dataDir)
const token = await signAccessToken(keys, config.auth.url, { sub: userId, session_id: sessionId, email: '' }, clock())

const pool = new pg.Pool({ ...database.systemConnection, max: 10 })
const bareQuery = { name: 'bare', text: 'select * from companies where user_id = $1 order by created_at desc, id desc', values: [userId] }

const hello = new Hono().get('*', (c) => c.json({ hello: 'world' }))
const query = new Hono().get('*', async (c) => c.json(await companies.list(userId)))
const select: RequestListener = (_incoming, outgoing) => {
  void pool.query(bareQuery).then(({ rows }) => outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(rows)))
}

const ports = {
  product: await open(getRequestListener(product.app.fetch)),
  query: await open(getRequestListener(query.fetch)),
  hello: await open(getRequestListener(hello.fetch)),
  select: await open(select),
}
process.send?.({ ready: { ports, token } })
process.on('SIGINT', () => process.exit(0))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000 })
})

function open(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}

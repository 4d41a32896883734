import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { createCompanies } from '../../server/companies/companies.ts'
import { compose } from '../../server/compose.ts'
import { parseConfig } from '../../server/config/config.ts'
import { openLog } from '../../server/platform/log.ts'

const ROWS = 100

const dataDir = process.argv[2] ?? ''
const config = parseConfig({ DATA_DIR: dataDir, REQUESTS_PER_MINUTE: '100000000' })
const product = await compose(config, { log: openLog('info', { write: () => {} }), jobs: 'inline' })
const { database } = product
const queue = { enqueue: async () => {} }
const companies = createCompanies({ database, clock: () => new Date(), queue })

const Session = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) })
const signedUp = await product.app.request(
  'http://localhost/auth/v1/signup',
  {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com', password: 'a rather long passphrase 42' }),
  },
  {},
)
const { access_token: token, user } = Session.parse(await signedUp.json())
const userId = user.id
for (let row = 0; row < ROWS; row += 1) {
  await companies.add(userId, { name: `Company ${row}`, website: `https://company-${row}.example` })
}
const BARE = 'select * from companies where user_id = $1 order by created_at desc, id desc'

const hello = new Hono().get('*', (c) => c.json({ hello: 'world' }))
const query = new Hono().get('*', async (c) => c.json((await companies.all(userId, {}).next()).value))
const select = (_incoming: IncomingMessage, outgoing: ServerResponse) => {
  void database
    .execute(BARE, [userId])
    .then(({ rows }) => outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(rows)))
}

const ports = {
  product: await open(getRequestListener(product.app.fetch)),
  query: await open(getRequestListener(query.fetch)),
  hello: await open(getRequestListener(hello.fetch)),
  select: await open(select),
}
process.send?.({ ready: { ports, token } })
process.on('message', () => {
  const used = process.cpuUsage()
  process.send?.({ cpuMs: (used.user + used.system) / 1000 })
})

function open(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown): Promise<number> {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { connect } from '../../server/platform/database/open.ts'
import { startProduct } from '../../tools/product.ts'
import { openInternet } from './internet/internet.ts'
import { NAME_SERVER } from './namespace.ts'
import { openScriptedDns } from './internet/scripted-dns.ts'
import type { Command, Setting, Seen } from './stripe-sandbox.ts'
import { providerInternet, PROVIDER_ZONE, openWire } from './stripe/provider-internet.ts'
import { createProvider } from './stripe/provider.ts'

// Runs inside the namespace, where every port is free.

const PORT = { wire: 4000, product: 4001, provider: 4002 }
const WEBHOOK_SECRET = 'whsec_of_the_lab'
const PUBLISHABLE_KEY = 'pk_test_of_the_lab'

const [certificate = '', key = '', args = '{}'] = process.argv.slice(2)
const { ours, theirs, dataDir, admin } = JSON.parse(args) as Setting
const secrets = { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }

const provider = createProvider({
  database: connect({ poolSize: 2 }, theirs, true, () => {}),
  publishableKey: PUBLISHABLE_KEY,
  webhook: { url: `http://127.0.0.1:${PORT.product}/api/webhooks/stripe`, secret: WEBHOOK_SECRET },
})
const sites = providerInternet(provider)
const internet = await openInternet(secrets, sites.listener)
const dns = await openScriptedDns(NAME_SERVER, PROVIDER_ZONE)
const api = createServer(provider.api)
await new Promise<void>((resolve) => api.listen(PORT.provider, '127.0.0.1', resolve))
const wire = await openWire(PORT.wire, PORT.product)

const { host = '', user = '', database = '' } = ours
const product = await startProduct({
  port: PORT.product,
  dataDir,
  environment: {
    PUBLIC_URL: `http://localhost:${PORT.wire}`,
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    LOG_LEVEL: 'debug',
    AUTH_RATE_LIMITS: 'off',
    ADMIN_EMAILS: admin,
    STRIPE_SECRET_KEY: 'sk_test_of_the_lab',
    STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_PRICE_ID: 'price_premium_monthly',
    STRIPE_API_BASE: `http://127.0.0.1:${PORT.provider}`,
  },
})
const ending = new AbortController()
void provider.deliver(ending.signal)

say({ ready: true })
for await (const line of createInterface({ input: process.stdin })) say(await run(JSON.parse(line) as Command))
ending.abort()
await product.stop()
process.exit(0)

async function run(command: Command): Promise<object> {
  if ('settle' in command) await provider.settle()
  return {
    names: dns.queries.map(({ name }) => name),
    hits: internet.hits,
    calls: sites.calls,
    sent: wire.sent.join(''),
    output: product.output(),
  } satisfies Seen
}

function say(report: object) {
  process.stdout.write(`${JSON.stringify(report)}\n`)
}

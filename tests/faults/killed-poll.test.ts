import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { loopbackSite } from '../../server/testing/network/loopback-site.ts'
import { startProduct, type RunningProduct } from '../../tools/product.ts'

let product: RunningProduct
let hangs = true
let site: Awaited<ReturnType<typeof loopbackSite>>

afterAll(async () => {
  await product.stop()
  await site.close()
  rmSync(product.dataDir, { recursive: true, force: true })
})

const FEED = (url: string) => `<?xml version="1.0"?><rss version="2.0"><channel><title>Cedar</title><item>
<title>Cedar opens an office</title><link>${url}/office</link><pubDate>${new Date().toUTCString()}</pubDate></item></channel></rss>`

/** Shorter than a claim, which lasts three minutes. */
const SOONER_MS = 120_000

test('a site that a killed process was polling is polled right after the restart', { timeout: 300_000 }, async () => {
  site = await loopbackSite((request, response) => {
    if (hangs) return
    const isFeed = request.url === '/feed.xml'
    if (request.url !== '/' && !isFeed) return void response.writeHead(404).end()
    response.setHeader('content-type', isFeed ? 'application/rss+xml' : 'text/html')
    response.end(isFeed ? FEED(site.url) : '<link rel="alternate" type="application/rss+xml" href="/feed.xml">')
  })
  const environment = { LOG_LEVEL: 'error', FETCH_ALLOW: '127.0.0.0/8' }
  product = await startProduct({ environment })
  const account = { email: 'ada@example.com', password: 'a rather long passphrase 42' }
  const signedUp = await send('POST', '/auth/v1/signup', {}, account)
  const { access_token: token } = z.object({ access_token: z.string() }).parse(signedUp)
  const headers = { authorization: `Bearer ${token}` }
  const added = await send('POST', '/api/companies', headers, { name: 'Cedar', website: site.url })
  const { id } = z.object({ id: z.number() }).parse(added)
  await expect.poll(() => site.requests.length, { timeout: 60_000 }).toBeGreaterThan(0)
  await product.kill()
  hangs = false
  product = await startProduct({ environment, dataDir: product.dataDir, port: Number(new URL(product.url).port) })
  const titles = async () =>
    z
      .array(z.object({ title: z.string() }))
      .parse(await send('GET', `/api/companies/${id}/stories`, headers))
      .map(({ title }) => title)
  await expect.poll(titles, { timeout: SOONER_MS, interval: 1000 }).toEqual(['Cedar opens an office'])
})

async function send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<unknown> {
  const response = await fetch(product.url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.json()
}

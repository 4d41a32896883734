import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseFeed } from 'feedsmith'
import { freePort } from '../tools/product.ts'

const SERVER = join(import.meta.dirname, '../../shared/tools/feedserver.mjs')
const AT_ONCE = 64

export type FeedServer = { url: string; feeds: string[]; csv: () => Promise<string> }

/** A thousand companies with a site and a feed each; nothing where the server is not kept beside the checkout. */
export async function withFeedServer(
  { companies, items, latencyMs }: { companies: number; items: number; latencyMs: number },
  work: (server: FeedServer) => Promise<void>,
): Promise<void> {
  if (!existsSync(SERVER))
    return console.log('needs the feed server that is kept beside the checkout; left out')
  const port = await freePort()
  const words = ['--port', port, '--n', companies, '--items', items, '--latency', latencyMs].map(String)
  const server = spawn(process.execPath, [SERVER, ...words], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const read = async (path: string) => (await fetch(`${url}${path}`)).text()
  try {
    await reachable(`${url}/_/stats`)
    const feeds = (await read('/_/urls')).trim().split('\n')
    await work({ url, feeds, csv: () => read('/_/csv') })
  } finally {
    server.kill('SIGKILL')
  }
}

/** What a plain program would do: ask for everything, parse it, forget it. Tells how long it took and the tags. */
export async function bareFetch(feeds: string[], tags: Record<string, string> = {}) {
  const waiting = [...feeds]
  const found: Record<string, string> = {}
  const started = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let url = waiting.shift(); url; url = waiting.shift()) {
        const tag = tags[url]
        const response = await fetch(url, { headers: tag ? { 'if-none-match': tag } : {} })
        const text = await response.text()
        if (response.status === 200) parseFeed(text)
        found[url] = response.headers.get('etag') ?? ''
      }
    }),
  )
  return { ms: performance.now() - started, tags: found }
}

async function reachable(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isThere = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isThere) return
    await sleep(100)
  }
  throw new Error('the feed server did not start')
}

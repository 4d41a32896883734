import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '../../../server/compose.ts'
import { parseConfig } from '../../../server/config/config.ts'
import { FetchError } from '../../../server/platform/fetch/fetch-error.ts'
import { openFetch } from '../../../server/platform/fetch/safe-fetch.ts'
import { listen } from '../../../server/platform/http/listen.ts'
import { openLog } from '../../../server/platform/log.ts'
import type { Fetch } from '../../../server/platform/fetch/fetch.ts'
import { freePort, type RunningProduct } from '../../../tools/product.ts'

const webRoot = join(import.meta.dirname, '..', '..', '..', 'dist', 'web')

export type ClockedProduct = RunningProduct & {
  passMinutes: (minutes: number) => void
  strayed: () => string[]
}

/** The clock starts in the past and can be moved forward, so that no test has to wait for the next poll. */
export async function startClockedProduct(
  environment: Record<string, string>,
  minutesAgo: number,
): Promise<ClockedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-clocked-'))
  const port = await freePort()
  let behindMs = minutesAgo * 60_000
  let output = ''
  const config = parseConfig({ DATA_DIR: dataDir, PORT: String(port), ...environment })
  const log = openLog(config.logLevel, { write: (line) => void (output += line) })
  const clock = () => new Date(Date.now() - behindMs)
  const real = openFetch(config.fetch, { log, clock })
  const strayed: string[] = []
  const fetch: Fetch = async (request) => {
    const host = URL.parse(request.url)?.hostname ?? ''
    if (host.startsWith('127.')) return real.fetch(request)
    strayed.push(request.url)
    throw new FetchError('dns', { host })
  }
  const product = await compose(config, { clock, log, webRoot, safeFetch: { fetch, close: real.close } })
  const listening = await listen(product.app, { host: '127.0.0.1', port })
  await product.startJobs()
  const stop = async () => {
    product.announceStop()
    await listening.close()
    await product.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    url: `http://localhost:${port}`,
    dataDir,
    pid: process.pid,
    output: () => output,
    stop,
    kill: stop,
    strayed: () => strayed,
    passMinutes: (minutes) => {
      behindMs -= minutes * 60_000
    },
  }
}

import { join } from 'node:path'
import { compose } from '../../../server/compose.ts'
import { parseConfig } from '../../../server/config/config.ts'
import { FetchError } from '../../../server/platform/fetch/fetch-error.ts'
import { openFetch } from '../../../server/platform/fetch/safe-fetch.ts'
import { listen } from '../../../server/platform/http/listen.ts'
import { openLog } from '../../../server/platform/log.ts'
import type { Fetch } from '../../../server/platform/fetch/fetch.ts'
import type { FromProgram, ToProgram } from './clocked-product.ts'

const webRoot = join(import.meta.dirname, '..', '..', '..', 'dist', 'web')

const report = (message: FromProgram) => void process.send?.(message)

// Otherwise it would outlive a test runner that was killed.
process.once('disconnect', () => process.exit())
process.once('message', (message: ToProgram) => {
  if ('start' in message) void start(message.start)
})

async function start({ environment, port, minutesAgo }: Extract<ToProgram, { start: unknown }>['start']) {
  let behindMs = minutesAgo * 60_000
  const clock = () => new Date(Date.now() - behindMs)
  const config = parseConfig({ PORT: String(port), ...environment })
  const log = openLog(config.logLevel, { write: (line) => report({ logged: line }) })
  const real = openFetch(config.fetch, { log, clock })
  const fetch: Fetch = async (request) => {
    const host = URL.parse(request.url)?.hostname ?? ''
    if (host.startsWith('127.')) return real.fetch(request)
    report({ strayed: request.url })
    throw new FetchError('dns', { host })
  }
  const product = await compose(config, { clock, log, webRoot, safeFetch: { fetch, close: real.close } })
  const listening = await listen(product.app, { host: '127.0.0.1', port })
  await product.startJobs()

  process.on('message', (message: ToProgram) => {
    if (!('passMinutes' in message)) return
    behindMs -= message.passMinutes * 60_000
    report({ hasPassed: true })
  })
  process.once('SIGTERM', () => {
    product.announceStop()
    void listening
      .close()
      .then(product.close)
      .then(() => process.disconnect())
  })
  report({ isReady: true })
}

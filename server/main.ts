import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compose } from './compose.ts'
import { ConfigError, parseConfig, type Config } from './config.ts'
import { EmbeddedPostgresError } from './database/embedded/errors.ts'
import { listen } from './listen.ts'
import { openLog } from './log.ts'
import { readyLine } from './ready-line.ts'

/** How long a balancer needs to see that /readyz says no, before connections are refused. */
const ANNOUNCE_MS = 300

const builtPages = fileURLToPath(new URL('../web', import.meta.url))

await start(readConfig())

async function start(config: Config): Promise<void> {
  const log = openLog(config.logLevel)
  const webRoot = existsSync(`${builtPages}/routes.json`) ? builtPages : null
  const product = await compose(config, { log, webRoot }).catch(fail)
  const listening = config.role === 'worker' ? null : await listen(product.app, config.http).catch(fail)
  if (config.role !== 'web') await product.startJobs()

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    log.info({}, 'stopping')
    product.announceStop()
    if (config.production) await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS))
    await listening?.close()
    await product.close()
    process.exit()
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  process.on('unhandledRejection', (reason) => {
    log.error(
      { err: { message: reason instanceof Error ? reason.message : String(reason) } },
      'unhandled rejection',
    )
    process.exitCode = 1
    void stop()
  })

  process.stdout.write(`${readyLine(config, listening?.port ?? null)}\n`)
}

function readConfig(): Config {
  try {
    return parseConfig(process.env)
  } catch (error) {
    return fail(error)
  }
}

/** What an operator can mend is one clear text; what they cannot comes with its stack. */
function fail(error: unknown): never {
  const plain = error instanceof ConfigError || error instanceof EmbeddedPostgresError || isPortTaken(error)
  process.stderr.write(`${error instanceof Error ? (plain ? error.message : error.stack) : String(error)}\n`)
  process.exit(1)
}

const isPortTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compose } from './compose.ts'
import { parseConfig, type Config } from './config/config.ts'
import { listen } from './platform/http/listen.ts'
import { describeError, openLog } from './platform/log.ts'
import { openLogOutput, surviveLostOutput } from './platform/log-output.ts'
import { createStop } from './shutdown.ts'
import { readyMessage, explainPort, failStart } from './startup.ts'

/** Time for a load balancer to notice /readyz before connections are refused. */
const ANNOUNCE_MS = 300

const builtPages = fileURLToPath(new URL('../web', import.meta.url))

await start(readConfig())

async function start(config: Config): Promise<void> {
  surviveLostOutput(process)
  const logOutput = openLogOutput()
  const log = openLog(config.logLevel, logOutput)
  const webRoot = existsSync(`${builtPages}/routes.json`) ? builtPages : null
  const product = await compose(config, { log, logOutput, webRoot }).catch(failStart)
  await product.prepareQueue().catch(failStart)
  const listening = await (
    config.role === 'worker'
      ? listen(product.workerApp, { ...config.http, port: config.http.workerPort }).catch(explainPort('WORKER_PORT'))
      : listen(product.app, config.http).catch(explainPort('PORT'))
  ).catch(failStart)
  if (config.role !== 'web') await product.startJobs().catch(failStart)

  const close = async () => {
    product.announceStop()
    if (config.production) await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS))
    await listening.close()
    await product.close()
  }
  const stop = createStop({ log, close, exit: (code = process.exitCode) => process.exit(code) })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('unhandledRejection', (reason) => {
    log.error({ err: describeError(reason) }, 'unhandled rejection')
    process.exitCode = 1
    stop()
  })

  process.stdout.write(`${readyMessage(config, listening.port)}\n`)
}

function readConfig(): Config {
  try {
    return parseConfig(process.env)
  } catch (error) {
    return failStart(error)
  }
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, parseConfig } from '../server/config/config.ts'
import { buildOnce } from './build/build-folders.ts'
import { BuildError, dist, isProduction, stampOfInputs } from './build/paths.ts'

export const buildIfStale = (): Promise<void> => buildOnce(dist, { stamp: stampOfInputs() }, build)

async function build(folder: string): Promise<void> {
  // React's development build is far larger and slower.
  process.env.NODE_ENV = 'production'
  const web = join(folder, 'web')
  mkdirSync(folder, { recursive: true })
  const [{ buildClient }, { prerender }, worker, { compress }, { buildServer }, budgets, leaks] = await Promise.all([
    import('./build/client.ts'),
    import('./build/prerender.ts'),
    import('./build/service-worker.ts'),
    import('./build/client.ts'),
    import('./build/server.ts'),
    import('./build/budgets.ts'),
    import('./build/budgets.ts'),
  ])
  await step('application and site script', () => buildClient(web))
  await step('public pages', () => prerender(web))
  await step('service worker', () => worker.writeServiceWorker(web))
  await step('compressed files', () => compress(web))
  await step('server', () => buildServer(join(folder, 'server')))
  await step('budgets', () => budgets.enforceBudgets(web))
  await step('no secrets inside', () => leaks.refuseSecrets(folder))
  if (isProduction()) await step('no developer pages inside', () => leaks.refuseDeveloperPages(folder))
}

async function step(name: string, run: () => Promise<string> | string) {
  const start = performance.now()
  const result = await run()
  console.log(`build  ${name.padEnd(28)} ${result}  (${((performance.now() - start) / 1000).toFixed(1)} s)`)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      force: { type: 'boolean', default: false },
      'check-settings': { type: 'boolean', default: false },
    },
  })
  try {
    if (values['check-settings']) parseConfig(process.env)
    await buildOnce(dist, { stamp: stampOfInputs(), isForced: values.force }, build)
  } catch (error) {
    if (!(error instanceof BuildError || error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

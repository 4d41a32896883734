import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, parseConfig } from '../server/config/config.ts'
import { BuildError, dist, isProduction, readStamp, stampFile, stampOfInputs } from './build/paths.ts'

export async function buildIfStale(): Promise<void> {
  const stamp = stampOfInputs()
  if (readStamp() !== stamp) await build(stamp)
}

/** Builds next to the old build and moves it into place at the end, so a failed build leaves the old one intact. */
async function build(stamp: string): Promise<void> {
  // React's development build is far larger and slower.
  process.env.NODE_ENV = 'production'
  const next = join(dist, `.next-${process.pid}`)
  const web = join(next, 'web')
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next, { recursive: true })
  try {
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
    await step('server', () => buildServer(join(next, 'server')))
    await step('budgets', () => budgets.enforceBudgets(web))
    await step('no secrets inside', () => leaks.refuseSecrets(next))
    if (isProduction()) await step('no developer pages inside', () => leaks.refuseDeveloperPages(next))
    putInPlace(next, stamp)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

async function step(name: string, run: () => Promise<string> | string) {
  const start = performance.now()
  const result = await run()
  console.log(`build  ${name.padEnd(28)} ${result}  (${((performance.now() - start) / 1000).toFixed(1)} s)`)
}

function putInPlace(next: string, stamp: string) {
  rmSync(stampFile, { force: true })
  for (const part of ['web', 'server']) {
    rmSync(join(dist, part), { recursive: true, force: true })
    renameSync(join(next, part), join(dist, part))
  }
  writeFileSync(stampFile, stamp)
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
    await (values.force ? build(stampOfInputs()) : buildIfStale())
  } catch (error) {
    if (!(error instanceof BuildError || error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

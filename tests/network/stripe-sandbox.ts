import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { testDatabase } from '../../server/testing/test-database.ts'
import { openBrowser } from './internet/browser.ts'
import type { Hit } from './internet/internet.ts'
import type { Namespace } from './namespace.ts'
import { openSandbox } from './sandbox.ts'
import { PROVIDER_HOSTS, type ProviderCall } from './stripe/provider-internet.ts'

export const PRODUCT = 'http://localhost:4000'
export const ADMIN = 'ada@example.com'

export type Setting = Record<'ours' | 'theirs', Pick<PoolConfig, 'host' | 'user' | 'database'>> & {
  dataDir: string
  admin: string
}

export type Command = { see: true } | { settle: true }

export type Seen = {
  names: string[]
  hits: Hit[]
  calls: ProviderCall[]
  sent: string
  output: string
}

export type StripeSandbox = Awaited<ReturnType<typeof openStripeSandbox>>

export async function openStripeSandbox(namespace: Namespace) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-lab-data-'))
  const [ours, theirs] = [await testDatabase({ poolSize: 1 }), await testDatabase({ poolSize: 1 })]
  const setting: Setting = { ours: ours.owner, theirs: theirs.owner, dataDir, admin: ADMIN }
  const program = await openSandbox(namespace, {
    program: 'stripe-program.ts',
    args: [JSON.stringify(setting)],
    names: PROVIDER_HOSTS,
  })
  const browser = await openBrowser(namespace.enter(program.pid))

  return {
    database: ours,
    newPerson: async () => {
      // The certificate is self-signed.
      const context = await browser.newContext({
        baseURL: PRODUCT,
        ignoreHTTPSErrors: true,
        reducedMotion: 'reduce',
      })
      context.setDefaultTimeout(15_000)
      return context
    },
    see: async () => (await program.ask({ see: true })) as Seen,
    settle: async () => void (await program.ask({ settle: true })),
    close: async () => {
      await browser.close()
      await program.close()
      await Promise.all([ours.close(), theirs.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

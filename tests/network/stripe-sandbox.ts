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

/** What happened since the beginning. */
export type Seen = {
  /** Every name that was asked for, by whomever. */
  names: string[]
  /** Connections to where nobody should be. */
  hits: Hit[]
  /** Every request that reached the card provider's sites. */
  told: ProviderCall[]
  /** Every byte that browsers sent to the product. */
  sent: string
  /** Every line that the product wrote. */
  output: string
}

export type StripeSandbox = Awaited<ReturnType<typeof openStripeSandbox>>

/** The product in its Stripe mode, a stand-in for Stripe under its own names and a browser, in a network of our own. */
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
    /** Somebody with a browser of their own. */
    newPerson: async () => {
      // The lab's certificate vouches for itself.
      const context = await browser.newContext({
        baseURL: PRODUCT,
        ignoreHTTPSErrors: true,
        reducedMotion: 'reduce',
      })
      context.setDefaultTimeout(15_000)
      return context
    },
    see: async () => (await program.ask({ see: true })) as Seen,
    /** Payments that are being processed go through. */
    settle: async () => void (await program.ask({ settle: true })),
    close: async () => {
      await browser.close()
      await program.close()
      await Promise.all([ours.close(), theirs.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { until } from '../cluster/cluster.ts'

const Session = z.object({ access_token: z.string() })
const Listed = z.array(z.object({ name: z.string() }))

export function createWriteRecorder(email = 'ledger@example.com') {
  const acknowledged = new Set<string>()
  const refusals = new Set<number>()
  let token = ''
  let next = 0

  return {
    acknowledged,
    /** Statuses of the rejected writes; 0 means no response. */
    refusals,

    async signUp(url: string) {
      const response = await fetch(`${url}/auth/v1/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'correct horse battery staple 9' }),
      })
      token = Session.parse(await response.json()).access_token
    },

    async write(url: string, stopped: () => boolean) {
      while (!stopped()) {
        next += 1
        const name = `Company ${next}`
        const status = await fetch(`${url}/api/companies`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ name, website: `https://company-${next}.example` }),
        }).then(
          async (response) => {
            await response.arrayBuffer()
            return response.status
          },
          () => 0,
        )
        if (status === 201) acknowledged.add(name)
        else {
          refusals.add(status)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }
    },

    /** Resolves once a few more writes have been acknowledged. */
    isWriting(seconds = 60): Promise<void> {
      const before = acknowledged.size
      return until(async () => acknowledged.size > before + 5, 'writes are acknowledged', seconds)
    },

    /** Works while writes are still going on. */
    async check(url: string) {
      const before = [...acknowledged]
      const ask = () => fetch(`${url}/api/companies`, { headers: { authorization: `Bearer ${token}` } })
      // The first request may use a connection that was opened before the kill.
      const response = await ask().catch(ask)
      const names = Listed.parse(await response.json()).map(({ name }) => name)
      const stored = new Set(names)
      return {
        lost: before.filter((name) => !stored.has(name)),
        doubled: names.length - stored.size,
      }
    },
  }
}

/** Waits for a new process id, because the killed server's file may linger for a moment. */
export async function postmaster(dataDir: string, killedBefore: number): Promise<number> {
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid')
  for (let tries = 0; tries < 600; tries += 1) {
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    if (pid > 0 && pid !== killedBefore) return pid
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no database server came up')
}

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '../../server/testing/test-database.ts'
import type { Hit } from './internet/internet.ts'
import type { Namespace } from './namespace.ts'
import { openSandbox } from './sandbox.ts'
import type { Query } from './internet/scripted-dns.ts'

type PlainRequest = { method: string; path: string; headers: Record<string, string>; body: string | null }
export type PlainResponse = { status: number; headers: Record<string, string>; body: string; ms: number }

export type Command = { request: PlainRequest } | { observe: true } | { act: true } | { poll: true } | { write: true }

export type Observation = {
  hits: Hit[]
  visits: Hit[]
  syns: number
  queries: Query[]
  datagrams: number
  requests: { host: string; url: string; headers: Record<string, string | string[] | undefined> }[]
  logged: string[]
}

export type Person = Awaited<ReturnType<Awaited<ReturnType<typeof openPortfolioSandbox>>['nextAct']>>

export async function openPortfolioSandbox(
  namespace: Namespace,
  { names, settings = {} }: { names: string[]; settings?: Record<string, string> },
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-lab-data-'))
  const database = await testDatabase()
  const config = {
    DATA_DIR: dataDir,
    REQUESTS_PER_MINUTE: '1000000',
    AUTH_RATE_LIMITS: 'off',
    SOURCES: 'company-site',
    ...settings,
  }
  const args = [JSON.stringify(database.owner), JSON.stringify(config)]
  const program = await openSandbox(namespace, { program: 'portfolio-program.ts', args, names })

  const request = async (method: string, path: string, given: RequestInit = {}) => {
    const sent = new Request('http://lab', { ...given, method })
    const body = sent.body ? Buffer.from(await sent.arrayBuffer()).toString('base64') : null
    const headers = Object.fromEntries(sent.headers)
    const answer = (await program.ask({ request: { method, path, headers, body } })) as PlainResponse
    const bytes = Buffer.from(answer.body, 'base64')
    return { ...answer, bytes, json: () => JSON.parse(bytes.toString()) as unknown }
  }

  return {
    observe: async () => (await program.ask({ observe: true })) as Observation,

    pollAgain: async () => void (await program.ask({ poll: true })),

    writeBriefs: async () => void (await program.ask({ write: true })),

    nextAct: async () => {
      await program.ask({ act: true })
      const account = { email: `${randomUUID()}@example.com`, password: `${randomUUID()} and more` }
      const json = { 'content-type': 'application/json' }
      const signedUp = await request('POST', '/auth/v1/signup', {
        headers: json,
        body: JSON.stringify(account),
      })
      const { access_token: token } = signedUp.json() as { access_token: string }
      const authorization = `Bearer ${token}`
      return {
        get: (path: string) => request('GET', path, { headers: { authorization } }),
        send: (method: string, path: string, body: unknown) =>
          request(method, path, { headers: { authorization, ...json }, body: JSON.stringify(body) }),
        upload: (path: string, name: string, content: BlobPart) => {
          const body = new FormData()
          body.set('file', new File([content], name))
          return request('POST', path, { headers: { authorization }, body })
        },
      }
    },

    close: async () => {
      await program.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

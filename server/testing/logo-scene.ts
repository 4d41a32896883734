import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { companies, users } from '../database/schema.ts'
import { openLog } from '../log.ts'
import { createLogos } from '../logos/logos.ts'
import type { LogoServices } from '../logos/search.ts'
import { loopbackDoor, loopbackSite } from './loopback-site.ts'
import { testDatabase, type TestDatabase } from './test-database.ts'

export const ADA = '00000000-0000-4000-8000-00000000000a'
export const BEN = '00000000-0000-4000-8000-00000000000b'
const START = new Date('2026-03-01T12:00:00.000Z')

export type SitePage = { status?: number; body?: string | Buffer; type?: string; afterMs?: number }

/** A home page with this head. */
export const page = (head: string): SitePage => ({
  body: `<!doctype html><head>${head}</head><body>`,
  type: 'text/html',
})

/** A company's site on loopback, new for each test, the real door to it, and a portfolio that points at it. */
export function logoScene() {
  let database: TestDatabase
  let site: Awaited<ReturnType<typeof loopbackSite>>
  let door: ReturnType<typeof loopbackDoor> | null = null
  let serial = 0
  const one = async (sql: string, values: unknown[]) => (await database.query(sql, values))[0]

  const scene = {
    now: START,
    /** What the site answers, by path; anything else is 404. */
    pages: {} as Record<string, SitePage>,
    home: '',
    port: 0,
    /** The paths that were asked for, in order. */
    asked: () => site.requests.map(({ url }) => url),
    forget: () => void site.requests.splice(0),

    pass: (ms: number) => {
      scene.now = new Date(scene.now.getTime() + ms)
    },

    openDoor: async (allow: string) => {
      await door?.close()
      door = loopbackDoor({ allow }, { clock: () => scene.now })
    },

    logos: (services: Partial<LogoServices> = {}) => {
      if (!door) throw new Error('the door is not open')
      return createLogos({
        database,
        clock: () => scene.now,
        fetch: door.fetch,
        log: openLog('silent'),
        services: { logo: null, favicon: null, ...services },
      })
    },

    /** A company at the site, Ada's unless said otherwise. */
    add: async (change: Partial<typeof companies.$inferInsert> = {}): Promise<number> => {
      serial += 1
      const name = `Company ${serial}`
      const row = { userId: ADA, name, nameKey: name, hostKey: '', website: scene.home, ...change }
      const [added] = await database.system.insert(companies).values(row).returning({ id: companies.id })
      return added?.id ?? 0
    },

    logoUrl: async (id: number) =>
      (await one('select logo_url from companies where id = $1', [id]))?.logo_url,
    record: () => one('select * from logos where host = $1', [scene.home.slice('http://'.length)]),
  }

  beforeAll(async () => {
    database = await testDatabase()
    for (const id of [ADA, BEN])
      await database.system.insert(users).values({ id, email: `${id}@example.com`, trialEndsAt: START })
  })
  afterAll(() => database.close())

  beforeEach(async () => {
    scene.now = START
    scene.pages = {}
    site = await loopbackSite((request, response) => {
      const found = scene.pages[request.url ?? ''] ?? { status: 404 }
      setTimeout(() => {
        response.writeHead(found.status ?? 200, { 'content-type': found.type ?? 'image/png' })
        response.end(found.body ?? '')
      }, found.afterMs ?? 0)
    })
    scene.home = site.url
    scene.port = site.port
    // A port may be given out twice in the life of a file.
    await database.query('delete from logos')
    await scene.openDoor('127.0.0.1,localhost')
  })
  afterEach(async () => {
    await door?.close()
    await site.close()
  })

  return scene
}

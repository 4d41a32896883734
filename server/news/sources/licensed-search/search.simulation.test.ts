import { afterAll, expect, test } from 'vitest'
import { LICENSED_SOURCES, SOURCE_REGISTRY } from '#domain/news/source-registry.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { FetchRequest, Fetched } from '../../../platform/fetch/fetch.ts'
import { openLog } from '../../../platform/log.ts'
import { rejected } from '../../../testing/network/canned-fetch.ts'
import { repetitions } from '../../../testing/repetitions.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { testDatabase } from '../../../testing/test-database.ts'
import { companiesHouse } from '../companies-house/companies-house.ts'
import { createServiceKeys } from '../service-keys.ts'
import { EMPTY_MEMORY, type Memory, type Source, type TrackedCompany } from '../source.ts'
import { createSearchBudget } from './budget.ts'
import { licensedSource } from './licensed-search.ts'

// A month of companies with every keyed source, on four workers of which some die, and whose clocks jump.

const START = new Date('2026-03-01T00:30:00Z').getTime()
const DAYS = 31
const COMPANIES = repetitions({ sample: 60, all: 300 })
const WORKERS = 4
/** Less than all searches would cost. */
const BUDGET = (14 / 300) * COMPANIES
const PER_COMPANY = 0.06
const REVOKED = { source: 'exa', fromDay: 1 }

const PRICE = new Map<string, number>(
  SOURCE_REGISTRY.map(({ name, dollarsPerRequest = 0 }) => [name, Math.round(dollarsPerRequest * 1e6)]),
)

const database = await testDatabase()
afterAll(() => database.close())

const logged: string[] = []
const log = openLog('info', { write: (line) => logged.push(line) })
const chance = seededRandom(46)
const one = (share: number) => chance() < share

async function portfolio(): Promise<{ tracked: number[]; left: number[] }> {
  const rows = await database.query(
    `with person as (insert into users (id, email, subscription_status, trial_ends_at)
       values (gen_random_uuid(), 'ada@readers.example', 'active', '2027-01-01') returning id),
     shared as (insert into tracked_companies (site, name, created_at)
       select 'zorvexa' || n || '.example', 'Zorvexa ' || n, now() from generate_series(1, $1::int) as n returning id),
     own as (insert into companies (user_id, name, name_key, host_key, tracked_company_id, removed_at, created_at)
       select person.id, shared.id::text, shared.id::text, shared.id::text, shared.id,
         case when shared.id % 10 = 0 then now() end, '2025-01-01' from person, shared returning tracked_company_id, removed_at)
     select tracked_company_id as id, removed_at is null as is_tracked from own`,
    [COMPANIES],
  )
  const idsThat = (is: boolean) => rows.filter((row) => row.is_tracked === is).map(({ id }) => Number(id))
  return { tracked: idsThat(true), left: idsThat(false) }
}

type Sent = { source: string; company: number; day: number }

test(
  'the budget is never exceeded by a request, whoever dies and whatever the clocks say',
  { timeout: 240_000 },
  async () => {
    const { tracked, left } = await portfolio()
    const sent: Sent[] = []
    const returned: string[] = []
    let day = 0
    let number = 0

    const workers = Array.from({ length: WORKERS }, () => {
      let jumpMs = 0
      const clock = () => new Date(START + day * DAY_MS + jumpMs)
      const keys = createServiceKeys({ queries: database.system, log })
      const begin = () => {
        const stopwatch = () => day * DAY_MS
        return createSearchBudget({
          queries: database.system,
          clock,
          stopwatch,
          keys,
          dollarsPerMonth: BUDGET,
          dollarsPerCompany: PER_COMPANY,
        })
      }
      let budget = begin()
      const sourcesOf = (): Source[] => [
        ...LICENSED_SOURCES.map((name) =>
          licensedSource(name, { key: `key-${name}`, origin: `https://${name}.example`, budget }),
        ),
        companiesHouse({ key: 'key-register', origin: 'https://register.example', keys }),
      ]
      let sources = sourcesOf()
      return {
        clock,
        sources: () => sources,
        jump: () => {
          jumpMs = one(0.5) ? 0 : (chance() * 2 - 1) * 40 * DAY_MS
        },
        // Started with a clock that is right; one that is wrong from the start can't be told from a right one.
        die: () => {
          jumpMs = 0
          budget = begin()
          sources = sourcesOf()
        },
      }
    })

    const answerOf =
      (source: string, company: number, kill: () => void) =>
      (request: FetchRequest): Promise<Fetched> => {
        if (one(0.03)) return Promise.reject(rejected('dns'))
        sent.push({ source, company, day })
        if (one(0.03)) {
          kill()
          return new Promise(() => {})
        }
        if (one(0.03)) return Promise.reject(rejected('timeout'))
        const isRevoked = source === REVOKED.source && day >= REVOKED.fromDay
        const status = isRevoked ? 401 : one(0.02) ? 500 : 200
        const story = { title: `Zorvexa story ${++number}`, url: `https://paper.example/${number}` }
        const dated = {
          ...story,
          page_age: '2026-03-02',
          date: '2026-03-02',
          publishedDate: '2026-03-02',
          published_date: '2026-03-02',
          publishedAt: '2026-03-02',
        }
        const body = JSON.stringify({ results: [dated], articles: [dated], items: [] })
        return Promise.resolve({ url: request.url, status, headers: {}, bytes: Buffer.from(body), notModified: false })
      }

    type Watch = {
      id: number
      company: TrackedCompany
      source: number
      memory: Memory
      nextAt: number
      isHeld: boolean
    }
    const watches = [...tracked, ...left].flatMap((id) =>
      workers[0]!.sources().map((_, source): Watch => ({
        id,
        company: { name: `Zorvexa ${id}`, domain: `zorvexa${id}.example`, website: null, aliases: [], facts: [] },
        source,
        memory: EMPTY_MEMORY,
        nextAt: START,
        isHeld: false,
      })),
    )

    async function poll(watch: Watch): Promise<void> {
      const worker = workers[Math.floor(chance() * WORKERS)]!
      const source = worker.sources()[watch.source]!
      // Killed while it waits for an answer: it neither gives back nor saves.
      const killed = Promise.withResolvers<null>()
      const result = await Promise.race([
        source.poll(
          {
            kind: 'search',
            url: null,
            memory: watch.memory,
            trackedCompany: watch.company,
            trackedCompanyId: watch.id,
          },
          {
            fetch: answerOf(source.name, watch.id, () => killed.resolve(null)),
            now: worker.clock(),
            isTracked: () => true,
            mayFetch: async () => true,
            permission: async () => ({ answer: 'yes', delayMs: 0 }),
            sitemapsOf: async () => [],
          },
        ),
        killed.promise,
      ])
      const now = START + day * DAY_MS
      if (result === null) {
        worker.die()
        watch.nextAt = now + DAY_MS
        return
      }
      watch.memory = result.memory
      returned.push(...result.items.map(({ url }) => url))
      watch.nextAt = Math.max(now + HOUR_MS, Math.min(result.retryAt?.getTime() ?? now + DAY_MS, now + 40 * DAY_MS))
    }

    for (day = 0; day < DAYS; day += 1) {
      // Before the first request, nothing tells a month that is over from the current one.
      if (day > 0) for (const worker of workers) if (one(0.3)) worker.jump()
      const due = watches.filter(({ nextAt }) => nextAt <= START + day * DAY_MS)
      for (let from = 0; from < due.length; from += 100) await Promise.all(due.slice(from, from + 100).map(poll))
    }

    const costOf = (those: Sent[]) => those.reduce((sum, { source }) => sum + (PRICE.get(source) ?? 0), 0)
    expect(costOf(sent)).toBeLessThanOrEqual(BUDGET * 1e6)
    expect(costOf(sent)).toBeGreaterThan(0.9 * BUDGET * 1e6)
    for (const own of Map.groupBy(sent, ({ company }) => company).values())
      expect(costOf(own)).toBeLessThanOrEqual(PER_COMPANY * 1e6)
    const recorded = await database.query(
      `select coalesce(sum(spent), 0)::int as spent, count(distinct month)::int as months from search_spending
     where source is null and tracked_company_id is null`,
    )
    expect(recorded).toEqual([{ spent: expect.any(Number) as number, months: 1 }])
    expect(Number(recorded[0]?.spent)).toBeGreaterThanOrEqual(costOf(sent))
    expect(sent.filter(({ company }) => left.includes(company))).toEqual([])
    expect(new Set(returned).size).toBe(returned.length)
    expect(logged.filter((line) => line.includes('refuses our key'))).toHaveLength(1)
    const refused = sent.filter((each) => each.source === REVOKED.source && each.day >= REVOKED.fromDay)
    expect(new Set(refused.map((each) => each.day)).size).toBe(1)
  },
)

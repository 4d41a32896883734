import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { START, testApp } from '../../../testing/test-app.ts'
import { openLog } from '../../../platform/log.ts'
import { createServiceKeys } from '../service-keys.ts'
import { createSearchBudget } from './budget.ts'

const app = await testApp({ environment: { SOURCES: 'hacker-news' } })
const ada = await app.signUp()
for (const name of ['Acme', 'Birch']) await ada.send('POST', '/api/companies', { name, website: `${name}.example` })
const idOf = async (name: string) => {
  const [row] = await app.database.query(`select tracked_company_id as id from companies where name = $1`, [name])
  return Number(row?.id)
}
const [acme, birch] = [await idOf('Acme'), await idOf('Birch')]

const logged: string[] = []
const log = openLog('info', { write: (line) => logged.push(line) })
const keys = createServiceKeys({ queries: app.database.system, log })
let passedMs = 0
const clock = () => app.time.now
const budgetOf = (dollarsPerMonth: number, dollarsPerCompany = 1000, stopwatch = () => passedMs) =>
  createSearchBudget({ queries: app.database.system, clock, stopwatch, keys, dollarsPerMonth, dollarsPerCompany })

const spent = async (where: string) => {
  const [row] = await app.database.query(`select sum(spent)::int as n from search_spending where ${where}`)
  return Number(row?.n ?? 0)
}
const TOTAL = 'source is null and tracked_company_id is null'

beforeEach(async () => {
  await app.database.query('truncate search_spending, search_pauses')
  app.time.now = START
  passedMs = 0
  logged.length = 0
})

test('the budget is never exceeded by one request, whatever many workers do at once', async () => {
  // Ten requests of half a cent, and a rest that is too small for another.
  const workers = [budgetOf(0.054), budgetOf(0.054), budgetOf(0.054)]
  const states = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const worker = workers[at % workers.length]!
      return (await worker.reserve('brave', at % 2 === 0 ? acme : birch)).state
    }),
  )
  expect(states.filter((state) => state === 'granted')).toHaveLength(10)
  expect(states.filter((state) => state === 'month-spent')).toHaveLength(50)
  expect([await spent(TOTAL), await spent(`source = 'brave'`)]).toEqual([50_000, 50_000])
  expect((await spent(`tracked_company_id = ${acme}`)) + (await spent(`tracked_company_id = ${birch}`))).toBe(50_000)
})

test('what one company may cost is capped, across services, and leaves the others their share', async () => {
  const budget = budgetOf(1, 0.012)
  expect((await budget.reserve('brave', acme)).state).toBe('granted')
  expect((await budget.reserve('exa', acme)).state).toBe('granted')
  expect(await budget.reserve('newsapi', acme)).toMatchObject({ state: 'company-spent', waitS: expect.any(Number) })
  expect((await budget.reserve('brave', birch)).state).toBe('granted')
  expect(await spent(TOTAL)).toBe(17_000)
})

test('a budget that is lowered below what is spent ends searches, and one that is raised continues them', async () => {
  expect((await budgetOf(0.005).reserve('brave', acme)).state).toBe('granted')
  expect((await budgetOf(0.004).reserve('brave', acme)).state).toBe('month-spent')
  expect((await budgetOf(0).reserve('brave', acme)).state).toBe('month-spent')
  expect((await budgetOf(0.01).reserve('brave', acme)).state).toBe('granted')
})

const pass = (ms: number) => {
  app.time.now = new Date(app.time.now.getTime() + ms)
  passedMs += ms
}

test('a new month has its own budget, and begins when it does', async () => {
  const budget = budgetOf(0.005)
  expect((await budget.reserve('brave', acme)).state).toBe('granted')
  const denied = await budget.reserve('brave', acme)
  if (denied.state !== 'month-spent') throw new Error(denied.state)
  expect(denied.waitS).toBeGreaterThan(0)
  expect(denied.waitS).toBeLessThanOrEqual(31 * 24 * 60 * 60)
  pass(denied.waitS * 1000 - 60_000)
  expect((await budget.reserve('brave', acme)).state).toBe('month-spent')
  pass(120_000)
  expect((await budget.reserve('brave', acme)).state).toBe('granted')
  expect((await budget.reserve('brave', acme)).state).toBe('month-spent')
})

const MONTH_MS = 31 * DAY_MS

test('a clock that jumps over the end of a month spends nothing of the next, whichever clock it is', async () => {
  const budget = budgetOf(0.005)
  expect((await budget.reserve('brave', acme)).state).toBe('granted')
  // Of this machine alone: no time has passed.
  app.time.now = new Date(START.getTime() + MONTH_MS)
  expect((await budget.reserve('brave', acme)).state).toBe('month-spent')
  // Of the database server alone: the clock of the test database is months ahead of START.
  app.time.now = START
  expect((await budgetOf(0.005).reserve('brave', acme)).state).toBe('month-spent')
  expect(await spent(TOTAL)).toBe(5000)
})

test('a clock that jumps back does not spend what is left of the month before', async () => {
  const budget = budgetOf(0.01)
  expect((await budget.reserve('brave', acme)).state).toBe('granted')
  pass(MONTH_MS)
  expect((await budget.reserve('brave', acme)).state).toBe('granted')
  expect((await budget.reserve('brave', acme)).state).toBe('granted')
  app.time.now = START
  for (const worker of [budget, budgetOf(0.01)]) expect((await worker.reserve('brave', acme)).state).toBe('month-spent')
  expect(await spent(TOTAL)).toBe(15_000)
})

test('a month that was recorded years ahead does not end the searches until then', async () => {
  await app.database.query(
    `insert into search_spending (month, requests, spent, cap) values (now() + interval '5 years', 1, 5000, 5000)`,
  )
  expect((await budgetOf(0.005).reserve('brave', acme)).state).toBe('granted')
})

test('what a killed process reserved stays spent; what was certainly not sent is given back', async () => {
  const budget = budgetOf(0.01)
  expect((await budget.reserve('brave', acme)).state).toBe('granted')
  const unsent = await budget.reserve('brave', birch)
  if (unsent.state !== 'granted') throw new Error(unsent.state)
  await budget.release('brave', birch, unsent.month)
  expect([await spent(TOTAL), await spent(`tracked_company_id = ${birch}`)]).toEqual([5000, 0])
  expect((await budget.reserve('brave', birch)).state).toBe('granted')
  expect((await budget.reserve('brave', birch)).state).toBe('month-spent')
})

test('requests that are reserved and given back at once keep the sums right', async () => {
  const budget = budgetOf(10)
  const states = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const id = at % 2 === 0 ? acme : birch
      const grant = await budget.reserve('brave', id)
      if (grant.state === 'granted' && at % 3 === 0) await budget.release('brave', id, grant.month)
      return grant.state
    }),
  )
  expect(new Set(states)).toEqual(new Set(['granted']))
  expect([await spent(TOTAL), await spent(`source = 'brave'`)]).toEqual([200_000, 200_000])
  expect(await spent(`tracked_company_id is not null`)).toBe(200_000)
})

test('nothing is spent on a company that nobody with access tracks', async () => {
  const budget = budgetOf(1)
  await app.database.query(`update companies set removed_at = now() where name = 'Birch'`)
  expect(await budget.reserve('brave', birch)).toEqual({ state: 'untracked' })
  await app.database.query(`update companies set removed_at = null where name = 'Birch'`)
  await app.database.query(`update users set subscription_status = 'expired'`)
  expect(await budget.reserve('brave', acme)).toEqual({ state: 'untracked' })
  await app.database.query(`update users set subscription_status = 'trial'`)
  expect(await budget.reserve('brave', 999_999)).toEqual({ state: 'untracked' })
  expect(await spent(TOTAL)).toBe(0)
})

test('a refused key stops its service for all workers, is logged once, and is tried again after a restart', async () => {
  const [one, other] = [budgetOf(1), budgetOf(1)]
  await Promise.all([one.refuse('brave'), other.refuse('brave'), one.refuse('brave')])
  expect(logged.filter((line) => line.includes('refuses our key'))).toHaveLength(1)
  expect(await other.reserve('brave', acme)).toEqual({ state: 'refused' })
  expect((await other.reserve('exa', acme)).state).toBe('granted')
  await keys.forgetRefusals(START)
  const again = await other.reserve('brave', acme)
  if (again.state !== 'granted') throw new Error(again.state)
  await one.refuse('brave')
  await other.answered('brave', 3, again.month)
  expect((await one.reserve('brave', acme)).state).toBe('granted')
})

test('a service that asks to wait is left alone by all workers until then', async () => {
  const [one, other] = [budgetOf(1), budgetOf(1)]
  await one.pause('brave', 60)
  await other.pause('brave', 10)
  await one.answered('brave', 0, '2026-03-01')
  const paused = await other.reserve('brave', acme)
  if (paused.state !== 'paused') throw new Error(paused.state)
  expect(paused.waitS).toBeGreaterThan(10)
  expect((await one.reserve('tavily', acme)).state).toBe('granted')
  await app.database.query(`update search_pauses set paused_until = now() - interval '1 second'`)
  expect((await other.reserve('brave', acme)).state).toBe('granted')
})

test('reasons to expect news are read from what is known of the company', async () => {
  const budget = budgetOf(0.01)
  const at = new Date(START.getTime() - 24 * 60 * 60_000).toISOString()
  const signals = () => budget.signals(acme, [], START)
  await app.database.query(`update companies set created_at = $1`, ['2025-01-01T00:00:00Z'])
  expect(await signals()).toMatchObject({
    hasRecentEvent: false,
    isNew: false,
    isQuiet: true,
    isPaidFor: false,
    linked: 0,
  })
  const [article] = await app.database.query(
    `insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
     values ('https://acme.example/1', 'acme.example/1', 'Acme', '', $1, 'second', 'post', '{}', $1) returning id`,
    [at],
  )
  await app.database.query(
    `insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, evidence, event_type, score)
     values ($1, $2, $3, 'company-site', '[]', 'raise', 1)`,
    [acme, article?.id, at],
  )
  await app.database.query(`update companies set created_at = $1`, [at])
  await app.database.query(`update users set subscription_status = 'active'`)
  const found = await app.database.query(`select md5('acme.example/1') as key`)
  expect(await budget.signals(acme, [String(found[0]?.key), 'other'], START)).toMatchObject({
    hasRecentEvent: true,
    isNew: true,
    isQuiet: false,
    isPaidFor: true,
    linked: 1,
  })
})

test('demand is what all searches would cost in a month, in budgets', async () => {
  await app.database.query(
    `insert into watches (tracked_company_id, source, kind, every_seconds, next_at, checked_at)
     values ($1, 'brave', 'search', 86400, now(), now()), ($2, 'brave', 'search', 3600, now(), null)`,
    [acme, birch],
  )
  // Thirty daily requests and four weekly ones, for half a cent each.
  expect((await budgetOf(0.085).signals(acme, [], START)).demand).toBeCloseTo(2)
})

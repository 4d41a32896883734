import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { compose } from '../server/compose.ts'
import { parseConfig } from '../server/config/config.ts'
import { listen } from '../server/platform/http/listen.ts'
import { buildIfStale } from '../tools/build.ts'
import { findChromium } from '../tools/chromium.ts'
import { freePort } from '../server/testing/network/free-port.ts'
import { measurePalette } from './measure/palette-speed.ts'
import { printMeasurement } from './measure/measure.ts'

const WHEEL_MS = 8000
const WHEEL_PX = 600
const TO_THE_END_MS = 90_000
const SLOW_FRAME_MS = 50
const VIEWPORT = { width: 1280, height: 900 }

const Session = z.looseObject({ user: z.looseObject({ id: z.string() }) })

export async function run(): Promise<void> {
  await buildIfStale()
  const rows = Number(process.env.TABLE_ROWS ?? 10_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-table-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const product = await compose(
    parseConfig({
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      REQUESTS_PER_MINUTE: '1000000',
    }),
    { webRoot: join(import.meta.dirname, '..', 'dist', 'web'), jobs: 'inline' },
  )
  const listening = await listen(product.app, { host: '127.0.0.1', port })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
  })
  try {
    const session = await signUp(url)
    await product.database.asSystem((queries) => queries.execute(manyCompanies(session.user.id, rows)))
    for (const path of ['/dashboard', '/investments']) {
      const context = await browser.newContext({ viewport: VIEWPORT })
      await context.addInitScript((stored) => localStorage.setItem('tidings-session', stored), JSON.stringify(session))
      await inspectPage(await context.newPage(), url, path, rows)
      await context.close()
    }
  } finally {
    await browser.close()
    await listening.close()
    await product.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function inspectPage(page: Page, url: string, path: string, rows: number): Promise<void> {
  const name = `table ${path} of ${rows}:`
  await page.goto(url + path)
  await page.locator('tbody a').first().waitFor()
  printMeasurement(`${name} first rows`, await page.evaluate(() => performance.now()), 'ms')
  await page.waitForTimeout(1500)

  if (path === '/dashboard') await measurePalette(page, name, `Company ${Math.round(rows * 0.9)}`, longestOnProcessor)

  const turnWheel = async () => {
    await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2)
    const end = performance.now() + WHEEL_MS
    while (performance.now() < end) await page.mouse.wheel(0, WHEEL_PX)
  }
  const wheel = await watched(page, turnWheel)
  printMeasurement(`${name} wheel, rows passed`, await lastRow(page), 'rows')
  report(`${name} wheel,`, wheel)
  printMeasurement(`${name} wheel, longest task on the processor`, await longestOnProcessor(page, turnWheel), 'ms')

  const began = performance.now()
  let processor = 0
  const toTheEnd = async () => {
    const limit = performance.now() + TO_THE_END_MS
    while ((await lastRow(page)) < rows && performance.now() < limit) {
      await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    }
  }
  const jumps = await watched(page, async () => {
    processor = await longestOnProcessor(page, toTheEnd)
  })
  const reached = await lastRow(page)
  if (reached < rows && performance.now() - began < TO_THE_END_MS) throw new Error(`${path} ended at row ${reached}`)
  printMeasurement(`${name} to the end, last row`, reached, 'rows')
  printMeasurement(`${name} to the end, time`, (performance.now() - began) / 1000, 's')
  report(`${name} to the end,`, jumps)
  printMeasurement(`${name} to the end, longest task on the processor`, processor, 'ms')
  if (path !== '/investments') return
  let slowest = 0
  const work = await longestOnProcessor(page, async () => {
    slowest = await interact(page)
  })
  printMeasurement(`${name} slowest interaction (target < 100)`, slowest, 'ms')
  printMeasurement(`${name} interactions, longest task on the processor`, work, 'ms')
}

type Watched = { longTasks: number[]; slowFrames: number; frames: number }

const Trace = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      tid: z.number(),
      dur: z.number().optional(),
      tdur: z.number().optional(),
    }),
  ),
})

/** CPU time, because it doesn't depend on other load. */
async function longestOnProcessor(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'],
  })
  await act()
  const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString()))
  const own = traceEvents.find(({ name }) => name === 'EventDispatch')?.tid
  const tasks = traceEvents.filter(({ name, tid }) => name === 'RunTask' && tid === own)
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}

const report = (name: string, { longTasks, slowFrames, frames }: Watched) => {
  printMeasurement(`${name} long tasks over 50 ms (target 0)`, longTasks.length, 'tasks')
  if (longTasks.length > 0) printMeasurement(`${name} longest task`, Math.max(...longTasks), 'ms')
  printMeasurement(`${name} frames over ${SLOW_FRAME_MS} ms`, slowFrames, `of ${frames}`)
}

async function watched(page: Page, act: () => Promise<void>): Promise<Watched> {
  await page.evaluate((slow) => {
    const seen = { longTasks: [] as number[], slowFrames: 0, frames: 0, isOver: false }
    const observer = new PerformanceObserver((list) =>
      seen.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    )
    observer.observe({ type: 'longtask' })
    let last = performance.now()
    const frame = (now: number) => {
      if (seen.isOver) return observer.disconnect()
      seen.frames += 1
      if (now - last > slow) seen.slowFrames += 1
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    Object.assign(window, { seen })
  }, SLOW_FRAME_MS)
  await act()
  await page.waitForTimeout(300)
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: Watched & { isOver: boolean } }
    seen.isOver = true
    return { longTasks: seen.longTasks, slowFrames: seen.slowFrames, frames: seen.frames }
  })
}

async function interact(page: Page): Promise<number> {
  await page.evaluate(() => {
    const durations: number[] = []
    const options = { type: 'event', durationThreshold: 16 } as PerformanceObserverInit
    new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration))).observe(
      options,
    )
    Object.assign(window, { durations })
  })
  await page.locator('tbody input[type=checkbox]').nth(5).click()
  await page.locator('thead input[type=checkbox]').click()
  for (const key of ['j', 'j', 'k', 'x', '/']) await page.keyboard.press(key, { delay: 60 })
  await page.keyboard.type('company 12', { delay: 60 })
  await page.waitForTimeout(1000)
  return page.evaluate(() => Math.max(0, ...(window as unknown as { durations: number[] }).durations))
}

const lastRow = (page: Page) =>
  page.evaluate(() => Number([...document.querySelectorAll('tbody tr[aria-rowindex]')].at(-1)?.ariaRowIndex ?? 1) - 1)

async function signUp(url: string) {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'investor@example.com', password: 'a rather long passphrase 42' }),
  })
  return Session.parse(await response.json())
}

const manyCompanies = (userId: string, rows: number) => sql`
  insert into companies (user_id, name, website, category, stage, investment_date, name_key, host_key, created_at)
  select ${userId}::uuid, 'Company ' || n, 'https://company-' || n || '.example',
    (array['Robotics', 'Health', 'Energy', 'Payments', null])[n % 5 + 1],
    (array['Seed', 'Series A', 'Series B', null])[n % 4 + 1],
    case when n % 3 = 0 then null else date '2015-01-01' + n % 3650 end,
    'company ' || n, 'company-' || n || '.example', now() - n * interval '1 second'
  from generate_series(1, ${rows}) as n`

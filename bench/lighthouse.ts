import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import { buildIfStale } from '../tools/build.ts'
import { findChromium } from '../tools/chromium.ts'
import { startProduct } from '../tools/product.ts'
import { printMeasurement, median } from './measure/measure.ts'

const RUNS = 5
const VERSION = '13.5.0'
const PAGES = [
  '/',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  '/contact',
  '/blog',
  '/guides',
  '/docs/api',
  '/signin',
  '/dashboard',
]
/** Audited with an account that has the sample portfolio and its news. */
const SIGNED_IN = ['/dashboard']
const NEWS_MS = 20_000
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const Report = z.object({
  categories: z.record(z.enum(CATEGORIES), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
})
type Report = z.infer<typeof Report>

export async function run(): Promise<void> {
  await buildIfStale()
  const lighthouse = installed()
  const product = await startProduct()
  try {
    const session = await readerOf(product.url)
    for (const page of process.env.LIGHTHOUSE_PAGES?.split(',') ?? PAGES) {
      const reports: Report[] = []
      for (let round = 0; round < RUNS; round += 1) reports.push(await audit(lighthouse, product.url, page, session))
      for (const category of CATEGORIES) {
        printMeasurement(
          `lighthouse ${page} ${category}${category === 'seo' ? '' : ' (target ≥ 90)'}`,
          median(reports.map((r) => (r.categories[category].score ?? 0) * 100)),
          'points',
        )
      }
      const audits = {
        'largest-contentful-paint': 'ms',
        'cumulative-layout-shift': 'shift',
        'total-blocking-time': 'ms',
      }
      for (const [name, unit] of Object.entries(audits)) {
        const values = reports.map((r) => r.audits[name]?.numericValue ?? 0)
        printMeasurement(`lighthouse ${page} ${name}`, median(values), unit)
        if (unit === 'shift')
          printMeasurement(`lighthouse ${page} ${name}, most (target ≤ 0.02)`, Math.max(...values), unit)
      }
    }
  } finally {
    await product.stop()
  }
}

/** Installed in its own folder, because its dependencies say "latest" and must not end up in our lockfile. */
function installed(): string {
  const home = join('node_modules', '.cache', 'lighthouse')
  const program = join(home, 'node_modules', 'lighthouse', 'cli', 'index.js')
  if (!existsSync(program)) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), '{ "private": true }')
    execFileSync('npm', ['install', '--no-save', `lighthouse@${VERSION}`], { cwd: home, stdio: 'ignore' })
  }
  return program
}

async function readerOf(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const account = JSON.stringify({ email: 'reader@example.com', password: 'a rather long passphrase 42' })
  const session = await (await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body: account })).text()
  const { access_token: token } = z.object({ access_token: z.string() }).parse(JSON.parse(session))
  await fetch(`${url}/api/companies/sample`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  await sleep(NEWS_MS)
  return session
}

/** Uses a new profile each time. The session is stored from a page that doesn't load the application. */
async function audit(lighthouse: string, url: string, page: string, session: string): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'tidings-lighthouse-'))
  if (SIGNED_IN.includes(page)) await signIn(profile, url, session)
  const flags = `--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync --user-data-dir=${profile}`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      lighthouse,
      url + page,
      '--output=json',
      '--quiet',
      '--disable-storage-reset',
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, maxBuffer: 64 * 1024 * 1024 },
  )
  rmSync(profile, { recursive: true, force: true })
  return Report.parse(JSON.parse(stdout))
}

async function signIn(profile: string, url: string, session: string): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const [page = await context.newPage()] = context.pages()
  await page.goto(`${url}/privacy-policy`)
  await page.evaluate((stored) => localStorage.setItem('tidings-session', stored), session)
  await context.close()
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { z } from 'zod'
import { compose } from '../server/compose.ts'
import { parseConfig } from '../server/config/config.ts'
import { listen } from '../server/platform/http/listen.ts'
import { buildIfStale } from './build.ts'
import { findChromium } from './chromium.ts'
import { freePort } from '../server/testing/network/free-port.ts'

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 720 }
const root = join(import.meta.dirname, '..')

await buildIfStale()
const dataDir = mkdtempSync(join(tmpdir(), 'tidings-pictures-'))
const port = await freePort()
const settings = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', SOURCES: 'company-site' }
const product = await compose(parseConfig(settings), {
  webRoot: join(root, 'dist', 'web'),
  jobs: 'inline',
})
await product.startJobs()
const listening = await listen(product.app, { host: '127.0.0.1', port })
const url = `http://localhost:${port}`

const session = await signUp()
await loadSample(session.access_token)
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
for (const theme of ['light', 'dark'] as const) {
  const png = await picture(browser, theme, WIDE)
  const phone = await picture(browser, theme, PHONE)
  const landing = join(root, 'web', 'pages', 'landing')
  writeFileSync(join(landing, `dashboard-${theme}.webp`), await toWebp(browser, png))
  writeFileSync(join(landing, `dashboard-phone-${theme}.webp`), await toWebp(browser, phone))
}
await browser.close()
await listening.close()
await product.close()
rmSync(dataDir, { recursive: true, force: true })
console.log('Wrote the pictures of the landing page and the README')

async function signUp() {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'investor@example.com', password: 'a rather long passphrase 42' }),
  })
  return z.looseObject({ access_token: z.string() }).parse(await response.json())
}

async function loadSample(token: string): Promise<void> {
  const response = await fetch(`${url}/api/companies/sample`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`the sample portfolio was not loaded: ${response.status}`)
  await product.settleJobs()
}

async function picture(inside: Browser, theme: string, viewport: typeof WIDE): Promise<Buffer> {
  const context = await inside.newContext({ viewport, deviceScaleFactor: 2 })
  await context.addInitScript(
    ([chosen, stored]) => {
      localStorage.setItem('theme', chosen)
      localStorage.setItem('tidings-session', stored)
    },
    [theme, JSON.stringify(session)] as const,
  )
  const page = await context.newPage()
  await page.goto(`${url}/dashboard?tab=news`)
  await page
    .getByText(/^Latest Update/)
    .first()
    .waitFor()
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot()
  await context.close()
  return png
}

async function toWebp(inside: Browser, png: Buffer): Promise<Buffer> {
  const page = await inside.newPage()
  const base64 = await page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.75 })).arrayBuffer(),
    )
    return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
  }, png.toString('base64'))
  await page.close()
  return Buffer.from(base64, 'base64')
}

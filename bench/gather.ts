import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseFeed } from 'feedsmith'
import { buildIfStale } from '../tools/build.ts'
import { freePort } from '../tools/product.ts'
import { withScene, type Account, type Scene } from './own-database.ts'
import { figure } from './report.ts'

const COMPANIES = Number(process.env.GATHER_COMPANIES ?? 1000)
const ITEMS = 20
const LATENCY_MS = 50
const AT_ONCE = 48
const SERVER = join(import.meta.dirname, '../../shared/tools/feedserver.mjs')

/** A thousand companies with a site and a feed each, from the upload to the news, cold and warm, beside the bare fetch and parse of the same bytes. */
export async function run(): Promise<void> {
  if (!existsSync(SERVER))
    return console.log('gather: needs the feed server that is kept beside the checkout; left out')
  await buildIfStale()
  const port = await freePort()
  const words = ['--port', port, '--n', COMPANIES, '--items', ITEMS, '--latency', LATENCY_MS].map(String)
  const server = spawn(process.execPath, [SERVER, ...words], { stdio: 'ignore' })
  const feeds = `http://127.0.0.1:${port}`
  try {
    await reachable(`${feeds}/_/stats`)
    const urls = (await (await fetch(`${feeds}/_/urls`)).text()).trim().split('\n')
    figure('gather bare fetch and parse, cold', await bare(urls, {}), 'ms')
    await withScene((scene) => measure(scene, feeds, urls), {
      SOURCES: 'company-site',
      FETCH_ALLOW: '127.0.0.0/8',
    })
  } finally {
    server.kill('SIGKILL')
  }
}

async function measure(scene: Scene, feeds: string, urls: string[]): Promise<void> {
  const bareCold = await bare(urls, {})
  const account = await scene.signUp('gather')
  const idle = residentMb(scene.product.pid)
  const stop = watchMemory(scene.product.pid)
  const cpu = cpuMs(scene.product.pid)
  const started = performance.now()
  await upload(scene, account, await (await fetch(`${feeds}/_/csv`)).text())
  await until(
    async () => (await count(scene, 'select count(distinct subject_id)::int as n from news')) >= COMPANIES,
  )
  const wall = performance.now() - started
  figure('gather from upload to news on all', wall, 'ms')
  figure('gather from upload/bare cold (target ≤ 4)', wall / bareCold, 'ratio')
  figure('gather CPU of our process from upload to news', cpuMs(scene.product.pid) - cpu, 'ms')
  figure('gather memory of our process (target ≤ 300)', stop(), 'MB')
  figure('gather memory above idle', residentMb(scene.product.pid) - idle, 'MB')
  figure(
    `gather items of ${COMPANIES * ITEMS}`,
    await count(scene, 'select count(*)::int as n from articles'),
    'items',
  )

  const bareWarm = await bare(urls, await tags(urls))
  await scene.database.query(`update watches set next_at = now() where address <> ''`)
  const warm = performance.now()
  await scene.database.query(`update watches set rank = 1 where address <> ''`)
  await fetch(`${scene.product.url}/api/companies/sample`, { method: 'POST', headers: account.headers })
  await until(
    async () =>
      (await count(scene, `select count(*)::int as n from watches where rank = 1 and address <> ''`)) === 0,
  )
  figure('gather warm', performance.now() - warm, 'ms')
  figure('gather warm/bare warm (target ≤ 1.5)', (performance.now() - warm) / bareWarm, 'ratio')
}

/** What a plain program would do: ask for everything, parse it, forget it. */
async function bare(urls: string[], etags: Record<string, string>): Promise<number> {
  const waiting = [...urls]
  const started = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let url = waiting.shift(); url; url = waiting.shift()) {
        const etag = etags[url]
        const response = await fetch(url, { headers: etag ? { 'if-none-match': etag } : {} })
        const text = await response.text()
        if (response.status === 200) parseFeed(text)
      }
    }),
  )
  return performance.now() - started
}

async function tags(urls: string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const url of urls) {
    const response = await fetch(url)
    await response.arrayBuffer()
    found[url] = response.headers.get('etag') ?? ''
  }
  return found
}

async function upload({ product }: Scene, { headers }: Account, csv: string): Promise<void> {
  const body = new FormData()
  body.set('file', new File([csv], 'portfolio.csv'))
  const response = await fetch(`${product.url}/api/companies/bulk-upload?detail=1&limit=0`, {
    method: 'POST',
    headers,
    body,
  })
  if (!response.ok) throw new Error(`the upload failed: ${await response.text()}`)
  await response.arrayBuffer()
}

const count = async ({ database }: Scene, query: string) =>
  (await database.query<{ n: number }>(query)).rows[0]?.n ?? 0

async function until(done: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 300_000
  while (!(await done())) {
    if (Date.now() > end) throw new Error('it took too long')
    await sleep(100)
  }
}

async function reachable(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
}

const cpuMs = (pid: number) => {
  const [, , , , , , , , , , , , , user = '0', system = '0'] = readFileSync(
    `/proc/${pid}/stat`,
    'utf8',
  ).split(' ')
  return (Number(user) + Number(system)) * 10
}
const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

function watchMemory(pid: number): () => number {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid))
  }, 50)
  return () => {
    clearInterval(timer)
    return peak
  }
}

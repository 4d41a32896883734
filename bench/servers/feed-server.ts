import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { generatedFeed } from '../fixtures/feeds.ts'

// Each company has its own loopback address, so that companies share neither connections nor per-host limits.
const [port = 0, companies = 0, items = 0, latencyMs = 0] = process.argv.slice(2).map(Number)

const FIRST =
  `Amber Birch Cobalt Dune Ember Fjord Garnet Hazel Ivory Jade Kestrel Lark Maple Nickel Opal Pine Quartz Raven
  Sable Teal Ultra Velvet Walnut Yarrow Zinc Alder Basalt Coral Drift Elm Flint Glacier Heron Iris Jasper`.split(/\s+/)
const SECOND =
  `Aero Bionics Circuits Dynamics Electric Farms Genomics Homes Instruments Kitchens Lighting Motors Nutrition
  Optics Photonics Rail Sensors Textiles Utilities Ventures Water`.split(/\s+/)
const NEWEST = Math.floor(Date.now() / 3_600_000) * 3_600_000

type Feed = { type: string; raw: Buffer; packed: Buffer; etag: string; changed: Date }

const numbers = Array.from({ length: companies }, (_, number) => number)
const added = new Map<number, number>()
const feeds = numbers.map(feedOf)

createServer({ keepAliveTimeout: 15_000 }, (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname.startsWith('/_/')) return control(pathname, searchParams, response)
  setTimeout(() => answer(pathname, request, response), latencyMs)
}).listen(port, '0.0.0.0', 4096)

function control(path: string, search: URLSearchParams, response: ServerResponse): void {
  if (path === '/_/advance') {
    const share = Number(search.get('pct'))
    for (const number of numbers.filter((each) => (each * 61) % 100 < share)) {
      added.set(number, (added.get(number) ?? 0) + Number(search.get('k')))
      feeds[number] = feedOf(number)
    }
  }
  const texts: Record<string, () => string> = {
    '/_/ready': () => 'ready',
    '/_/advance': () => 'advanced',
    '/_/urls': () => numbers.map((number) => `${siteOf(number)}/feed.xml`).join('\n'),
    '/_/csv': () => ['Company,Website', ...numbers.map((number) => `${nameOf(number)},${siteOf(number)}/`)].join('\n'),
  }
  const text = texts[path]?.()
  response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(text)
}

function answer(path: string, { socket, headers }: IncomingMessage, response: ServerResponse): void {
  const number = numberOf(socket.localAddress ?? '')
  const feed = feeds[number]
  if (!feed || !['/', '/feed.xml'].includes(path)) return void response.writeHead(404).end('not found')
  if (path === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(homePage(number))
  const validators = { etag: feed.etag, 'last-modified': feed.changed.toUTCString() }
  if (headers['if-none-match']?.replace(/^W\//, '') === feed.etag) return void response.writeHead(304, validators).end()
  const isPacked = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  const body = isPacked ? feed.packed : feed.raw
  const encoding = isPacked ? { 'content-encoding': 'gzip' } : {}
  response.writeHead(200, { ...validators, ...encoding, 'content-type': feed.type, 'content-length': body.length })
  response.end(body)
}

function feedOf(number: number): Feed {
  const newest = new Date(NEWEST - (number % 60) * 60_000)
  const of = { number, name: nameOf(number), site: siteOf(number), items, added: added.get(number) ?? 0, newest }
  const { type, text } = generatedFeed(of)
  const raw = Buffer.from(text)
  const etag = `"${createHash('sha256').update(raw).digest('hex').slice(0, 20)}"`
  return { type: `${type}; charset=utf-8`, raw, packed: gzipSync(raw), etag, changed: newest }
}

function homePage(number: number): string {
  const name = nameOf(number)
  const link = `<link rel="alternate" type="application/rss+xml" title="${name} newsroom" href="/feed.xml">`
  const text = `<p>${name} builds what its customers ask for, and writes about it here.</p>`.repeat(60)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>${link}</head><body><h1>${name}</h1>${text}</body></html>`
}

function nameOf(number: number): string {
  const round = Math.floor(number / (FIRST.length * SECOND.length))
  const name = `${FIRST[number % FIRST.length]} ${SECOND[Math.floor(number / FIRST.length) % SECOND.length]}`
  return round === 0 ? name : `${name} ${round + 1}`
}

function siteOf(number: number): string {
  return `http://127.1.${Math.floor(number / 250)}.${(number % 250) + 1}:${port}`
}

function numberOf(address: string): number {
  const [, high, low] = /127\.1\.(\d+)\.(\d+)$/.exec(address) ?? []
  return Number(high) * 250 + Number(low) - 1
}

import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join, extname } from 'node:path'
import { z } from 'zod'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import type { HttpEnvironment } from './session.ts'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sourceIn } from '#domain/auth/source.ts'
import { escapeHtml } from './plain-page.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Honors q=0. */
export function preferredEncoding(
  accepted: string | undefined,
  available: readonly Exclude<Encoding, 'identity'>[],
): Encoding {
  const offers = new Map(
    (accepted ?? '').split(',').map((offer) => {
      const [name = '', ...parameters] = offer
        .toLowerCase()
        .split(';')
        .map((part) => part.trim())
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, q ? Number(q.slice(2)) : 1]
    }),
  )
  return available.find((encoding) => (offers.get(encoding) ?? offers.get('*') ?? 0) > 0) ?? 'identity'
}

export function etagMatches(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((given) => given.trim().replace(/^W\//, '') === etag || given.trim() === '*') ?? false
}

const Routes = z.object({
  pages: z.record(z.string(), z.string()),
  application: z.array(z.string()),
  preloads: z.record(z.string(), z.array(z.string())).default({}),
  app: z.string(),
  notFound: z.string(),
  scriptHashes: z.array(z.string()),
})

export type Site = {
  root: string
  /** Prerendered: path → file. */
  pages: Map<string, string>
  /** The HTML document for client-side routes. */
  app: string
  notFound: string
  /** The scripts of an application's page, beyond those that its document names; null for any other path. */
  scriptsOf: (path: string) => string[] | null
  scriptHashes: string[]
  files: Set<string>
}

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

export function readSite(root: string): Site {
  const routes = Routes.parse(JSON.parse(readFileSync(join(root, 'routes.json'), 'utf8')))
  const pages = new Map([
    ...Object.entries(routes.pages),
    ...FILLED_IN.map((path): [string, string] => [path, path.slice(1)]),
  ])
  const application = routes.application.map((path) => ({
    pattern: new RegExp(`^${path.replaceAll(':id', String.raw`\d{1,10}`)}$`),
    scripts: routes.preloads[path] ?? [],
  }))
  return {
    root,
    pages,
    app: routes.app,
    notFound: routes.notFound,
    scriptsOf: (path) => application.find(({ pattern }) => pattern.test(path))?.scripts ?? null,
    scriptHashes: routes.scriptHashes,
    files: new Set(
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
        .filter((path) => !NOT_SERVED.test(path) && !pages.has(path)),
    ),
  }
}

// Not pages, but they contain the same placeholders.
const FILLED_IN = ['/robots.txt', '/sitemap.xml']

// Pages are served by route, manifests and source maps not at all, compressed files in place of their originals.
const NOT_SERVED = /(\/index\.html|\/app\.html|\/routes\.json|\.map|\.br|\.gz)$|^\/\./

const SERVICE_WORKER = '/service-worker.js'
/** A service worker runs under the policy of its own file. This one only needs to fetch. */
const SERVICE_WORKER_POLICY = "default-src 'none'; connect-src 'self'"

const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }

type Loaded = { bytes: Uint8Array<ArrayBuffer>; etag: string }

/** Serves only files from the build's list. */
export function createStaticFiles(site: Site) {
  const loaded = new Map<string, Promise<Loaded>>()

  return async (c: Context<HttpEnvironment>): Promise<Response | null> => {
    const path = c.req.path
    if (!site.files.has(path)) return null
    const file = join(site.root, path)
    const available = (['br', 'gzip'] as const).filter((encoding) => existsSync(file + SUFFIX[encoding]))
    const encoding = preferredEncoding(c.req.header('accept-encoding'), available)
    const key = file + SUFFIX[encoding]
    const { bytes, etag } = await getOrAdd(loaded, key, () => load(key))
    const headers: Record<string, string> = {
      'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
      'cache-control': path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=0, must-revalidate',
      etag,
    }
    if (path === SERVICE_WORKER) headers['content-security-policy'] = SERVICE_WORKER_POLICY
    if (available.length > 0) headers.vary = 'accept-encoding'
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    if (path.endsWith('.csv'))
      headers['content-disposition'] = `attachment; filename="${path.slice(path.lastIndexOf('/') + 1)}"`
    if (etagMatches(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    return c.body(bytes, 200, headers)
  }
}

async function load(file: string): Promise<Loaded> {
  const bytes = new Uint8Array(await readFile(file))
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

function getOrAdd<Value>(map: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const found = map.get(key)
  if (found) return found
  const made = make()
  map.set(key, made)
  return made
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

type Page = { etag: string; bodies: Record<Encoding, Uint8Array<ArrayBuffer>> }

export type PageValues = {
  /** Replaces `%NAME%`, escaped. */
  texts: Record<string, string>
  /** Replaces `<!--name-->` without escaping, so it is for trusted markup only. Null leaves the placeholder. */
  markup: (name: string) => string | null
}

/** Filled in and compressed once per page. */
export function createPages(site: Site, values: PageValues) {
  const made = new Map<string, Promise<Page>>()

  return async (c: Context<HttpEnvironment>): Promise<Response> => {
    const { file, status, cache, scripts } = choose(site, c.req.path)
    let page = made.get(file)
    if (!page) made.set(file, (page = makePage(join(site.root, file), values)))
    const { etag, bodies } = await page
    const from = c.req.query('utm_source') === undefined ? null : sourceIn(new URL(c.req.url).searchParams)
    if (status === 200 && from !== null && site.pages.has(c.req.path))
      return c.body(keepSource(bodies.identity, from), 200, {
        'content-type': contentType(file),
        'cache-control': 'no-store',
      })
    const encoding = preferredEncoding(c.req.header('accept-encoding'), ['br', 'gzip'])
    const headers: Record<string, string> = {
      'content-type': contentType(file),
      'cache-control': cache,
      vary: 'accept-encoding',
      ...(cache === 'no-store' ? {} : { etag }),
      ...(scripts.length > 0 && { link: scripts.map((script) => `</${script}>; rel=modulepreload`).join(', ') }),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    }
    if (status === 200 && cache !== 'no-store' && etagMatches(c.req.header('if-none-match'), etag))
      return c.body(null, 304, headers)
    return c.body(bodies[encoding], status, headers)
  }
}

/** In the links to sign-up, so that no cookie has to keep it. */
function keepSource(page: Uint8Array<ArrayBuffer>, from: string): string {
  const [source = '', campaign] = from.split('/')
  const query = `&amp;utm_source=${source}${campaign ? `&amp;utm_campaign=${campaign}` : ''}`
  return Buffer.from(page).toString().replaceAll(SIGN_UP_LINK, `$&${query}`)
}

const SIGN_UP_LINK = /(?<=href=")\/signin\?mode=signup(?=")/g

function contentType(file: string): string {
  return CONTENT_TYPES[extname(file)] ?? 'application/octet-stream'
}

type Choice = { file: string; status: 200 | 404; cache: string; scripts: string[] }

function choose(site: Site, path: string): Choice {
  const page = site.pages.get(path)
  if (page) return { file: page, status: 200, cache: 'public, max-age=0, must-revalidate', scripts: [] }
  const scripts = site.scriptsOf(path)
  if (scripts) return { file: site.app, status: 200, cache: 'no-store', scripts }
  return { file: site.notFound, status: 404, cache: 'no-store', scripts: [] }
}

async function makePage(file: string, values: PageValues): Promise<Page> {
  const html = fillIn(await readFile(file, 'utf8'), values)
  const bytes = new Uint8Array(Buffer.from(html))
  const [br, gzipped] = await Promise.all([
    compress.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    compress.gzip(bytes, { level: 9 }),
  ])
  return {
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bodies: { br: new Uint8Array(br), gzip: new Uint8Array(gzipped), identity: bytes },
  }
}

export function fillIn(html: string, { texts, markup }: PageValues): string {
  return html
    .replaceAll(/%([A-Z][A-Z_]+)%/g, (whole, name: string) => (name in texts ? escapeHtml(texts[name] ?? '') : whole))
    .replaceAll(/<!--([a-z-]+)-->/g, (whole, name: string) => markup(name) ?? whole)
}

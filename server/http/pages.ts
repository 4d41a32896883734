import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { HttpEnvironment } from './environment.ts'
import { etagMatches, preferredEncoding, type Encoding } from './negotiate.ts'
import { escapeHtml } from './plain-page.ts'
import { CONTENT_TYPES, type Site } from './site.ts'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

type Page = { etag: string; bodies: Record<Encoding, Uint8Array<ArrayBuffer>> }

export type PageValues = {
  /** `%NAME%` in a page becomes this, escaped. */
  texts: Record<string, string>
  /** `<!--name-->` in a page becomes this, as it is: our own markup only. */
  markup: Record<string, () => string>
}

/** The build's HTML with this installation's values filled in, made and compressed once per page. */
export function createPages(site: Site, values: PageValues) {
  const made = new Map<string, Promise<Page>>()

  return async (c: Context<HttpEnvironment>): Promise<Response> => {
    const { file, status, cache } = choose(site, c.req.path)
    let page = made.get(file)
    if (!page) made.set(file, (page = makePage(join(site.root, file), values)))
    const { etag, bodies } = await page
    const encoding = preferredEncoding(c.req.header('accept-encoding'), ['br', 'gzip'])
    const headers: Record<string, string> = {
      'content-type': contentType(file),
      'cache-control': cache,
      vary: 'accept-encoding',
      ...(cache === 'no-store' ? {} : { etag }),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    }
    if (status === 200 && cache !== 'no-store' && etagMatches(c.req.header('if-none-match'), etag))
      return c.body(null, 304, headers)
    return c.body(bodies[encoding], status, headers)
  }
}

function contentType(file: string): string {
  return CONTENT_TYPES[extname(file)] ?? 'application/octet-stream'
}

function choose(site: Site, path: string): { file: string; status: 200 | 404; cache: string } {
  const page = site.pages.get(path)
  if (page) return { file: page, status: 200, cache: 'public, max-age=0, must-revalidate' }
  if (site.isApplication(path)) return { file: site.app, status: 200, cache: 'no-store' }
  return { file: site.notFound, status: 404, cache: 'no-store' }
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
    .replaceAll(/%([A-Z][A-Z_]+)%/g, (whole, name: string) =>
      name in texts ? escapeHtml(texts[name] ?? '') : whole,
    )
    .replaceAll(/<!--([a-z-]+)-->/g, (whole, name: string) => markup[name]?.() ?? whole)
}

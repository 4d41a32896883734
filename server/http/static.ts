import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Context } from 'hono'
import type { HttpEnvironment } from './environment.ts'
import { etagMatches, preferredEncoding, type Encoding } from './negotiate.ts'
import { CONTENT_TYPES, type Site } from './site.ts'

const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }

type Loaded = { bytes: Uint8Array<ArrayBuffer>; etag: string }

/** Serves exactly the files the build made: a path that is not in its list does not exist. */
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

function getOrAdd<Value>(
  map: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const found = map.get(key)
  if (found) return found
  const made = make()
  map.set(key, made)
  return made
}

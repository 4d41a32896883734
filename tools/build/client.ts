import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { filesBelow, root } from './paths.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const viteConfig = join(root, 'web/vite.config.ts')

export type Manifest = Record<
  string,
  {
    file: string
    src?: string
    isEntry?: boolean
    isDynamicEntry?: boolean
    imports?: string[]
    dynamicImports?: string[]
    css?: string[]
    assets?: string[]
  }
>

export const readManifest = (web: string): Manifest =>
  JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8'))

export function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(key)) {
    seen.add(key)
    for (const part of manifest[key]?.imports ?? []) chunksOf(manifest, part, seen)
  }
  return seen
}

export async function buildClient(out: string): Promise<string> {
  await build({ configFile: viteConfig, logLevel: 'warn', build: { outDir: out, emptyOutDir: false } })
  return `${filesBelow(join(out, 'assets')).length} files`
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const WORTH_IT = /\.(js|css|svg|csv|json|webmanifest)$/
const NOT_SERVED = /^(\.vite\/|routes\.json$)/

/** Leaves pages, robots.txt and sitemap.xml to the server, which fills in its own values first. */
export async function compress(web: string): Promise<string> {
  const files = filesBelow(web).filter((file) => WORTH_IT.test(file) && !NOT_SERVED.test(file))
  await Promise.all(
    files.map(async (file) => {
      const path = join(web, file)
      const bytes = await readFile(path)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      await writeFile(`${path}.br`, await brotli(bytes, { params }))
      await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }))
    }),
  )
  return `${files.length} files`
}

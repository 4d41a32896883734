import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { filesBelow, root } from './place.ts'

export const viteConfig = join(root, 'web/vite.config.ts')

/** The part of Vite's manifest that we read: what each entry and lazily loaded part consists of. */
export type Manifest = Record<
  string,
  {
    file: string
    src?: string
    isEntry?: boolean
    isDynamicEntry?: boolean
    imports?: string[]
    css?: string[]
    assets?: string[]
  }
>

export const readManifest = (web: string): Manifest =>
  JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8'))

/** A chunk and all it imports before it can run. */
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

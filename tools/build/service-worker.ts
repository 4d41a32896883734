import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, transformSync } from 'rolldown/utils'
import { readManifest, type Manifest } from './client.ts'
import { root } from './paths.ts'
import { isTextFont } from '../../web/vite.config.ts'

export const SERVICE_WORKER = 'service-worker.js'

/** Must run after the pages are written: the version changes with the document and with the list of cached files. */
export function writeServiceWorker(web: string): string {
  const { app, application }: { app: string; application: string[] } = JSON.parse(
    readFileSync(join(web, 'routes.json'), 'utf8'),
  )
  const files = filesOfApplication(readManifest(web))
  const version = createHash('sha256')
    .update(readFileSync(join(web, app)))
    .update(files.join('\n'))
    .digest('hex')
  const patterns = application.map((path) => path.replaceAll(':id', String.raw`\d{1,10}`))
  const build = { version: version.slice(0, 16), files, application: patterns }
  const source = join(root, 'web/service-worker.ts')
  const { code } = transformSync(source, readFileSync(source, 'utf8'))
  const text = `(()=>{const BUILD=${JSON.stringify(build)};${code.replace(/^export \{\s*\};?$/m, '')}})()`
  writeFileSync(join(web, SERVICE_WORKER), minifySync(source, text, { compress: true, mangle: true }).code)
  return `keeps ${files.length} files`
}

/** Not cached up front, except for the text fonts. The rest are cached on first use. */
const NOT_KEPT = /\.(?:woff2|webp|png)$/

export function filesOfApplication(manifest: Manifest): string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key) || key.startsWith('pages/developer/')) return
    seen.add(key)
    for (const part of [...(manifest[key]?.imports ?? []), ...(manifest[key]?.dynamicImports ?? [])]) visit(part)
  }
  visit('app.html')
  const files = [...seen].flatMap((key) => {
    const { file = '', css = [], assets = [] } = manifest[key] ?? {}
    return [file, ...css, ...assets.filter((asset) => !NOT_KEPT.test(asset) || isTextFont(asset))]
  })
  return [...new Set(files)]
    .filter(Boolean)
    .map((file) => `/${file}`)
    .sort()
}

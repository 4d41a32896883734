import { readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { BuildError, filesBelow, dist } from './paths.ts'
import { gzipSync } from 'node:zlib'
import { chunksOf, type Manifest, readManifest } from './client.ts'

const DEVELOPER_STRINGS = ['/trial-test', '/test-email', '/debug-reset', '/api/test/']
const TEXT = /\.(js|html|json|css|map|txt|xml)$/

/** A production build must not contain the developer pages in any form, not even as a path. */
export function refuseDeveloperPages(folder: string): string {
  const found = filesBelow(folder)
    .filter((file) => TEXT.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      return DEVELOPER_STRINGS.filter((string) => text.includes(string)).map((string) => `  ${file} contains ${string}`)
    })
  if (found.length > 0) throw new BuildError(`Developer pages in a build for production:\n${found.join('\n')}`)
  return 'none'
}

const SECRET = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]|sk_live_\w|whsec_\w/

export function refuseSecrets(folder: string): string {
  const found = filesBelow(folder).filter((file) => SECRET.test(readFileSync(join(folder, file), 'latin1')))
  if (found.length > 0) throw new BuildError(`Secrets in the build:\n${found.map((file) => `  ${file}`).join('\n')}`)
  return 'none'
}

const KB = 1024

export type Budget = { name: string; bytes: number; limit: number }

export function measureBudgets(web: string = join(dist, 'web')): Budget[] {
  const manifest = readManifest(web)
  return [...publicBudgets(web), ...(manifest['app.html'] ? applicationBudgets(web, manifest) : [])]
}

export function enforceBudgets(web: string): string {
  const budgets = measureBudgets(web)
  const exceeded = budgets.filter(({ bytes, limit }) => bytes > limit)
  if (exceeded.length === 0) return `${budgets.length} kept`
  throw new BuildError(exceeded.map((budget) => `Over budget: ${describe(budget)}`).join('\n'))
}

const describe = ({ name, bytes, limit }: Budget) => `${name} ${kilobytes(bytes)} of ${kilobytes(limit)}`

const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`

function publicBudgets(web: string): Budget[] {
  const routes: { pages: Record<string, string> } = JSON.parse(readFileSync(join(web, 'routes.json'), 'utf8'))
  const { '/': landing = 'index.html', ...others } = routes.pages
  return [
    ...pageBudgets(web, 'landing page', [landing]),
    ...pageBudgets(web, 'largest of the other public pages', Object.values(others)),
  ]
}

function pageBudgets(web: string, name: string, files: string[]): Budget[] {
  const pages = files.map((file) => readFileSync(join(web, file), 'utf8'))
  const linked = (html: string, pattern: RegExp) =>
    sizes(
      web,
      [...html.matchAll(pattern)].map(([, href = '']) => href.slice(1)),
    )
  const inline = (html: string) =>
    sum([...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => gzipSync(code).length))
  const scripts = pages.map((html) => inline(html) + linked(html, /<(?:script|link)[^>]+(?:src|href)="([^"]+\.js)"/g))
  const styles = pages.map((html) => linked(html, /<link[^>]+href="([^"]+\.css)"/g))
  return [
    { name: `${name}, JavaScript`, bytes: Math.max(0, ...scripts), limit: 15 * KB },
    { name: `${name}, CSS`, bytes: Math.max(0, ...styles), limit: 15 * KB },
  ]
}

function applicationBudgets(web: string, manifest: Manifest): Budget[] {
  const isPage = (key: string) => key.startsWith('pages/')
  const lazy = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry)
  const dashboard = lazy.find((key) => /^pages\/dashboard[./]/.test(key))
  const first = chunksOf(manifest, 'app.html')
  if (dashboard) chunksOf(manifest, dashboard, first)
  const scripts = (keys: Iterable<string>) =>
    sizes(
      web,
      [...keys].flatMap((key) => manifest[key]?.file ?? []),
    )
  const styles = (keys: Iterable<string>) =>
    sizes(
      web,
      [...keys].flatMap((key) => manifest[key]?.css ?? []),
    )
  return [
    { name: 'application to a working dashboard, JavaScript', bytes: scripts(first), limit: 170 * KB },
    { name: 'application to a working dashboard, CSS', bytes: styles(first), limit: 15 * KB },
    ...lazy
      .filter((key) => isPage(key) && key !== dashboard)
      .map((key) => {
        const more = [...chunksOf(manifest, key)].filter((part) => !first.has(part))
        return { name: `${key} JavaScript`, bytes: scripts(more), limit: 40 * KB }
      }),
  ]
}

const sizes = (web: string, files: string[]) => sum([...new Set(files)].map((file) => gzipSize(join(web, file))))
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const gzipSize = (file: string) =>
  (existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : gzipSync(readFileSync(file))).length

import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { firstPaintScript, isTextFont } from '../../web/vite.config.ts'
import { chunksOf, readManifest, viteConfig, type Manifest } from './client.ts'
import { BuildError, filesBelow } from './paths.ts'

type Page = { path: string; file: string; html: string }
export type Renderer = {
  renderPages: (assets: ReturnType<typeof siteAssets>) => { pages: Page[]; notFound: Page }
  robots: () => string
  sitemap: () => string
  application: string[]
  applicationPages: Record<string, string>
  required: readonly string[]
}

const STATIC_PAGES = ['reset-password-direct.html']

export async function prerender(web: string): Promise<string> {
  const renderer = await buildRenderer(web)
  const { pages, notFound } = renderer.renderPages(siteAssets(web))
  refuseMissingPages(
    pages.map(({ path }) => path),
    renderer.required,
  )
  for (const { file, html } of [...pages, notFound]) write(join(web, file), html)
  write(join(web, 'robots.txt'), renderer.robots())
  write(join(web, 'sitemap.xml'), renderer.sitemap())

  const routes = {
    pages: {
      ...Object.fromEntries(pages.map(({ path, file }) => [path, file])),
      ...Object.fromEntries(
        STATIC_PAGES.filter((file) => existsSync(join(web, file))).map((file) => [`/${file}`, file]),
      ),
    },
    application: renderer.application,
    preloads: preloadsOf(web, renderer.applicationPages),
    notFound: notFound.file,
    app: 'app.html',
    scriptHashes: scriptHashes(web),
  }
  write(join(web, 'routes.json'), `${JSON.stringify(routes, null, 2)}\n`)
  return `${pages.length + 1} pages`
}

export function refuseMissingPages(rendered: string[], required: readonly string[]): void {
  const missing = missingPages(rendered, required)
  if (missing.length > 0) throw new BuildError(`Not rendered: ${missing.join(', ')}. Is the folder content/ complete?`)
}

export const missingPages = (rendered: string[], required: readonly string[]): string[] =>
  required.filter(
    (wanted) =>
      !rendered.some((path) => (wanted.endsWith('/*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted)),
  )

async function buildRenderer(web: string): Promise<Renderer> {
  // Below the checkout, so that it finds its packages.
  const outDir = join(web, '..', '.renderer')
  await build({
    configFile: viteConfig,
    logLevel: 'warn',
    build: { ssr: true, ssrEmitAssets: true, manifest: false, outDir, emptyOutDir: true },
  })
  cpSync(join(outDir, 'assets'), join(web, 'assets'), { recursive: true })
  const renderer: Renderer = await import(pathToFileURL(join(outDir, 'render.js')).href)
  rmSync(outDir, { recursive: true })
  return renderer
}

function siteAssets(web: string) {
  const manifest = readManifest(web)
  const parts = (entry: string) => [...chunksOf(manifest, entry)].flatMap((key) => manifest[key] ?? [])
  const site = parts('prerender/site.ts')
  const addresses = (files: string[] = []) => files.map((file) => `/${file}`)
  return {
    scripts: addresses(site.slice(0, 1).map(({ file }) => file)),
    styles: site.flatMap(({ css }) => addresses(css)),
    fonts: site.flatMap(({ assets }) => addresses(assets)).filter(isTextFont),
    firstPaint: firstPaintScript(),
    sessionModules: addresses(parts('features/auth/landing-session.ts').map(({ file }) => file)),
  }
}

/** The scripts of each page of the application, without those that all of them load. */
function preloadsOf(web: string, pages: Record<string, string>): Record<string, string[]> {
  const manifest = readManifest(web)
  const always = chunksOf(manifest, 'app.html')
  return Object.fromEntries(
    Object.entries(pages).map(([path, page]) => {
      const keys = [...chunksOf(manifest, keyOf(manifest, page))].filter((key) => !always.has(key))
      return [path, keys.flatMap((key) => manifest[key]?.file ?? [])]
    }),
  )
}

function keyOf(manifest: Manifest, page: string): string {
  const key = `pages/${page}.tsx`
  if (!(key in manifest)) throw new BuildError(`There is no page ${key}`)
  return key
}

/** Hashes of the inline scripts, for the content security policy. */
function scriptHashes(web: string): string[] {
  const scripts = filesBelow(web)
    .filter((file) => file.endsWith('.html'))
    .flatMap((file) => [...readFileSync(join(web, file), 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)])
    .map(([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`)
  return [...new Set(scripts)].sort()
}

function write(file: string, content: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import tailwind from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { minifySync, transformSync } from 'rolldown/utils'
import { defineConfig, type Plugin } from 'vite'
import type { Address } from '#domain/endpoint.ts'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The build adds this script's hash to the CSP. */
export function firstPaintScript(): string {
  const file = here('first-paint.ts')
  const { code } = transformSync(file, readFileSync(file, 'utf8'))
  return minifySync(file, `{${code}}`, { compress: true, mangle: true }).code.trim()
}

const inlineFirstPaint: Plugin = {
  name: 'inline-first-paint',
  transformIndexHtml: (html) => html.replace('<!--first-paint-->', () => `<script>${firstPaintScript()}</script>`),
}

/** Only these fonts are preloaded; the others are needed only for characters beyond plain text. */
export const isTextFont = (file: string) => /-text-[^/]+\.woff2$/.test(file)

const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter(isTextFont)
        .sort()
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head',
        })),
  },
}

/** Page tests use it too, because it can change what a component does. */
export const reactCompiler = babel({
  include: /\.tsx$|\/use-[^/]+\.ts$/,
  sourceMap: false,
  presets: [reactCompilerPreset()],
})

const ENDPOINTS = /import \{([^}]*)\} from '((?:#domain|\.{1,2})\/[\w/-]*endpoints\.ts)'/g

/** The browser needs only each endpoint's method and path; schemas and Zod would make up most of the bundle. */
const inlineEndpoints: Plugin = {
  name: 'inline-endpoints',
  enforce: 'pre',
  async transform(code, id) {
    const parts = [...code.matchAll(ENDPOINTS)].map(async ([statement, names = '', from = '']) => {
      const file = from.startsWith('#') ? here(`../${from.slice(1)}`) : fileURLToPath(new URL(from, `file://${id}`))
      const endpoints: Record<string, Address> = await import(file)
      return { statement, constants: names.split(',').map((name) => constantFor(name.trim(), endpoints)) }
    })
    return (await Promise.all(parts)).reduce(
      (text, { statement, constants }) => text.replace(statement, () => constants.join('')),
      code,
    )
  },
}

function constantFor(imported: string, endpoints: Record<string, Address>): string {
  const [name = '', alias = name] = imported.split(' as ')
  if (name === '' || name.startsWith('type ')) return ''
  const endpoint = endpoints[name]
  if (!endpoint) throw new Error(`There is no endpoint ${name}`)
  return `const ${alias} = ${JSON.stringify({ method: endpoint.method, path: endpoint.path })};`
}

/**
 * Every page of the application needs the modules in `first`. Automatic splitting would turn them into thirty small
 * files that compress badly. The session check is separate because the landing page loads it alone.
 */
const CHUNKS = [
  {
    name: 'session-check',
    priority: 4,
    test: matching(
      /\/web\/features\/auth\/(?:auth-client|auth-store|stored-session|link-fragment)\.ts$/,
      /\/web\/\w+\/(?:public-config|diagnostics|device-database)\.ts$/,
    ),
  },
  {
    name: 'first',
    priority: 3,
    test: matching(
      /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\//,
      /\/createLucideIcon\./,
      /\/web\/(?:app|api)\/(?!upload|events|notifications|tab-changes|offline|register)[\w-]+\.tsx?$/,
      /\/web\/ui\/(?:button|external-link|feedback|lazy|loaded|page|panel|tabs|text|theme|shortcuts)\.tsx?$/,
      /\/web\/(?:ui\/(?:forms\/controls|overlays\/(?:dialog|menu)|until-found)|features\/companies\/add-investment)\.tsx$/,
      /\/domain\/local-time\.ts$/,
      /\/lucide-react\/dist\/esm\/icons\/(?:chevron-down|chevron-right|eye|eye-off|search|x)\.m?js$/,
    ),
  },
  // What Home needs at once, and what most pages share; in automatic files, a phone would wait for forty of them.
  {
    name: 'day',
    priority: 2,
    test: matching(
      /\/web\/features\/news\/morning\/(?!event-menu|use-copy)[\w-]+\.tsx?$/,
      /\/web\/features\/news\/(?:source-link\.tsx|reading\/(?:event-row\.tsx|on-screen\.ts))$/,
      /\/web\/features\/search\/search-view\.ts$/,
      /\/domain\/news\/search-filters\.ts$/,
    ),
  },
  {
    name: 'bars',
    priority: 2,
    test: matching(
      /\/web\/app\/(?:notifications|offline-notice|register-service-worker)\.tsx?$/,
      /\/web\/(?:api\/offline\/connection|features\/(?:mailings\/queries|news\/stories\/use-named-event))\.ts$/,
    ),
  },
  {
    name: 'sign-in',
    priority: 2,
    test: matching(
      /\/web\/(?:features\/auth\/(?:code-form|new-password)\.tsx|ui\/forms\/use-submit\.ts)$/,
      /\/lucide-react\/dist\/esm\/icons\/key-round\.m?js$/,
    ),
  },
  {
    name: 'shared',
    priority: 1,
    test: matching(
      /\/web\/features\/news\/(?:refresh\.ts|coverage\/status-dot\.tsx|reading\/mute-items\.ts)$/,
      /\/web\/features\/news\/feed\/(?:fold\.tsx|line-text\.ts)$/,
      /\/web\/features\/companies\/(?:logo\/company-logo\.tsx|sample-portfolio\.tsx|import\/handed-file\.ts)$/,
      /\/domain\/(?:taxonomy|news\/(?:coverage-state|coverage-text|event-line|fact-text|feed-rows|source-registry))\.ts$/,
      /\/lucide-react\/dist\/esm\/icons\/(?:copy|ellipsis|refresh-cw|sliders-horizontal)\.m?js$/,
    ),
  },
]

function matching(...patterns: RegExp[]) {
  return (module: string) => patterns.some((pattern) => pattern.test(module))
}

const clientEntries = {
  app: here('app.html'),
  site: here('prerender/site.ts'),
  session: here('features/auth/landing-session.ts'),
}

export default defineConfig(({ isSsrBuild }) => ({
  root: here('.'),
  publicDir: isSsrBuild ? false : 'public',
  appType: 'mpa',
  define: { __DEVELOPER_PAGES__: JSON.stringify(process.env.TIDINGS_BUILD !== 'production') },
  plugins: isSsrBuild
    ? [react()]
    : [inlineEndpoints, react(), reactCompiler, tailwind(), inlineFirstPaint, preloadFonts],
  build: {
    target: 'es2022',
    manifest: true,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // The landing page calls the session entry's exports.
      preserveEntrySignatures: 'exports-only',
      input: isSsrBuild ? here('prerender/render.tsx') : clientEntries,
      output: isSsrBuild ? {} : { codeSplitting: { groups: CHUNKS } },
    },
  },
}))

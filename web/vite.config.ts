import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import tailwind from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { minifySync, transformSync } from 'rolldown/utils'
import { defineConfig, type Plugin } from 'vite'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The inline script of every page: also read by the prerenderer and by the build, which puts its hash in the CSP. */
export function firstPaintScript(): string {
  const file = here('first-paint.ts')
  const { code } = transformSync(file, readFileSync(file, 'utf8'))
  return minifySync(file, `{${code}}`, { compress: true, mangle: true }).code.trim()
}

const inlineFirstPaint: Plugin = {
  name: 'inline-first-paint',
  transformIndexHtml: (html) => html.replace('<!--first-paint-->', () => `<script>${firstPaintScript()}</script>`),
}

export default defineConfig(({ isSsrBuild }) => ({
  root: here('.'),
  publicDir: isSsrBuild ? false : 'public',
  appType: 'mpa',
  define: { __DEVELOPER_PAGES__: JSON.stringify(process.env.TIDINGS_BUILD !== 'production') },
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), tailwind(), inlineFirstPaint],
  build: {
    target: 'es2022',
    manifest: true,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: { app: here('app.html'), site: here('prerender/site.ts') } },
  },
}))

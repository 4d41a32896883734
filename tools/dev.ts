import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type Connect, type ViteDevServer } from 'vite'
import { parseConfig } from '../server/config/config.ts'
import { fillIn } from '../server/platform/http/site.ts'
import { pageTexts } from '../server/config/public-config.ts'
import type { Renderer } from './build/prerender.ts'
import { firstPaintScript } from '../web/vite.config.ts'

const root = join(import.meta.dirname, '..')
const config = parseConfig(process.env)
const { host, port, publicUrl } = config.http
const serverPort = port + 1

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server', 'main.ts')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, PORT: String(serverPort), PUBLIC_URL: publicUrl },
})
process.on('exit', () => server.kill())
process.on('SIGTERM', () => process.exit())
process.on('SIGINT', () => process.exit())

const target = `http://127.0.0.1:${serverPort}`
const vite = await createServer({
  configFile: join(root, 'web', 'vite.config.ts'),
  server: {
    host,
    port,
    strictPort: true,
    proxy: {
      '/api': target,
      '/auth/v1': target,
      '/unsubscribe': target,
      '/healthz': target,
      '/readyz': target,
    },
  },
  plugins: [{ name: 'pages', configureServer: (dev) => void dev.middlewares.use(pages(dev)) }],
})
await vite.listen()
console.log(`Tidings is ready at ${publicUrl}, with live reload`)

function pages(dev: ViteDevServer): Connect.NextHandleFunction {
  return (request, response, next) => {
    const path = new URL(request.url ?? '/', publicUrl).pathname
    if (/\.\w+$|^\/(@|node_modules|api|auth|unsubscribe)/.test(path)) return next()
    respond(dev, path)
      .then(({ status, html }) => response.writeHead(status, { 'content-type': 'text/html' }).end(html))
      .catch(next)
  }
}

async function respond(dev: ViteDevServer, path: string): Promise<{ status: number; html: string }> {
  const renderer = (await dev.ssrLoadModule('/prerender/render.tsx')) as Renderer
  const values = { texts: pageTexts(config), markup: () => null }
  if (renderer.application.some((pattern) => new RegExp(`^${pattern.replace(':id', String.raw`\d+`)}$`).test(path))) {
    const html = fillIn(readFileSync(join(root, 'web', 'app.html'), 'utf8'), values)
    return { status: 200, html: await dev.transformIndexHtml(path, html) }
  }
  const assets = {
    scripts: ['/@vite/client', '/prerender/site.ts'],
    styles: [],
    fonts: [],
    sessionModules: ['/features/auth/landing-session.ts'],
    firstPaint: firstPaintScript(),
  }
  const rendered = renderer.renderPages(assets)
  const page = rendered.pages.find((candidate) => candidate.path === path)
  return { status: page ? 200 : 404, html: fillIn((page ?? rendered.notFound).html, values) }
}

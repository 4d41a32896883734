import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesOfApplication, SERVICE_WORKER, writeServiceWorker } from './service-worker.ts'

const web = mkdtempSync(join(tmpdir(), 'tidings-worker-'))
afterAll(() => rmSync(web, { recursive: true }))

const manifest = {
  'app.html': {
    file: 'assets/app-1.js',
    css: ['assets/app-1.css'],
    assets: ['assets/inter-text-1.woff2', 'assets/inter-latin-1.woff2'],
    imports: ['_first.js'],
    dynamicImports: ['pages/dashboard.tsx', 'pages/developer/test-email.tsx'],
  },
  '_first.js': { file: 'assets/first-1.js' },
  'pages/dashboard.tsx': { file: 'assets/dashboard-1.js', imports: ['_first.js'] },
  'pages/developer/test-email.tsx': { file: 'assets/test-email-1.js' },
  'prerender/site.ts': { file: 'assets/site-1.js' },
}

test('caches the application with its lazy parts, but no developer page, public page or rare font', () => {
  expect(filesOfApplication(manifest)).toEqual([
    '/assets/app-1.css',
    '/assets/app-1.js',
    '/assets/dashboard-1.js',
    '/assets/first-1.js',
    '/assets/inter-text-1.woff2',
  ])
})

function written(html: string): string {
  mkdirSync(join(web, '.vite'), { recursive: true })
  writeFileSync(join(web, '.vite/manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(web, 'routes.json'), JSON.stringify({ app: 'app.html', application: ['/companies/:id'] }))
  writeFileSync(join(web, 'app.html'), html)
  writeServiceWorker(web)
  return readFileSync(join(web, SERVICE_WORKER), 'utf8')
}

test('a changed document changes the worker, and no module syntax is left in it', () => {
  const [first, second] = [written('<p>one</p>'), written('<p>two</p>')]
  expect(first).not.toBe(second)
  expect(written('<p>one</p>')).toBe(first)
  expect(first).not.toContain('export')
  expect(first).toContain('/assets/dashboard-1.js')
})

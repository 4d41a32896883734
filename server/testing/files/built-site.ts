import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const FEATURES = ['companies', 'news', 'search', 'analytics', 'insights']
const featureFile = (name: string) => `docs/api/${name}/index.html`

const FILES: Record<string, string> = {
  'routes.json': JSON.stringify({
    pages: {
      '/': 'index.html',
      '/docs/api': 'docs/api/index.html',
      ...Object.fromEntries(FEATURES.map((name) => [`/docs/api/${name}`, featureFile(name)])),
    },
    application: ['/dashboard', '/companies/:id'],
    preloads: { '/companies/:id': ['assets/company-3c4d.js', 'assets/shared-5e6f.js'] },
    app: 'app.html',
    notFound: 'not-found/index.html',
    scriptHashes: ['sha256-abc='],
  }),
  'index.html':
    '<title>Landing</title><p>%TESTIMONIAL_NAME% %TESTIMONIAL_IS_SAMPLE% %SUPPORT_EMAIL% 100%</p><a href="/signin?mode=signup">Start</a>',
  'docs/api/index.html': '<main><!--api-reference--></main>',
  ...Object.fromEntries(
    FEATURES.map((name) => [featureFile(name), `<main><!--api-${name}--><!--api-service--></main>`]),
  ),
  'app.html': '<meta name="public-config" content="%PUBLIC_CONFIG%"><div id="root"></div>',
  'not-found/index.html': '<h1>404 Page Not Found</h1><p>Did you forget to add the page to the router?</p>',
  'template.csv': 'Company,Website\n',
  'assets/app-1a2b.js': 'console.log("a small script, long enough to be worth compressing")',
  'service-worker.js': 'addEventListener("fetch", () => {})',
  'assets/app-1a2b.js.map': '{}',
  '.vite/manifest.json': '{}',
}

export function smallSite(): string {
  const root = mkdtempSync(join(tmpdir(), 'tidings-site-'))
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  const script = FILES['assets/app-1a2b.js'] ?? ''
  writeFileSync(join(root, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  writeFileSync(join(root, 'assets/app-1a2b.js.gz'), gzipSync(script))
  return root
}

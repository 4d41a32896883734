import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../testing/files/built-site.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { DAY_MS } from '#domain/time.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await testApp({
    webRoot: smallSite(),
    environment: { SUPPORT_EMAIL: 'help@example.com', CONVERSION_ID: 'C-1' },
  })
  user = await app.signUp()
})

const every: [kind: string, path: string, init?: RequestInit][] = [
  ['page', '/'],
  ['application page', '/dashboard'],
  ['page that is not there', '/nowhere'],
  ['static file', '/assets/app-1a2b.js'],
  ['missing static file', '/assets/missing.js'],
  ['API', '/api/config'],
  ['API refusal', '/api/companies'],
  ['API path that is not there', '/api/nowhere'],
  ['invalid input', '/api/csp-reports', { method: 'POST', body: '{' }],
  ['wrong method', '/', { method: 'POST' }],
  ['health', '/healthz'],
  ['metrics', '/metrics'],
]

test.each(every)('all security headers are set: %s', async (_kind, path, init) => {
  const { headers } = await app.request(path, init)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('server')).toBeNull()
  expect(headers.get('set-cookie')).toBeNull()
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('an https address gets Strict-Transport-Security for at least a year', async () => {
  const secure = await testApp({ environment: { PUBLIC_URL: 'https://tidings.example' } })
  const { headers } = await secure.request('https://tidings.example/healthz')
  expect(Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1])).toBeGreaterThanOrEqual(
    31_536_000,
  )
})

test('pages get a strict policy with the hash of the one inline script and Trusted Types', async () => {
  const policy = (await app.request('/')).headers.get('content-security-policy')
  for (const part of [
    "script-src 'self' 'sha256-abc='",
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'report-uri /api/csp-reports',
  ])
    expect(policy).toContain(part)
})

test('the service worker can fetch and is always revalidated, and only application pages can register it', async () => {
  const worker = await app.request('/service-worker.js')
  expect(worker.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
  expect(worker.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  const policyOf = async (path: string) => (await app.request(path)).headers.get('content-security-policy')
  expect(await policyOf('/dashboard')).toContain('trusted-types service-worker;')
  expect(await policyOf('/')).toContain("trusted-types 'none';")
})

test('a page of the application names its scripts, so that they load together with the first ones', async () => {
  const linkOf = async (path: string) => (await app.request(path)).headers.get('link')
  expect(await linkOf('/companies/7')).toBe(
    '</assets/company-3c4d.js>; rel=modulepreload, </assets/shared-5e6f.js>; rel=modulepreload',
  )
  expect([await linkOf('/dashboard'), await linkOf('/'), await linkOf('/nothing')]).toEqual([null, null, null])
})

test.each(['https://evil.example', 'null'])('origin %s gets no CORS headers', async (origin) => {
  for (const method of ['GET', 'OPTIONS']) {
    const response = await app.request('/api/config', {
      method,
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('private responses are never cached, hashed assets are immutable, and unknown assets are 404', async () => {
  const cacheOf = async (response: Promise<Response>) => (await response).headers.get('cache-control')
  expect(await cacheOf(user.get('/api/companies'))).toBe('no-store')
  expect(await cacheOf(app.request('/dashboard'))).toBe('no-store')
  expect(await cacheOf(app.request('/assets/app-1a2b.js'))).toBe('public, max-age=31536000, immutable')
  for (const path of ['/assets/app-1a2b.css', '/dashboard/x.css', '/api/companies/x.css', '/companies/1/x.js']) {
    const response = await app.request(path, { headers: { authorization: `Bearer ${user.token}` } })
    expect(response.status).toBe(404)
    expect(await cacheOf(Promise.resolve(response))).toBe('no-store')
  }
})

test('security.txt names the contact and expires between a month and a year from now', async () => {
  const response = await app.request('/.well-known/security.txt')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  )
  expect(fields).toMatchObject({
    Contact: 'mailto:help@example.com',
    'Preferred-Languages': 'en',
    Canonical: `${app.config.http.publicUrl}/.well-known/security.txt`,
  })
  const days = (Date.parse(fields.Expires) - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

test('an unknown path returns HTTP 404 with the not-found page', async () => {
  const response = await app.request('/no/such/page')
  expect(response.status).toBe(404)
  const html = await response.text()
  expect(html).toContain('404 Page Not Found')
  expect(html).toContain('Did you forget to add the page to the router?')
})

test.each([
  '/.git/config',
  '/.env',
  '/.vite/manifest.json',
  '/routes.json',
  '/assets/app-1a2b.js.map',
  '/assets/app-1a2b.js.br',
  '/app.html',
  '/..%2f..%2fetc/passwd',
  '/%2e%2e/package.json',
  '/companies/abc',
  '/companies/99999999999',
])('%s is not served', async (path) => {
  expect((await app.request(path)).status).toBe(404)
})

test('static files use the smallest accepted encoding and return 304 when unchanged', async () => {
  const response = await app.request('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('vary')).toBe('accept-encoding')
  expect(brotliDecompressSync(new Uint8Array(await response.arrayBuffer())).toString()).toContain('a small script')
  const etag = response.headers.get('etag') ?? ''
  expect(
    (
      await app.request('/assets/app-1a2b.js', {
        headers: { 'accept-encoding': 'gzip, br', 'if-none-match': etag },
      })
    ).status,
  ).toBe(304)
})

test('settings are inserted into pages as escaped text', async () => {
  const hostile = await testApp({
    webRoot: smallSite(),
    environment: { TESTIMONIAL_NAME: '<img src=x onerror=alert(1)>', TESTIMONIAL_QUOTE: 'good' },
  })
  expect(await (await hostile.request('/')).text()).toContain('&lt;img src=x onerror=alert(1)&gt; false')
  expect(await (await app.request('/')).text()).toContain('A sample investor true help@example.com 100%')
  const shell = await (await app.request('/dashboard')).text()
  expect(shell).toContain('content="{&quot;auth&quot;')
})

test('the template is served as a download', async () => {
  const response = await app.request('/template.csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="template.csv"')
})

test('the API is described by an OpenAPI document and by reference pages', async () => {
  const openApi = await (await app.request('/api/openapi.json')).json()
  expect(openApi).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/companies': { post: { summary: 'Add a company' } } },
  })
  const html = await (await app.request('/docs/api')).text()
  expect(html).toContain('<code>POST</code> <code>/api/companies</code>')
  expect(html).not.toContain('<!--api-reference-->')
  for (const feature of ['Companies', 'Import and export', 'News', 'Search', 'Analytics', 'Account', 'Billing'])
    expect(html).toContain(`">${feature}</a></h2>`)
  const page = await (await app.request('/docs/api/companies')).text()
  expect(page).toContain('<code>POST</code> <code>/api/companies</code>')
  expect(page).not.toContain('/api/news')
  // The placeholder of an undocumented feature isn't filled in.
  expect(page).toContain('<!--api-service-->')
})

test('the reference omits admin, developer and machine routes, which the OpenAPI document includes', async () => {
  const html = await (await app.request('/docs/api')).text()
  const paths = Object.keys(((await (await app.request('/api/openapi.json')).json()) as { paths: object }).paths)
  const hidden = /^\/api\/(?:admin|test|webhooks|csp-reports|config)/
  expect(paths.filter((path) => hidden.test(path)).length).toBeGreaterThan(10)
  for (const path of paths) expect([path, html.includes(`<code>${path}</code>`)]).toEqual([path, !hidden.test(path)])
  expect(html).not.toContain('Administrators')
})

test('a request for another host is refused, except for the health check', async () => {
  expect((await app.request('http://evil.example/api/config')).status).toBe(421)
  expect((await app.request('http://10.1.2.3/healthz')).status).toBe(200)
  expect((await app.request('http://127.0.0.1:9999/api/config')).status).toBe(200)
})

test('excess requests are refused with a Retry-After, whatever the headers claim, and logged once a minute', async () => {
  const limited = await testApp({ environment: { REQUESTS_PER_MINUTE: '5' } })
  const statuses = []
  for (let i = 0; i < 7; i += 1) {
    const response = await limited.request('/api/config', {
      headers: { 'x-forwarded-for': `198.51.100.${i}`, 'x-real-ip': `198.51.100.${i}` },
    })
    statuses.push(response.status)
    if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect(limited.logged.filter((line) => line.includes('"event":"limit-hit"'))).toHaveLength(1)
  expect((await limited.request('/api/config', {}, '127.0.0.2')).status).toBe(200)
})

test('a body over 1 MiB is refused', async () => {
  const response = await user.send('POST', '/api/companies', {
    name: 'x'.repeat(1024 * 1024),
    website: 'x.example',
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 'too-large' })
})

test('only the landing page may load an image from the conversion provider, if one is configured', async () => {
  const pictures = async (path: string, of = app) =>
    /img-src ([^;]*)/.exec((await of.request(path)).headers.get('content-security-policy') ?? '')?.[1]
  expect(await pictures('/')).toBe("'self' data: blob: https://www.googleadservices.com")
  expect(await pictures('/signin')).toBe("'self' data: blob:")
  const plain = await testApp({ webRoot: smallSite() })
  expect(await pictures('/', plain)).toBe("'self' data: blob:")
})

test('content policy reports are logged without query strings, and invalid ones are refused', async () => {
  const post = (path: string, type: string, body: string) =>
    app.request(path, { method: 'POST', body, headers: { 'content-type': type } })
  const report = JSON.stringify({
    'csp-report': { 'violated-directive': 'script-src', 'document-uri': 'http://localhost/x?token=secret' },
  })
  expect((await post('/api/csp-reports', 'application/csp-report', report)).status).toBe(204)
  expect(app.logged.some((line) => line.includes('csp-violation'))).toBe(true)
  expect(app.logged.join()).not.toContain('token=secret')
  expect((await post('/api/csp-reports', 'application/csp-report', 'not json')).status).toBe(422)
})

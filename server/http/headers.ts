import type { MiddlewareHandler } from 'hono'
import type { HttpEnvironment } from './environment.ts'

type Options = { publicUrl: string; scriptHashes: string[]; connectOrigins: string[] }

/** The same set on every response of every kind; only the content policy differs between pages and the rest. */
export function securityHeaders({
  publicUrl,
  scriptHashes,
  connectOrigins,
}: Options): MiddlewareHandler<HttpEnvironment> {
  const secure = publicUrl.startsWith('https:')
  const pagePolicy = [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.map((hash) => `'${hash}'`).join(' ')}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${connectOrigins.join(' ')}`.trim(),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'report-uri /api/csp-reports',
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
  const inertPolicy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

  return async (c, next) => {
    await next()
    const headers = c.res.headers
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
    // A page with a policy of its own has named what it needs; that is stricter than what all pages share.
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', isPage ? pagePolicy : inertPolicy)
    headers.set('x-content-type-options', 'nosniff')
    headers.set('x-frame-options', 'DENY')
    headers.set('referrer-policy', 'no-referrer')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set('permissions-policy', PERMISSIONS)
    headers.set('x-request-id', c.var.requestId)
    if (secure) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  }
}

const PERMISSIONS =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi usb browsing-topics'
    .split(' ')
    .map((feature) => `${feature}=()`)
    .join(', ')

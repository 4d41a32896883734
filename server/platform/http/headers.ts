import type { MiddlewareHandler } from 'hono'
import type { HttpEnvironment } from './session.ts'

type Options = {
  publicUrl: string
  scriptHashes: string[]
  connectOrigins: string[]
  /** Allows the payment provider's script on the pages that ask for a card. */
  hasCardProvider?: boolean
  /** Where the landing page reports a conversion, with the visitor's consent. */
  conversionOrigin?: string | null
}

/** Each is a separate document, so that no other page allows the provider's script. */
const PAYMENT_PAGES = new Set(['/subscribe', '/profile/billing'])
const PAYMENT_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com'
const PAYMENT_FRAMES = `${PAYMENT_SCRIPTS} https://hooks.stripe.com`
const PAYMENT_API = 'https://api.stripe.com'

export function securityHeaders({
  publicUrl,
  scriptHashes,
  connectOrigins,
  hasCardProvider = false,
  conversionOrigin = null,
}: Options): MiddlewareHandler<HttpEnvironment> {
  const secure = publicUrl.startsWith('https:')
  const policyOf = ({ takesCards = false, pictures = '', policy = "'none'" } = {}) =>
    [
      "default-src 'none'",
      `script-src 'self' ${[...scriptHashes.map((hash) => `'${hash}'`), ...(takesCards ? [PAYMENT_SCRIPTS] : [])].join(' ')}`.trim(),
      ...(takesCards ? [`frame-src ${PAYMENT_FRAMES}`] : []),
      "style-src 'self'",
      `img-src 'self' data: blob: ${pictures}`.trim(),
      "font-src 'self'",
      `connect-src 'self' ${[...connectOrigins, ...(takesCards ? [PAYMENT_API] : [])].join(' ')}`.trim(),
      "manifest-src 'self'",
      "worker-src 'self'",
      "form-action 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      `trusted-types ${policy}`,
      'report-uri /api/csp-reports',
      ...(secure ? ['upgrade-insecure-requests'] : []),
    ].join('; ')
  const pagePolicy = policyOf({ policy: 'service-worker' })
  // The provider's loader sets a script URL; the page's default policy allows that one.
  const paymentPolicy = policyOf({ takesCards: true, policy: 'default service-worker' })
  const landingPolicy = policyOf({ pictures: conversionOrigin ?? '' })
  const inertPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

  const pageOf = (path: string) => {
    if (path === '/') return landingPolicy
    return hasCardProvider && PAYMENT_PAGES.has(path) ? paymentPolicy : pagePolicy
  }

  return async (c, next) => {
    await next()
    const headers = c.res.headers
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
    // A page's own policy is stricter than the shared one.
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', isPage ? pageOf(c.req.path) : inertPolicy)
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

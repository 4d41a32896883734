import { isIP } from 'node:net'
import { isLoopback, isLoopbackHost } from '../../../platform/http/peer.ts'
import type { AuthHttp, AuthSettings } from '../parts.ts'

export type RedirectAllowList = ReturnType<typeof createRedirectAllowList>

/** A URL that isn't allowed is silently replaced with the site's own URL. */
export function createRedirectAllowList({ siteUrl, redirectAllow }: Pick<AuthSettings, 'siteUrl' | 'redirectAllow'>) {
  const site = new URL(siteUrl)
  const patterns = redirectAllow.map(globPattern)

  const isAllowed = (given: string): boolean => {
    const url = URL.parse(given)
    if (!url || /[\s\\]|\p{Cc}/u.test(given) || url.username || url.password) return false
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    if (isWeb && !isPlainHost(given, url)) return false
    if (url.origin === site.origin) return true
    if (isWeb && url.protocol === site.protocol && url.hostname === site.hostname && isLoopbackHost(url.hostname))
      return true
    if (isWeb && isLoopbackHost(site.hostname) && isLoopbackAddress(url.hostname)) return true
    if (isWeb && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return false
    const withoutFragment = given.split('#')[0] ?? ''
    return patterns.some((pattern) => pattern.test(withoutFragment) || pattern.test(url.href.split('#')[0] ?? ''))
  }
  const orSite = (given: string | undefined) => (given && isAllowed(given) ? given : siteUrl)

  return {
    orSite,
    /** Checked when the email is requested, and again when the link is opened. */
    of: (c: AuthHttp) => orSite(c.req.header('redirect_to') || c.req.query('redirect_to') || c.req.header('referer')),
  }
}

/** Every parser must see the same host: no numeric addresses, no unusual characters. */
function isPlainHost(given: string, url: URL): boolean {
  const written = /^[a-z]+:\/\/([^/?#]*)/i.exec(given)?.[1]?.toLowerCase() ?? ''
  const host = written.replace(/:\d*$/, '')
  return host === url.hostname && /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(host)
}

const isLoopbackAddress = (host: string) => isLoopback(host.replace(/^\[|\]$/g, ''))

/** `*` stops at `.` and `/`, `**` matches anything, and `?` matches one character except `.` and `/`. */
function globPattern(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    return part.replaceAll(/[.+^${}()|[\]\\/-]/g, String.raw`\$&`)
  })
  return new RegExp(`^${source}$`)
}

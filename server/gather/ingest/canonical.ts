import { isTracking } from './tracking.ts'
import { redirectTarget } from './redirector.ts'

export type Canonical = {
  /** To open: the page itself, without redirectors and tracking. */
  address: string
  /** To compare: the same for every spelling of the address. Without scheme; not meant to be opened. */
  key: string
}

const MAX_LENGTH = 4096
const MAX_REDIRECTORS = 20

/** The one form of an address that an item is known by; null for what is no web address. */
export function canonical(address: string, base?: string): Canonical | null {
  if (address.length > 4 * MAX_LENGTH) return null
  let url = webAddress(address.trim(), base)
  for (let hop = 0; url && hop <= MAX_REDIRECTORS; hop += 1) {
    const target = redirectTarget(url)
    if (target === null) return formsOf(url)
    url = webAddress(target)
  }
  return null
}

function webAddress(address: string, base?: string): URL | null {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.href.length > MAX_LENGTH)
    return null
  return url
}

function formsOf(url: URL): Canonical {
  // Every assignment writes the address anew.
  if (url.username !== '') url.username = ''
  if (url.password !== '') url.password = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '') || url.hostname
  // Only a hashbang names another page, and the mark that stands for a post without an address of its own.
  if (url.href.includes('#') && !/^#(?:!|entry-[0-9a-f]{12}$)/.test(url.hash)) url.hash = ''
  const kept = pairsOf(url.search).filter(([name, value]) => !isTracking(name, value, url.hostname))
  if (queryOf(kept) !== url.search || url.href.endsWith('?')) url.search = queryOf(kept)
  return { address: url.href, key: keyOf(url, kept) }
}

type Pair = [name: string, value: string, written: string]

/** By hand, because writing a query back through URLSearchParams changes what it did not touch. */
const pairsOf = (search: string): Pair[] =>
  search
    .slice(1)
    .split('&')
    .filter(Boolean)
    .map((written) => {
      const at = written.indexOf('=')
      return at < 0
        ? [plain(written), '', written]
        : [plain(written.slice(0, at)), plain(written.slice(at + 1)), written]
    })

const queryOf = (pairs: Pair[]) =>
  pairs.length > 0 ? `?${pairs.map(([, , written]) => written).join('&')}` : ''

function keyOf(url: URL, pairs: Pair[]): string {
  const host = url.hostname.replace(NAMELESS_HOST, '')
  const query = pairs
    .filter(([name, value]) => !isAmp(name, value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`
  return `${host}${port}${pathKey(url.pathname)}${query && `?${query}`}${url.hash}`
}

/** A page by its path alone: encoded in one way, without index files, accelerated variants and closing slashes. */
function pathKey(pathname: string): string {
  let path = samely(pathname).replaceAll(/\/{2,}/g, '/')
  if (!/amp|index\.|default\./i.test(path)) return path.replace(/\/+$/, '')
  for (let before = ''; before !== path;) {
    before = path
    path = path
      .replace(/\/+$/, '')
      .replace(/\/(index|default)\.(html?|php|aspx?|jsp)$/i, '')
      .replace(/\/amp$/i, '')
      .replace(/\.amp(?:\.html)?$/i, '')
      .replace(/^\/amp(?=\/.)/i, '')
  }
  return path
}

/** Percent signs in one way: capital digits, and none where no sign is needed. */
const samely = (path: string) =>
  path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code.toUpperCase()
  })

/** Not before a name that would be left with nothing, as in www.com. */
const NAMELESS_HOST = /^(?:(?:www\d?|m|mobile|amp)\.)+(?=[^.]+\.[^.])/

const isAmp = (name: string, value: string) =>
  (/^(amp|amp_js_v|usqp|amp_gsa)$/i.test(name) && !/^\d{3,}$/.test(value)) ||
  (/^(outputtype|output|view|format)$/i.test(name) && /^amp$/i.test(value))

function plain(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const MAX_PATH = 1024
const HERE = 'https://own.invalid'

/** Anything a browser might read as another host (`//e`, `/\e`, encoded slashes, control characters) is refused. */
export function safeReturnPath(value: unknown, fallback = '/dashboard'): string {
  if (typeof value !== 'string' || value.length > MAX_PATH || !value.startsWith('/')) return fallback
  if (/\p{Cc}|\\|^\/{2}|%2f|%5c|%0\w|%1\w/iu.test(value)) return fallback
  const url = URL.parse(value, HERE)
  if (!url || url.origin !== HERE || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}

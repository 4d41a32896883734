const MAX_WEBSITE = 2048

/**
 * The address a person means by what they typed: `https://` is added where no scheme is given.
 * Null when it cannot be a public website (other schemes, userinfo, a host without a dot).
 */
export function websiteAddress(typed: string): string | null {
  const text = typed.trim()
  const hasScheme = /^https?:\/\//i.test(text)
  if (text === '' || text.length > MAX_WEBSITE || /[\s\\]|\p{Cc}/u.test(text)) return null
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(text)) return null
  const url = URL.parse(hasScheme ? text : `https://${text}`)
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return null
  const host = url.hostname.replace(/\.$/, '')
  if (!host.includes('.') && !host.startsWith('[')) return null
  const bare = url.pathname === '/' && !url.search && !url.hash && !text.endsWith('/')
  return bare ? url.origin : url.href
}

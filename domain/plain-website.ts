const PLAIN = /^(https?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})(\/?)$/
const MAX_PLAIN = 253

/**
 * What `websiteAddress` and `hostKey` make of a website as nearly all are written, without parsing it twice.
 * Null when it takes the full rule to tell. A file of 100,000 rows spends half its time on this.
 */
export function plainWebsite(text: string): { website: string; hostKey: string } | null {
  const [, scheme = 'https://', host = '', slash = ''] = PLAIN.exec(text) ?? []
  // Two hyphens may begin an encoded name, which can be wrong in ways only a parser knows.
  if (host === '' || host.length > MAX_PLAIN || host.includes('--')) return null
  const isWww = host.startsWith('www.') && host.includes('.', 4)
  return { website: `${scheme}${host}${slash}`, hostKey: isWww ? host.slice(4) : host }
}

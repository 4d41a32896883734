const MAX_WEBSITE = 2048

/** Adds `https://` where no scheme is given. Null when it cannot be a public website. */
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

const PLAIN = /^(https?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})(\/?)$/
const MAX_PLAIN = 253

/** A fast path, because large imports spend half their time here. Null if only the full check can tell. */
export function plainWebsite(text: string): { website: string; hostKey: string } | null {
  const [, scheme = 'https://', host = '', slash = ''] = PLAIN.exec(text) ?? []
  // Two hyphens may begin a punycode name, which only a parser can validate.
  if (host === '' || host.length > MAX_PLAIN || host.includes('--')) return null
  const isWww = host.startsWith('www.') && host.includes('.', 4)
  return { website: `${scheme}${host}${slash}`, hostKey: isWww ? host.slice(4) : host }
}

const LEGAL_FORMS = new Set(
  'ab ag as bv co company corp corporation gmbh inc incorporated kft kk kg limited llc llp lp ltd nv oy oyj pbc plc pte pty sa sarl sas se sl spa srl ug'.split(
    ' ',
  ),
)

export function withoutLegalForm(name: string): string {
  const [end = '', form = ''] = /[\s,]+([\p{L}.]+)$/u.exec(name) ?? []
  return end.length < name.length && LEGAL_FORMS.has(form.replaceAll('.', '').toLowerCase())
    ? withoutLegalForm(name.slice(0, -end.length))
    : name
}

/** Unique in a portfolio together with the website's host, so that a second upload adds no duplicates. */
export function nameKey(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  const words = plain
    .replaceAll(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1) ?? '')) words.pop()
  return words.join(' ') || plain.trim()
}

/** The same for "Petal Works" and "Petalworks", "Moss & Vale" and "Moss and Vale", "Kestrel AI" and "Kestrel.ai". */
export const spellingKey = (name: string): string =>
  nameKey(name)
    .split(' ')
    .filter((word, at, words) => word !== 'and' || at === 0 || at === words.length - 1)
    .join('')

export function hostKey(website: string | null): string {
  const host = website ? (URL.parse(website)?.hostname ?? '') : ''
  return host.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/, '')
}

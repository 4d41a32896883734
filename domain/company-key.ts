const LEGAL_FORMS = new Set(
  'ab ag as bv co company corp corporation gmbh inc incorporated kft kk kg limited llc llp lp ltd nv oy oyj pbc plc pte pty sa sarl sas se sl spa srl ug'.split(
    ' ',
  ),
)

/**
 * What makes two spellings of a name the same company: letters and digits only, without accents and legal forms.
 * Together with the website's host it is unique in a portfolio, so that a second upload adds nothing twice.
 */
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

/** The host a website is at, without the `www.` that means nothing; empty when there is no website. */
export function hostKey(website: string | null): string {
  const host = website ? (URL.parse(website)?.hostname ?? '') : ''
  return host.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/, '')
}

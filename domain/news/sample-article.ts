export const SAMPLE_ARTICLES = '/sample-articles'

/** `/<edition>/<title>`, where the edition is a timestamp down to the millisecond. */
const WIRE_PATH = /^\/\d{17}\/([^/]+)$/

/** Articles on fictional hosts open on one of our own pages. */
export function articleHref({ hostname, pathname, href }: URL): string {
  const [, title] = WIRE_PATH.exec(pathname) ?? []
  const [outlet, suffix] = hostname.split('.', 2)
  return title && suffix === 'example' ? `${SAMPLE_ARTICLES}/${outlet}/${title}` : href
}

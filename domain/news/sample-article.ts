export const SAMPLE_ARTICLES = '/sample-articles'

/** `/<edition>/<title>`, the edition being a moment to the millisecond. */
const WIRE_PATH = /^\/\d{17}\/([^/]+)$/

/** Where a reader gets to an article: at its own address or, because no such host can exist, on a page of ours. */
export function articleHref({ hostname, pathname, href }: URL): string {
  const [, title] = WIRE_PATH.exec(pathname) ?? []
  const [outlet, suffix] = hostname.split('.', 2)
  return title && suffix === 'example' ? `${SAMPLE_ARTICLES}/${outlet}/${title}` : href
}

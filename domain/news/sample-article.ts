export const SAMPLE_ARTICLES = '/sample-articles'

/** `/<edition>/<title>`, the edition being a timestamp in milliseconds. */
const WIRE_PATH = /^\/\d{17}\/([^/]+)$/

/** Articles of fictional hosts open on a page of ours. */
export function articleHref({ hostname, pathname, href }: URL): string {
  const [, title] = WIRE_PATH.exec(pathname) ?? []
  const [outlet, suffix] = hostname.split('.', 2)
  return title && suffix === 'example' ? `${SAMPLE_ARTICLES}/${outlet}/${title}` : href
}

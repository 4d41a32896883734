import { isTitle } from '../../../formats/html/link-title.ts'
import type { PageLink } from '../page-links.ts'

/** A post may also appear above the list and beside it. */
const MIN_REPEATS = 3

/** URLs of categories and authors: links with a word or two that come back after other posts' titles. */
export function repeatedLabels(links: PageLink[]): Set<string> {
  const seen = new Map<string, { titles: number; repeats: number }>()
  const titled = new Set<string>()
  let titles = 0
  for (const { url, text } of links) {
    if (isTitle(text)) {
      titles += 1
      titled.add(url)
      continue
    }
    const label = seen.get(url)
    if (!label) seen.set(url, { titles, repeats: 1 })
    else if (label.titles < titles) seen.set(url, { titles, repeats: label.repeats + 1 })
  }
  return new Set([...seen].flatMap(([url, { repeats }]) => (repeats >= MIN_REPEATS && !titled.has(url) ? [url] : [])))
}

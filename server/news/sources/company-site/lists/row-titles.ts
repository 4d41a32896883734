import { dateInText } from '../../../formats/html/date-in-text.ts'
import { isTitle } from '../../../formats/html/link-title.ts'
import { scanMarkup } from '../../../formats/html/markup.ts'
import { decodeEntities, headline } from '../../../formats/html/plain-text.ts'
import { webAddress } from '../../../site/site.ts'

const MAX_ROW = 4000
const MAX_ROWS = 1000
const ROWS = new Set(['tr', 'li'])
const LINK = /<a\s[^>]{0,1000}?\bhref\s{0,3}=\s{0,3}["']?([^"'\s>]{1,1000})[^>]{0,1000}>/i

/** For each link in a table or list, the first text of its row that may be a title: "Date | Title | PDF". */
export function rowTitles(html: string, base: string): Map<string, string> {
  const titles = new Map<string, string>()
  let from: number | null = null
  scanMarkup(html, 'html', {
    open(name, _, end) {
      if (ROWS.has(name.toLowerCase())) from = end
      return titles.size < MAX_ROWS
    },
    close(name, start) {
      if (from === null || !ROWS.has(name.toLowerCase())) return undefined
      const row = html.slice(from, Math.min(start, from + MAX_ROW))
      from = null
      const url = webAddress(decodeEntities(LINK.exec(row)?.[1] ?? '#'), base)
      const title = row
        .split(/<\/?(?:td|th|p|div|span|br|b|strong|a|em|small)\b[^<>]{0,1000}>/i)
        .map((text) => headline(text, 300))
        .find((text) => isTitle(text) && dateInText(text, null) === null)
      if (url !== null && title !== undefined && !titles.has(url)) titles.set(url, title)
      return undefined
    },
  })
  return titles
}

import { isRecord, line } from '../../../formats/fields.ts'
import { parsedJson, recordsBelow, typesOf } from '../../../formats/html/linked-data.ts'
import { webAddress } from '../../../site/site.ts'

const MAX_SCRIPTS = 20
const MAX_SCRIPT = 500_000
const MAX_ITEMS = 200
const SCRIPT = /<script\b[^>]{0,300}\bld\+json[^>]{0,300}>/gi

/** The links of schema.org's ItemLists, which need neither a title nor a date. */
export function itemListsIn(html: string, base: string): { url: string; title: string }[] {
  const found = new Map<string, string>()
  for (const script of html.matchAll(SCRIPT).take(MAX_SCRIPTS)) {
    const from = script.index + script[0].length
    const end = html.indexOf('</script', from)
    if (end < 0) break
    const lists = end - from > MAX_SCRIPT ? [] : recordsBelow(parsedJson(html.slice(from, end)))
    for (const list of lists.filter((record) => typesOf(record).includes('ItemList')))
      for (const element of [list.itemListElement].flat()) {
        const { url, title } = itemOf(element, base)
        if (url !== null && found.size < MAX_ITEMS) found.set(url, title)
      }
  }
  return [...found].map(([url, title]) => ({ url, title }))
}

function itemOf(element: unknown, base: string): { url: string | null; title: string } {
  const outer = isRecord(element) ? element : { url: element }
  const inner = isRecord(outer.item) ? outer.item : { url: outer.item }
  const written = [outer.url, inner.url, inner['@id']].find((value) => typeof value === 'string')
  const title = [inner.headline, inner.name, outer.name].map((value) => line(value, 300)).find((text) => text !== '')
  return { url: written === undefined ? null : webAddress(written, base), title: title ?? '' }
}

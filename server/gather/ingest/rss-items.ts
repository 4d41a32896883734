import type { FoundItem } from '../item.ts'
import { line, MAX_TITLE, textOfHtml } from './plain-text.ts'
import { writtenDate } from './written-date.ts'
import { childText, every, first, readXml, type XmlElement } from './xml-tree.ts'

const MAX_ITEMS = 200

/** The items of an RSS answer of a search service; null where it is no RSS. Feeds of sites have a parser of their own. */
export function rssItems(bytes: Buffer, contentType: string | undefined, now: Date): RssItem[] | null {
  const root = readXml(bytes, contentType)
  const channel = root?.name.toLowerCase() === 'rss' ? first(root, 'channel') : null
  if (!channel) return null
  return every(channel, 'item')
    .slice(0, MAX_ITEMS)
    .map((element) => toItem(element, now))
}

export type RssItem = { element: XmlElement; item: FoundItem }

const toItem = (element: XmlElement, now: Date): RssItem => ({
  element,
  item: {
    url: childText(element, 'link').slice(0, 8192),
    title: textOfHtml(childText(element, 'title'), MAX_TITLE),
    text: textOfHtml(childText(element, 'description')),
    ...writtenDate(childText(element, 'pubDate'), now),
    publisher: line(childText(element, 'source') || childText(element, 'Source'), 120) || null,
    language: null,
    kind: 'press',
    facts: {},
  },
})

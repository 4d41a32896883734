import { createElementNames, emptyFields, FIELDS, keepLink, textType, toItem, type Fields } from './xml-fields.ts'
import { attributesOf, scanMarkup } from '../html/markup.ts'
import { MAX_RAW_ITEMS, type RawFeed, type RawItem, type RawText } from './raw-feed.ts'

const KINDS = new Map<string, RawFeed['kind']>([
  ['rss', 'rss'],
  ['channel', 'rss'],
  ['feed', 'atom'],
  ['entry', 'atom'],
  ['rdf:rdf', 'rdf'],
  ['rdf', 'rdf'],
])
const HOLDERS = new Set(['rss', 'channel', 'feed', 'rdf:rdf', 'rdf', 'items'])
const MAX_DEPTH = 64
/** Room for server-side warnings, blank lines and comments before the root element. */
const MAX_PREAMBLE = 20_000

type Capture = {
  name: string
  written: string
  from: number
  nested: number
  type: RawText['type'] | null
  hasTags: boolean
}

/** Null if the text isn't an XML feed. Complete entries are read even if the rest is broken. */
export function readXmlFeed(text: string): RawFeed | null {
  const names = createElementNames(text)
  const feed = emptyFields([])
  const items: RawItem[] = []
  const open: string[] = []
  let kind: RawFeed['kind'] | null = null
  let item: { fields: Fields; depth: number; written: string } | null = null
  let capture: Capture | null = null
  let isOver = false

  const finishItem = () => {
    if (item) items.push(toItem(item.fields))
    item = null
    capture = null
  }

  const startField = (name: string, written: string, from: number, end: number, isEmpty: boolean) => {
    const fields = item?.fields ?? feed
    const attributes = end - from > 2 ? attributesOf(text, from, end) : null
    if (name === 'link' && attributes?.has('href')) keepLink(fields, attributes)
    if (name === 'guid' && attributes?.get('ispermalink')?.trim().toLowerCase() === 'false') fields.isPermalink = false
    if (isEmpty) return
    const type = textType(attributes, kind)
    capture = { name, written, from: end, nested: 0, type, hasTags: false }
  }

  const endField = (end: number) => {
    if (!capture) return
    const { name, from, type, hasTags } = capture
    capture = null
    if (type === null) return
    const { values } = item?.fields ?? feed
    const raw = text.slice(from, end)
    if (!values.has(name) && raw.trim() !== '') values.set(name, { raw, type: hasTags ? 'html' : type })
  }

  const isWhole = scanMarkup(text, 'xml', {
    open(written, from, end, isEmpty) {
      if (end - from > 2) names.declare(from, end)
      const name = names.nameOf(written)
      if (capture) {
        capture.hasTags = true
        if (written === capture.written && !isEmpty) capture.nested += 1
        if (!(name === 'item' || name === 'entry') || capture.name === 'content' || capture.name === 'content:encoded')
          return undefined
        // An entry inside a field means that the field was never closed.
        capture = null
      }
      if (kind === null) {
        kind = KINDS.get(name) ?? null
        if (kind === null) return name !== 'html' && from < MAX_PREAMBLE
        readContext(feed, from, end)
      }
      const isItem = name === 'item' || name === 'entry'
      if (isItem && !(item && open.length > item.depth + 1)) {
        if (item) open.length = item.depth
        finishItem()
        if (items.length >= MAX_RAW_ITEMS) return false
        item = { fields: emptyFields(feed.bases), depth: open.length, written }
        readContext(item.fields, from, end)
        if (kind === 'rss' || kind === 'rdf') readAbout(item.fields, from, end)
        if (isEmpty) finishItem()
        else open.push(name)
        return undefined
      }
      const parent = open.at(-1) ?? ''
      if (!item && HOLDERS.has(name)) readContext(feed, from, end)
      const isPart = item ? open.length === item.depth + 1 : HOLDERS.has(parent)
      if (isPart && FIELDS.has(name)) startField(name, written, from, end, isEmpty)
      if (!capture && !isEmpty) {
        if (open.length >= MAX_DEPTH) return false
        open.push(name)
      }
      return undefined
    },
    close(written, start) {
      const name = names.nameOf(written)
      if (capture) {
        if (written === capture.written) {
          if (capture.nested > 0) capture.nested -= 1
          else endField(start)
          return undefined
        }
        if (written !== item?.written) return undefined
        endField(start)
      }
      const depth = open.lastIndexOf(name)
      if (depth < 0) return undefined
      if (item && depth <= item.depth) finishItem()
      open.length = depth
      if (depth === 0) isOver = true
      return undefined
    },
  })

  function readContext(fields: Fields, from: number, end: number) {
    if (end - from < 8) return
    const attributes = attributesOf(text, from, end)
    const base = attributes.get('xml:base')
    if (base) fields.bases = [...fields.bases.slice(0, 8), base]
    fields.language ??= attributes.get('xml:lang') ?? null
  }

  /** In RDF, the URL of an entry's page is an attribute of the entry. */
  function readAbout(fields: Fields, from: number, end: number) {
    if (end - from < 4) return
    const attributes = attributesOf(text, from, end)
    fields.otherPage = attributes.get('rdf:about') ?? attributes.get('href') ?? null
  }

  if (kind === null) return null
  const { title, links } = toItem(feed)
  return {
    kind,
    title,
    siteLink: links[0] ?? null,
    language: feed.values.get('language')?.raw ?? feed.values.get('dc:language')?.raw ?? feed.language,
    bases: feed.bases,
    items,
    isCut: !isOver && (!isWhole || open.length > 0) && items.length < MAX_RAW_ITEMS,
  }
}

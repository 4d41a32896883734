import type { RawFeed, RawItem, RawText } from './raw-feed.ts'

const TITLES = ['title', 'dc:title', 'media:title']
const TEXTS = [
  'content:encoded',
  'content',
  'xhtml:body',
  'body',
  'fullitem',
  'description',
  'summary',
  'abstract',
  'dc:description',
]
const DATES = [
  'pubdate',
  'published',
  'issued',
  'dc:date',
  'dcterms:issued',
  'created',
  'dcterms:created',
  'date',
  'updated',
  'modified',
  'dcterms:modified',
  'lastbuilddate',
]
/** The elements that are read. */
export const FIELDS = new Set([
  ...TITLES,
  ...TEXTS,
  ...DATES,
  'link',
  'guid',
  'id',
  'language',
  'dc:language',
  'feedburner:origlink',
  'source',
  // As the news search of Bing names the publisher, in a namespace that is another for every question.
  'other:source',
])

/** What stands in an entry, or in the head of the feed, by the name of its element. */
export type Fields = {
  values: Map<string, RawText>
  page: string | null
  otherPage: string | null
  isPermalink: boolean
  language: string | null
  bases: string[]
}

export const emptyFields = (bases: string[]): Fields => ({
  values: new Map(),
  page: null,
  otherPage: null,
  isPermalink: true,
  language: null,
  bases,
})

export function keepLink(fields: Fields, attributes: Map<string, string>) {
  const rel = attributes.get('rel')?.trim().toLowerCase() ?? 'alternate'
  const type = attributes.get('type') ?? 'text/html'
  const href = attributes.get('href') ?? ''
  if (rel === 'alternate' || rel.endsWith('/alternate')) {
    if (fields.page === null && /html|text/i.test(type)) fields.page = href
    else fields.otherPage ??= href
  } else if (rel === 'related' || rel === 'via') fields.otherPage ??= href
}

export function textType(
  attributes: Map<string, string> | null,
  kind: RawFeed['kind'] | null,
): RawText['type'] | null {
  const type =
    attributes?.get('type')?.trim().toLowerCase() ?? (attributes?.get('mode') === 'escaped' ? 'html' : '')
  if (attributes?.get('mode') === 'base64') return null
  if (type.includes('/') && !/^text\/|html|xml/.test(type)) return null
  if (type.includes('html') || type.includes('xml')) return 'html'
  // RSS says nothing of the kind and means HTML; Atom means text unless it says otherwise.
  return kind === 'atom' ? 'text' : 'html'
}

export function toItem({ values, page, otherPage, isPermalink, language, bases }: Fields): RawItem {
  const id = values.get('guid')?.raw ?? values.get('id')?.raw ?? null
  const written = [
    values.get('feedburner:origlink')?.raw,
    values.get('link')?.raw,
    page,
    otherPage,
    isPermalink ? id : null,
  ]
  return {
    title: first(values, TITLES),
    text: fullest(values),
    links: written.filter((link) => typeof link === 'string'),
    id,
    dates: DATES.flatMap((name) => values.get(name)?.raw ?? []),
    publisher: values.get('source') ?? values.get('other:source') ?? null,
    language: values.get('dc:language')?.raw ?? language,
    bases,
  }
}

const first = (values: Map<string, RawText>, names: string[]): RawText | null =>
  names.map((name) => values.get(name)).find((value) => value !== undefined) ?? null

function fullest(values: Map<string, RawText>): RawText | null {
  let best: RawText | null = null
  for (const name of TEXTS) {
    const value = values.get(name)
    if (value && (best === null || value.raw.length > best.raw.length * 1.5)) best = value
  }
  return best
}

import type { JsonRecord } from '../fields.ts'
import { parseFeedDate } from '#domain/dates/feed-date.ts'
import { dateInText, dateInUrl, dateOrderIn, type DateOrder } from './date-in-text.ts'
import { isArticleType, parsedJson, recordsBelow, typesOf } from './linked-data.ts'
import { attributesOf, scanMarkup } from './markup.ts'
import { decodeEntities, headline } from './plain-text.ts'

export type PageDate = {
  /** As written or normalized, in a format that `parseFeedDate` understands. */
  written: string | null
  /** The page says that it's an article, or shows the date to readers. */
  isArticle: boolean
}

const MAX_SCRIPTS = 30
const MAX_SCRIPT = 500_000
const MAX_MARKS = 50
/** How far a date may be from the headline, in characters of markup and of plain text. */
const NEAR_MARKUP = 5000
const NEAR_TEXT = 300

/** Best first. Generic names come last, because some templates put today's date there. */
const METAS = `article:published_time og:article:published_time og:published_time article:published published_time
  datepublished parsely-pub-date sailthru.date bt:pubdate cxenseparse:recs:publishtime rnews:datepublished
  article.published article_date_original article:published_date article:post_date publish-date publish_date
  publishdate published published-date publication_date publicationdate pubdate pub_date sort_date dc.date.issued
  dcterms.issued dc.issued dcterms.created dc.date.created dc.created dcterms.date dc.date dcterms.available
  citation_publication_date citation_online_date citation_date prism.publicationdate article:create_date
  originalpublicationdate og:pubdate og:release_date video:release_date uploaddate datecreated created created_at
  release_date post_date news_date eomportal-pubdate vr:published_time shareaholic:article_published_time date`
  .split(/\s+/)
  .map((name) => name.toLowerCase())

/** When a page was published, according to the most trustworthy place that has a date. */
export function pageDate(html: string, url: string, language: string | null = null): PageDate {
  const order = dateOrderIn(language)
  const signs = signsOf(html, order)
  const roots = signs.scripts.map(parsedJson)
  const broken = signs.scripts.filter((_, at) => roots[at] === null)
  const nodes = roots.flatMap((root) => recordsBelow(root, (key) => !ELSEWHERE.has(key)))
  const articles = nodes.filter((node) => typesOf(node).some(isArticleType))
  const own = articles.find((node) => isOfPage(node, url)) ?? articles[0]
  const inData = (records: JsonRecord[], ...keys: string[]) => keys.flatMap((key) => records.map((node) => node[key]))
  const candidates = function* () {
    yield* inData(own ? [own, ...articles] : [], 'datePublished')
    yield* METAS.map((name) => signs.metas.get(name))
    yield* inData(nodes, 'datePublished')
    yield* broken.map(datePublishedIn)
    yield* signs.marked
    yield* inData(nodes, 'uploadDate', 'dateCreated')
    yield* signs.times.map(({ written }) => written)
    yield dateInUrl(url)?.at.toISOString()
    yield* signs.classed
    yield* signs.beside
    yield datePublishedIn(
      signs.scripts.reduce((rest, script, at) => (roots[at] ? rest.replace(script, '') : rest), html),
    )
  }
  const isSaid = articles.length > 0 || signs.isArticle || signs.metas.has('article:published_time')
  for (const candidate of candidates()) {
    const written = readable(candidate, order)
    if (written !== null) return { written, isArticle: isSaid || isShown(signs, candidate) }
  }
  return { written: null, isArticle: isSaid }
}

/** Whether readers can see the date. Some plugins add dates that only scripts see to every page. */
const isShown = ({ times, marked, classed, beside }: Signs, written: unknown) =>
  [...times.map((time) => time.written), ...marked, ...classed, ...beside].some((text) => text === written)

/** Properties that describe something other than the page itself. */
const ELSEWHERE = new Set(
  'itemListElement blogPost blogPosts hasPart isPartOf comment comments acceptedAnswer suggestedAnswer review reviews mentions citation about publisher author subjectOf'.split(
    ' ',
  ),
)

function isOfPage(node: JsonRecord, url: string): boolean {
  const main = node.mainEntityOfPage
  const addresses = [
    node.url,
    node['@id'],
    typeof main === 'object' && main !== null ? (main as JsonRecord)['@id'] : main,
  ]
  const path = (address: string) => URL.parse(address, url)?.pathname.replace(/\/$/, '')
  return addresses.some((address) => typeof address === 'string' && path(address) === path(url))
}

/** Also finds dates in invalid JSON and in JSON that is escaped inside a script. */
const datePublishedIn = (text: string): string | undefined =>
  /\bdatePublished\\{0,3}["']?\s{0,5}[:=]\s{0,5}\\{0,3}["']([^"'\\]{4,40})/.exec(text)?.[1]

function readable(value: unknown, order: DateOrder | null): string | null {
  const [written] = [value].flat()
  if (typeof written === 'number') return readable(String(written), order)
  const text = typeof written === 'string' ? decodeEntities(written).trim().slice(0, 200) : ''
  if (text === '') return null
  if (/^\d{10}(?:\d{3})?$/.test(text)) return new Date(Number(text.padEnd(13, '0'))).toISOString()
  const isNumeric = /^\d{1,2}[/.]\d{1,2}[/.]\d{4}/.test(text)
  if (!isNumeric && parseFeedDate(text)) return text
  const date = dateInText(text, order)
  return date && (date.precision === 'day' ? date.at.toISOString().slice(0, 10) : date.at.toISOString())
}

type Signs = {
  metas: Map<string, string>
  scripts: string[]
  /** From microdata, RDFa and `pubdate`. */
  marked: string[]
  times: { written: string; at: number }[]
  /** Text of elements whose class or id suggests a date. */
  classed: string[]
  /** Dates in the text near the headline. */
  beside: string[]
  headline: { start: number; end: number } | null
  isArticle: boolean
}

const MARKED =
  /\b(?:itemprop|property)\s{0,3}=\s{0,3}["']?[^"'>]{0,80}(?:datePublished|dateCreated|uploadDate|dc:date|dcterms:)/i
const PUBDATE = /\spubdate\b|\bclass\s{0,3}=\s{0,3}["']?[^"'>]{0,200}\b(?:published|dt-published|entry-date)\b/i
const CLASSED = /\b(?:class|id|data-testid)\s{0,3}=\s{0,3}["']?[^"'>]{0,200}(?:date|publish|posted|timestamp)/i
const UPDATED = /update[ds]?\b|modified/i

function signsOf(html: string, order: DateOrder | null): Signs {
  const signs: Signs = {
    metas: new Map(),
    scripts: [],
    marked: [],
    times: [],
    classed: [],
    beside: [],
    headline: null,
    isArticle: false,
  }
  let scriptFrom: number | null = null
  const textAfter = (end: number) =>
    headline(html.slice(end, end + 300).replace(/<\/(?:time|span|div|p|li|td)[^]*$/i, ''), 100)
  const open = (written: string, from: number, end: number) => {
    const name = written.toLowerCase()
    const tag = html.slice(from, Math.min(end, from + 1000))
    if (name === 'meta') {
      const attributes = attributesOf(html, from, end)
      const key = attributes.get('property') ?? attributes.get('name') ?? attributes.get('itemprop') ?? ''
      if (signs.metas.size < 300 && !signs.metas.has(key.toLowerCase()))
        signs.metas.set(key.toLowerCase(), attributes.get('content') ?? '')
    } else if (name === 'script') {
      if (/ld\+json/i.test(tag)) scriptFrom = end
    } else if (name === 'time' || MARKED.test(tag) || PUBDATE.test(tag)) {
      if (signs.times.length + signs.marked.length >= MAX_MARKS) return
      const attributes = attributesOf(html, from, end)
      const value = attributes.get('datetime') ?? attributes.get('content') ?? ''
      const date = value !== '' ? value : (readable(attributes.get('title') ?? '', null) ?? textAfter(end))
      if (MARKED.test(tag) || PUBDATE.test(tag)) signs.marked.push(date)
      else if (!UPDATED.test(tag)) signs.times.push({ written: date, at: from })
    } else if (name === 'h1') signs.headline ??= { start: from, end }
    else if (CLASSED.test(tag) && !UPDATED.test(tag) && signs.classed.length < MAX_MARKS)
      signs.classed.push(textAfter(end))
    if (/\bitemtype\s{0,3}=[^>]{0,60}(?:Article|BlogPosting)\b/i.test(tag)) signs.isArticle = true
  }
  scanMarkup(html, 'html', {
    open(name, from, end) {
      open(name, from, end)
      return undefined
    },
    close(written, start) {
      if (scriptFrom === null || written.toLowerCase() !== 'script') return undefined
      if (signs.scripts.length < MAX_SCRIPTS && start - scriptFrom < MAX_SCRIPT)
        signs.scripts.push(html.slice(scriptFrom, start))
      scriptFrom = null
      return undefined
    },
  })
  signs.times = nearestFirst(signs.times, signs.headline)
  signs.beside = nearHeadline(html, signs.headline, order)
  return signs
}

/** A date far above the headline often belongs to another story. */
function nearestFirst(times: Signs['times'], title: Signs['headline']): Signs['times'] {
  if (!title) return times
  const from = title.start - NEAR_MARKUP / 2
  return [...times.filter(({ at }) => at >= from), ...times.filter(({ at }) => at < from)]
}

function nearHeadline(html: string, title: Signs['headline'], order: DateOrder | null): string[] {
  if (!title) return []
  const plain = (markup: string) => headline(markup.slice(markup.indexOf('<')), NEAR_MARKUP)
  const after = plain(html.slice(title.end, title.end + NEAR_MARKUP)).slice(0, 2 * NEAR_TEXT)
  const before = plain(html.slice(Math.max(0, title.start - NEAR_MARKUP), title.start)).slice(-NEAR_TEXT)
  return [after, before].flatMap((text) => {
    const date = dateInText(text, order)
    return date === null || /updated?:?\s*$/i.test(text.slice(0, date.start))
      ? []
      : [date.at.toISOString().slice(0, 10)]
  })
}

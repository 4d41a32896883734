import { Parser } from 'htmlparser2'
import { webAddress } from '../../site/site.ts'
import { line } from '../fields.ts'

/**
 * The parts of a page that make up its lists. Elements are numbered in document order, parents before their children.
 */
export type Outline = {
  parents: number[]
  /** URLs keep their fragment only if it points into this page. A heading that can be linked to counts as a link. */
  links: {
    url: string
    text: string
    /** The link's text, split at element boundaries. */
    parts: string[]
    heading: string
    element: number
    order: number
    isFrame: boolean
  }[]
  headings: { text: string; element: number; order: number }[]
  /** Runs of text with a digit, and machine-readable dates from attributes. */
  texts: { text: string; element: number; order: number; isMachine: boolean }[]
}

const MAX_DEPTH = 256
const MAX_ELEMENTS = 60_000
const MAX_LINKS = 2000
const MAX_TEXTS = 5000
const MAX_RUN = 600
const HEADING = /^h[2-6]$/
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data em font i label mark q s small span strong sub sup time u wbr'.split(' '),
)
/** Inline elements that separate words, because a date may be split across several of them. */
const APART = new Set('span time a small data label'.split(' '))
const TITLE_CLASS = /(?:^|[\s_-])(?:title|headline|heading)(?:[\s_]|$)/i
const MAX_TITLE = 300
const MAX_PART = 16
const FULL_YEAR = /\b(?:19|20)\d\d\b/
const UNREAD = new Set('script style template svg iframe object select option textarea button'.split(' '))
/** Elements that don't inherit their parent's id, because it may refer to something else. */
const CONTAINER = new Set('section article div li tr dd main body'.split(' '))
const FRAME = new Set('nav footer aside form dialog'.split(' '))
const FRAME_NAME =
  /(?:^|\s)(?:(?:site|main|global|page|top|primary|secondary)[_-]?)?(?:nav|navbar|navigation|menu|footer|breadcrumbs?|pagination|cookies?|social|share)(?:[\s_-]|$)/i

type Frame = { element: number; isUnread: boolean; isFrame: boolean; isContent: boolean; id: string | null }

export function outlineOf(html: string, url: string): Outline {
  const outline: Outline = { parents: [-1], links: [], headings: [], texts: [] }
  const stack: Frame[] = []
  const outside: Frame = { element: 0, isUnread: false, isFrame: false, isContent: false, id: null }
  let base = url
  let order = 0
  let run: { text: string; element: number } | null = null
  let link: Outline['links'][number] | null = null
  let isTextShown = false
  let heading: (Outline['headings'][number] & { links: Outline['links']; depth: number; isTag: boolean }) | null = null
  const top = () => stack.at(-1) ?? outside

  let short: string[] = []
  const endRun = () => {
    if (!run) return
    const text = run.text.length <= MAX_RUN ? line(run.text, MAX_RUN) : ''
    // The day, the month and the year may each be in their own element.
    short = text !== '' && text.length <= MAX_PART ? [...short.slice(-2), text] : []
    const whole =
      short.length > 1 && !FULL_YEAR.test(short.slice(0, -1).join(' ')) && FULL_YEAR.test(text) ? short.join(' ') : text
    if (/\d/.test(whole) && outline.texts.length < MAX_TEXTS)
      outline.texts.push({ text: whole, element: run.element, order: order++, isMachine: false })
    run = null
  }

  const openLink = (attributes: Record<string, string>, { element, isFrame }: Frame) => {
    const written = attributes.href ?? ''
    const address = partOf(url, written, base) ?? webAddress(written, base)
    if (address === null || outline.links.length >= MAX_LINKS) return
    const label = attributes['aria-label'] ?? attributes.title ?? ''
    link = { url: address, text: label, parts: [''], heading: '', element, order: order++, isFrame }
    outline.links.push(link)
    heading?.links.push(link)
    isTextShown = false
  }

  const closeHeading = () => {
    if (!heading) return
    const { element, order: at, links, isTag } = heading
    const text = line(heading.text, MAX_TITLE)
    const { id, isFrame } = top()
    if (text !== '') outline.headings.push({ text, element, order: at })
    for (const each of links) each.heading ||= text
    const part = isTag && id !== null && links.length === 0 ? partOf(url, `#${id}`, url) : null
    if (part !== null && outline.links.length < MAX_LINKS)
      outline.links.push({ url: part, text, parts: [text], heading: text, element, order: at, isFrame })
    heading = null
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (!INLINE.has(name)) endRun()
      else if (run && APART.has(name)) run.text += ' '
      if (link && (APART.has(name) || !INLINE.has(name))) link.parts.push('')
      const above = top()
      const isContent = above.isContent || name === 'main' || name === 'article'
      const frame: Frame = {
        element: outline.parents.length < MAX_ELEMENTS ? outline.parents.push(above.element) - 1 : above.element,
        isUnread: above.isUnread || UNREAD.has(name),
        isFrame: above.isFrame || isFrameTag(name, attributes, isContent),
        isContent,
        id: attributes.id ?? (CONTAINER.has(name) ? null : above.id),
      }
      stack.push(frame)
      if (name === 'base') base = webAddress(attributes.href ?? '', url) ?? base
      if (name === 'a' && attributes.href !== undefined) openLink(attributes, frame)
      const isTag = HEADING.test(name)
      if (!frame.isUnread && (isTag || (!heading && isTitleClass(attributes))))
        heading = {
          text: '',
          element: frame.element,
          order: order++,
          links: link ? [link] : [],
          depth: stack.length,
          isTag,
        }
      for (const text of datesIn(attributes))
        if (outline.texts.length < MAX_TEXTS)
          outline.texts.push({ text, element: frame.element, order: order++, isMachine: true })
      if (stack.length > MAX_DEPTH) parser.pause()
    },
    ontext(text) {
      const { element, isUnread } = top()
      if (isUnread || text.trim() === '') {
        if (run) run.text += ' '
        return
      }
      run ??= { text: '', element }
      if (run.text.length <= MAX_RUN) run.text += text
      if (heading && heading.text.length < MAX_RUN) heading.text += text
      if (!link || link.text.length > MAX_RUN) return
      link.text = isTextShown ? link.text + text : text
      isTextShown = true
      link.parts.push((link.parts.pop() ?? '') + text)
    },
    onclosetag(name) {
      if (!INLINE.has(name)) {
        endRun()
        if (link) link.text += ' '
      }
      if (link && (APART.has(name) || !INLINE.has(name))) link.parts.push('')
      if (heading?.depth === stack.length) closeHeading()
      if (name === 'a') link = null
      stack.pop()
    },
  })
  parser.end(html)
  endRun()
  return { ...outline, links: outline.links.map((each) => ({ ...each, text: line(each.text, MAX_TITLE) })) }
}

/** Class names that site builders give to elements that look like headings. */
const isTitleClass = ({ class: named = '', 'data-framer-name': framed = '' }: Record<string, string>) =>
  TITLE_CLASS.test(named.slice(0, 300)) || /^(?:title|headline|heading)$/i.test(framed)

/** Machine-readable dates in attributes, which scripts may turn into text. */
function datesIn(attributes: Record<string, string>): string[] {
  const { datetime, itemprop = '', content } = attributes
  const data = Object.keys(attributes).flatMap((name) => (DATA_DATE.test(name) ? (attributes[name] ?? []) : []))
  const marked = /date(?:published|created)/i.test(itemprop) ? [content ?? ''] : []
  return [...(datetime === undefined ? [] : [datetime]), ...marked, ...data]
    .filter((text) => /^\d|\d{4}$/.test(text) && text.length <= 40)
    .map((text) => (/^\d{10}(?:\d{3})?$/.test(text) ? new Date(Number(text.padEnd(13, '0'))).toISOString() : text))
}

const DATA_DATE = /^data-[\w-]{0,30}(?:date|publish|posted|timestamp|datetime)/i

/** The URL if it points into the page itself, otherwise null. */
function partOf(url: string, written: string, base: string): string | null {
  if (!written.includes('#')) return null
  const target = URL.parse(written, written.startsWith('#') ? url : base)
  const isPart =
    target !== null && target.hash.length > 1 && target.href.replace(/#.*$/, '') === url.replace(/#.*$/, '')
  return isPart && target.href.length < 2000 ? target.href : null
}

function isFrameTag(name: string, attributes: Record<string, string>, isContent: boolean): boolean {
  if (FRAME.has(name) || (name === 'header' && !isContent)) return true
  if (/^(?:navigation|banner|contentinfo|menu|search)$/.test(attributes.role ?? '')) return true
  const isWhole = name === 'html' || name === 'body' || name === 'main' || name === 'article'
  return !isWhole && FRAME_NAME.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`.slice(0, 300))
}

import { Parser } from 'htmlparser2'
import { line } from './plain-text.ts'

/** A run of text between two block boundaries, and the container it stands in. */
export type Block = { container: number; text: string }

export type Container = {
  parent: number
  /** Whether the page itself says what it is. */
  mark: 'body' | 'article' | null
}

export type PageBlocks = {
  title: string
  blocks: Block[]
  containers: Container[]
  /** Length of scripts, styles and drawings, which nobody reads. */
  unreadSize: number
  /** Structured data, as written. */
  linkedData: string[]
  /** The page says that this is for subscribers. */
  isLocked: boolean
}

type Frame = { container: number; isSkipped: boolean; isUnread: boolean; isLink: boolean }

/** Deeper than browsers nest; the parser's stack makes every further level dearer. */
const MAX_DEPTH = 256
const MIN_PROSE = 40
const MAX_BLOCKS = 5000
const MAX_BLOCK = 10_000
const MAX_LINKED_DATA = 200_000

/** Reads a page once and keeps what could be a story: paragraphs of prose, without menus, links, notices and comments. */
export function pageBlocks(html: string): PageBlocks {
  const page: PageBlocks = {
    title: '',
    blocks: [],
    containers: [],
    unreadSize: 0,
    linkedData: [],
    isLocked: false,
  }
  page.containers.push({ parent: -1, mark: null })
  const stack: Frame[] = []
  let run = ''
  let linked = 0
  let data: string | null = null
  let isTitle = false
  const outside: Frame = { container: 0, isSkipped: false, isUnread: false, isLink: false }
  const top = () => stack.at(-1) ?? outside

  const endRun = () => {
    const text = run.length < MIN_PROSE ? '' : line(run, MAX_BLOCK)
    if (isProse(text, linked) && page.blocks.length < MAX_BLOCKS)
      page.blocks.push({ container: top().container, text })
    run = ''
    linked = 0
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (!INLINE.has(name)) endRun()
      const above = top()
      const frame = {
        container: above.container,
        isSkipped: above.isSkipped || isSkipped(name, attributes),
        isUnread: above.isUnread || UNREAD.has(name),
        isLink: above.isLink || name === 'a',
      }
      if (CONTAINERS.has(name)) {
        page.containers.push({ parent: above.container, mark: markOf(name, attributes) })
        frame.container = page.containers.length - 1
      }
      stack.push(frame)
      if (name === 'title' && !above.isUnread && page.title === '') isTitle = true
      if (name === 'script' && /ld\+json/i.test(attributes.type ?? '')) data = ''
      if (name === 'meta' && isLock(attributes)) page.isLocked = true
      if (stack.length > MAX_DEPTH) parser.pause()
    },
    ontext(text) {
      const { isUnread, isSkipped: isOut, isLink } = top()
      if (isTitle) page.title = line(page.title + text)
      else if (data !== null && data.length + text.length <= MAX_LINKED_DATA) data += text
      if (isUnread) page.unreadSize += text.length
      if (isUnread || isOut || isTitle) return
      run += text
      if (isLink) linked += text.trim().length
    },
    onclosetag(name) {
      if (!INLINE.has(name)) endRun()
      if (name === 'title') isTitle = false
      if (name === 'script' && data !== null) {
        if (page.linkedData.length < 20) page.linkedData.push(data)
        data = null
      }
      stack.pop()
    },
  })
  parser.end(html)
  endRun()
  return page
}

/** A sentence or more, and not a row of links. */
const isProse = (text: string, linked: number) => text.length >= MIN_PROSE && linked < text.length / 2

const words = (list: string) => new Set(list.split(' '))

const INLINE = words(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp script small span strike strong sub sup time tt u var wbr',
)
const CONTAINERS = words('div section article main td body center')
const UNREAD = words('script style noscript template svg iframe object')
const SKIPPED = words(
  'nav footer aside header form button select textarea figure figcaption dialog menu title option',
)
const SKIPPED_ROLES = words('navigation banner contentinfo complementary dialog alertdialog search menu')
const NEVER_SKIPPED = words('html body main article')

const SKIPPED_NAMES =
  /(?:^|[\s_-])(?:comments?|disqus|related|share|sharing|social|promo|newsletter|subscribe|subscription|sidebar|cookies?|consent|gdpr|breadcrumbs?|pagination|pager|advert\w*|ads?|sponsor\w*|popup|modal|footer|nav|navbar|menu|tags|byline|recommend\w*|outbrain|taboola|trending|teaser|disclaimer)(?:[\s_-]|$)/i

type Attributes = Record<string, string>

function isSkipped(name: string, attributes: Attributes): boolean {
  if (NEVER_SKIPPED.has(name)) return false
  if (SKIPPED.has(name) || SKIPPED_ROLES.has(attributes.role ?? '')) return true
  if (attributes.hidden !== undefined || attributes['aria-hidden'] === 'true') return true
  if (/display\s{0,3}:\s{0,3}none/i.test((attributes.style ?? '').slice(0, 300))) return true
  return SKIPPED_NAMES.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`.slice(0, 300))
}

function markOf(name: string, { itemprop = '' }: Attributes): Container['mark'] {
  if (/\barticleBody\b/i.test(itemprop.slice(0, 100))) return 'body'
  return name === 'article' ? 'article' : null
}

const isLock = ({ property, name, content }: Attributes) =>
  (property ?? name) === 'article:content_tier' && content?.toLowerCase() === 'locked'

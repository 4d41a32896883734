import { paragraphs, textOfHtml, line } from '../fields.ts'
import { Parser } from 'htmlparser2'

const MIN_TEXT = 200
/** Text that makes up less of the page than this probably isn't its story. */
const MIN_SHARE = 0.03
/** A story makes up at least half of the prose on its page. */
const MIN_OF_PROSE = 0.5
const MAX_PAGE = 2_000_000

/** Null if the page has no story, is behind a paywall, or the choice would be a guess. */
export function articleText(html: string): string | null {
  if (html.length > MAX_PAGE) return null
  const page = pageBlocks(html)
  const structured = linkedData(page.linkedData)
  if (page.isLocked || structured.isLocked || isPaywallTitle(page.title)) return null
  const body = structured.body === null ? '' : textOfHtml(structured.body)
  const text = isStory(body) ? body : storyOf(page, html.length)
  return text !== null && isStory(text) && !isPaywall(text) ? text : null
}

const isStory = (text: string) => text.length >= MIN_TEXT

function storyOf(page: PageBlocks, size: number): string | null {
  const { blocks, containers } = page
  const prose = lengthOf(blocks)
  const marked = markedContainer(page, prose)
  const chosen = marked ?? densest(blocks, containers)
  if (chosen === null) return null
  const own = blocks.filter(({ container }) => isWithin(container, chosen, containers))
  if (lengthOf(own) < prose * MIN_OF_PROSE) return null
  if (marked === null && own.length < 2 * new Set(own.map(({ container }) => container)).size) return null
  // If the page marks up its article, scripts and styles don't count toward the page's size.
  const whole = marked === null ? size : size - page.unreadSize
  if (lengthOf(own) < whole * MIN_SHARE) return null
  return paragraphs(own.map(({ text }) => text).join('\n'))
}

const lengthOf = (blocks: Block[]) => blocks.reduce((sum, { text }) => sum + text.length, 0)

function markedContainer({ blocks, containers }: PageBlocks, prose: number): number | null {
  const lengths = summed(blocks, containers, ({ text }) => text.length, 1)
  const fullest = (mark: Container['mark']) =>
    containers.reduce<number | null>(
      (best, container, index) =>
        container.mark === mark && (best === null || (lengths[index] ?? 0) > (lengths[best] ?? 0)) ? index : best,
      null,
    )
  const found = [fullest('body'), fullest('article')].find(
    (index) => index !== null && (lengths[index] ?? 0) >= MIN_TEXT,
  )
  return found !== undefined && found !== null && (lengths[found] ?? 0) >= prose * MIN_OF_PROSE ? found : null
}

/** Scores containers by their own prose. Half of a score also counts for the parent, a quarter for the grandparent. */
function densest(blocks: Block[], containers: Container[]): number | null {
  const scores = summed(blocks, containers, ({ text }) => Math.min(text.length, 600), 0.5)
  const best = scores.reduce((top, score, index) => (score > (scores[top] ?? 0) ? index : top), 0)
  return (scores[best] ?? 0) > 0 ? best : null
}

function summed(blocks: Block[], containers: Container[], worth: (block: Block) => number, fade: number): number[] {
  const sums = Array<number>(containers.length).fill(0)
  for (const block of blocks) sums[block.container] = (sums[block.container] ?? 0) + worth(block)
  // A container comes after its parent, so going backward adds each sum exactly once.
  for (let index = containers.length - 1; index > 0; index -= 1) {
    const parent = containers[index]?.parent ?? 0
    sums[parent] = (sums[parent] ?? 0) + (sums[index] ?? 0) * fade
  }
  return sums
}

function isWithin(container: number, outer: number, containers: Container[]): boolean {
  let at = container
  while (at > outer) at = containers[at]?.parent ?? -1
  return at === outer
}

const MAX_NODES = 1000

function linkedData(scripts: string[]): { body: string | null; isLocked: boolean } {
  const queue: unknown[] = scripts.map(parsed)
  let body: string | null = null
  let isLocked = false
  for (let seen = 0; seen < Math.min(queue.length, MAX_NODES); seen += 1) {
    const node = queue[seen]
    if (typeof node !== 'object' || node === null) continue
    if (Array.isArray(node)) {
      queue.push(...node.slice(0, MAX_NODES))
      continue
    }
    const { articleBody, isAccessibleForFree, hasPart, '@graph': graph } = node as Record<string, unknown>
    if (typeof articleBody === 'string' && articleBody.length > (body?.length ?? 0)) body = articleBody
    if (isAccessibleForFree === false || /^false$/i.test(String(isAccessibleForFree))) isLocked = true
    queue.push(graph, hasPart)
  }
  return { body, isLocked }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

const isPaywallTitle = (title: string) =>
  /^(?:just a moment|attention required|access denied|access to this page has been denied|are you a robot|robot check|security check|verify|please wait|403|404|page not found|not found|error|sign in|log ?in|before you continue|subscribe to read)\b/i.test(
    title,
  )

/** A long story may contain these phrases by chance; in a shorter text they mean a paywall. */
const SHORT = 1500

const isPaywall = (text: string) => text.length < SHORT && PAYWALL.test(text)

const PAYWALL =
  /enable (?:javascript|cookies)|javascript is (?:disabled|required)|verify (?:that )?you are (?:a )?human|not a robot|unusual traffic|checking your browser|ddos protection|complete the captcha|subscribe (?:now )?to (?:continue|read|unlock)|(?:log|sign) in to (?:continue|read)|to continue reading|continue reading (?:this|with)|already a subscriber|subscribers? only|for subscribers|register (?:now )?to (?:continue|read)|unlock (?:this|the full) (?:article|story)|free articles? (?:left|remaining|this month)|we (?:value|respect|care about) your privacy|(?:accept|reject) all cookies|manage (?:your )?(?:cookie|consent|privacy) (?:preferences|settings|choices)|start your free trial/i

type Block = { container: number; text: string }

type Container = {
  parent: number
  /** From the page's own semantic markup. */
  mark: 'body' | 'article' | null
}

type PageBlocks = {
  title: string
  blocks: Block[]
  containers: Container[]
  unreadSize: number
  linkedData: string[]
  isLocked: boolean
}

type Frame = { container: number; isSkipped: boolean; isUnread: boolean; isLink: boolean }

/** Limits the cost, because each level of nesting makes the parser slower. */
const MAX_DEPTH = 256
const MIN_PROSE = 40
const MAX_BLOCKS = 5000
const MAX_BLOCK = 10_000
const MAX_LINKED_DATA = 200_000

function pageBlocks(html: string): PageBlocks {
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
    if (isProse(text, linked) && page.blocks.length < MAX_BLOCKS) page.blocks.push({ container: top().container, text })
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

const isProse = (text: string, linked: number) => text.length >= MIN_PROSE && linked < text.length / 2

const words = (list: string) => new Set(list.split(' '))

const INLINE = words(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp script small span strike strong sub sup time tt u var wbr',
)
const CONTAINERS = words('div section article main td body center')
const UNREAD = words('script style noscript template svg iframe object')
const SKIPPED = words('nav footer aside header form button select textarea figure figcaption dialog menu title option')
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

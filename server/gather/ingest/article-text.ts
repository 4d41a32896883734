import { pageBlocks, type Block, type Container, type PageBlocks } from './page-blocks.ts'
import { paragraphs, textOfHtml } from './plain-text.ts'

const MIN_TEXT = 200
/** Less than this of a page is probably not its story. */
const MIN_SHARE = 0.03
/** A story holds at least half of the prose on its page, and its paragraphs stand together; those of a list do not. */
const MIN_OF_PROSE = 0.5
const MAX_PAGE = 2_000_000

/** The story of an article's page; null where there is none, where it lies behind a wall, or where it would be a guess. */
export function articleText(html: string): string | null {
  if (html.length > MAX_PAGE) return null
  const page = pageBlocks(html)
  const told = linkedData(page.linkedData)
  if (page.isLocked || told.isLocked || isWallTitle(page.title)) return null
  const body = told.body === null ? '' : textOfHtml(told.body)
  const text = isStory(body) ? body : storyOf(page, html.length)
  return text !== null && isStory(text) && !isWall(text) ? text : null
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
  // Where the page names its story, what nobody reads does not count against it.
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
        container.mark === mark && (best === null || (lengths[index] ?? 0) > (lengths[best] ?? 0))
          ? index
          : best,
      null,
    )
  const found = [fullest('body'), fullest('article')].find(
    (index) => index !== null && (lengths[index] ?? 0) >= MIN_TEXT,
  )
  return found !== undefined && found !== null && (lengths[found] ?? 0) >= prose * MIN_OF_PROSE ? found : null
}

/** The container with the most prose directly in it; half of it counts for the one around, a quarter for the next. */
function densest(blocks: Block[], containers: Container[]): number | null {
  const scores = summed(blocks, containers, ({ text }) => Math.min(text.length, 600), 0.5)
  const best = scores.reduce((top, score, index) => (score > (scores[top] ?? 0) ? index : top), 0)
  return (scores[best] ?? 0) > 0 ? best : null
}

/** What the blocks of each container are worth, where each level further out counts less by `fade`. */
function summed(
  blocks: Block[],
  containers: Container[],
  worth: (block: Block) => number,
  fade: number,
): number[] {
  const sums = Array<number>(containers.length).fill(0)
  for (const block of blocks) sums[block.container] = (sums[block.container] ?? 0) + worth(block)
  // A container stands after the one around it, so that going backwards adds each sum once.
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

/** The story as structured data tells it, and whether that says it is for subscribers. */
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

const isWallTitle = (title: string) =>
  /^(?:just a moment|attention required|access denied|access to this page has been denied|are you a robot|robot check|security check|verify|please wait|403|404|page not found|not found|error|sign in|log ?in|before you continue|subscribe to read)\b/i.test(
    title,
  )

/** Longer stories may mention such things; a short text that does is the wall itself. */
const SHORT = 1500

const isWall = (text: string) => text.length < SHORT && WALLS.test(text)

const WALLS =
  /enable (?:javascript|cookies)|javascript is (?:disabled|required)|verify (?:that )?you are (?:a )?human|not a robot|unusual traffic|checking your browser|ddos protection|complete the captcha|subscribe (?:now )?to (?:continue|read|unlock)|(?:log|sign) in to (?:continue|read)|to continue reading|continue reading (?:this|with)|already a subscriber|subscribers? only|for subscribers|register (?:now )?to (?:continue|read)|unlock (?:this|the full) (?:article|story)|free articles? (?:left|remaining|this month)|we (?:value|respect|care about) your privacy|(?:accept|reject) all cookies|manage (?:your )?(?:cookie|consent|privacy) (?:preferences|settings|choices)|start your free trial/i

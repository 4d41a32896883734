import { CELL } from '#domain/updates/email-text.ts'
import { attributesOf, scanMarkup } from '../../news/formats/html/markup.ts'
import { decodeEntities, oneLine } from '../../news/formats/html/plain-text.ts'
import { EMPTY_CELL, paragraphs } from './mail-text.ts'

const words = (text: string) => new Set(text.split(' '))
const SILENT = words('script style noscript iframe textarea template svg math head title object select')
const APART = words('p h1 h2 h3 h4 h5 h6 ul ol dl table figure hr pre section article header footer blockquote')
const LINE = words('div li tr dt dd address caption center form')
const HEADINGS = words('h1 h2 h3 h4 h5 h6')
const VOID = words('br img hr input meta link area base col embed source track wbr')
const MAX_HTML = 1_000_000
const MAX_LINE = 5000
const MAX_DEPTH = 5
const MAX_HEADING = 90
const MAX_LINK = 500
/** Placeholder for an empty cell until its row is complete. */
const NOTHING = '\uE000'
/** Longer cells are columns of a page layout. */
const MAX_DATA_CELL = 40

/** Renders an HTML email as text: paragraphs, lists, headings, quotes, table rows, and link targets. */
export function htmlMailText(html: string, max: number): string {
  const given = html.slice(0, MAX_HTML)
  const page = createPage(max)
  let from = 0
  let silent: { name: string; depth: number } | null = null
  const pass = (start: number, end: number) => {
    if (!silent) page.text(decodeEntities(given.slice(from, start)))
    from = end
  }
  scanMarkup(given, 'html', {
    open(written, attributesAt, end, isEmpty) {
      const name = written.toLowerCase()
      pass(attributesAt - written.length - 1, end)
      const attributes = attributesOf(given, attributesAt, end - 1)
      if (silent?.name === name) silent.depth += isEmpty ? 0 : 1
      else if (!silent && !isEmpty && !VOID.has(name) && (SILENT.has(name) || isHidden(attributes)))
        silent = { name, depth: 1 }
      if (!silent) page.open(name, attributes)
      return !page.isFull()
    },
    close(written, start, end) {
      const name = written.toLowerCase()
      pass(start, end)
      if (silent?.name === name && (silent.depth -= 1) === 0) silent = null
      else if (!silent) page.close(name)
      return undefined
    },
    other: pass,
  })
  if (!silent && !page.isFull()) page.text(decodeEntities(withoutBrokenTag(given.slice(from))))
  return page.end()
}

/** An email that is cut short may end inside a tag. */
function withoutBrokenTag(rest: string): string {
  const start = rest.indexOf('<', rest.lastIndexOf('>') + 1)
  return start < 0 ? rest : rest.slice(0, start)
}

/** Hidden elements, such as the preview line that mail services add for inboxes. */
const isHidden = (attributes: Map<string, string>) =>
  attributes.has('hidden') || /display\s*:\s*none|mso-hide\s*:\s*all/i.test(attributes.get('style') ?? '')

/** Mail clients write a single line as a paragraph without a margin. */
const isTight = (attributes: Map<string, string>) =>
  /\bMso/.test(attributes.get('class') ?? '') || /margin(?:-bottom)?\s*:\s*0/i.test(attributes.get('style') ?? '')

/** Data tables keep their empty cells so that months and values stay aligned; layout spacers are dropped. */
function withoutNothing(text: string): string {
  if (!text.includes(NOTHING)) return text
  const cells = text.split(CELL).map((cell) => cell.trim())
  const filled = cells.filter((cell) => cell !== NOTHING && cell !== '')
  const isData = filled.length > 1 && filled.every((cell) => cell.length <= MAX_DATA_CELL)
  return (isData ? cells.map((cell) => cell.replace(NOTHING, EMPTY_CELL)) : filled).join(CELL)
}

type Break = 'none' | 'line' | 'blank'
type Line = { text: string; marker: string; depth: number; hasPlain: boolean }

/** A break is written only once text follows it, so that empty elements leave no gaps. */
function createPage(max: number) {
  const lines: string[] = []
  const lists: { isOrdered: boolean; count: number }[] = []
  let size = 0
  let line: Line = { text: '', marker: '', depth: 0, hasPlain: false }
  let due: Break = 'none'
  let [marker, depth, bold] = ['', 0, 0]
  let isVerbatim = false
  let link: { href: string; at: number } | null = null
  /** The cells of a row share one line as long as each cell is a single line. */
  let row: { start: number | null; cells: number; skipped: number; isFresh: boolean; isEmpty: boolean } | null = null
  let isTightParagraph = false

  const raise = (to: 'line' | 'blank') => {
    if (row?.isFresh) return
    const isRow = row !== null && row.cells > 1 && row.start === lines.length
    due = due === 'blank' || (to === 'blank' && lists.length === 0 && !isRow) ? 'blank' : 'line'
  }

  function write(piece: string): void {
    if (piece.trim() !== '') {
      if (due !== 'none') begin()
      if (row) row.isFresh = row.isEmpty = false
      line.hasPlain ||= bold === 0
    }
    if (line.text.length < MAX_LINE && due === 'none') line.text += piece
  }

  function begin(): void {
    // A second paragraph in a list item continues that item.
    if (lists.length > 0 && marker === '' && line.text !== '') line.text += ' '
    else {
      endLine()
      if (due === 'blank' && lines.length > 0) lines.push('')
      line = { text: '', marker, depth, hasPlain: false }
      if (row && row.start === null) {
        row.start = lines.length
        line.text = `${NOTHING}${CELL}`.repeat(row.skipped)
      }
    }
    marker = ''
    due = 'none'
  }

  function endLine(): void {
    const said = oneLine(withoutNothing(line.text), MAX_LINE)
    if (said === '') return
    const isTitle = !line.hasPlain && line.marker === '' && !said.includes(CELL)
    const isHeading = isTitle && said.length <= MAX_HEADING && /\p{L}/u.test(said)
    lines.push('> '.repeat(line.depth) + (isHeading ? '## ' : line.marker) + said)
    size += said.length
    link = null
  }

  function nextMarker(): string {
    const list = lists.at(-1)
    if (!list) return '• '
    list.count += 1
    return '  '.repeat(Math.min(lists.length - 1, 3)) + (list.isOrdered ? `${list.count}. ` : '• ')
  }

  function openCell(): void {
    const isEmpty = row?.isEmpty === true
    if (row) row.isFresh = false
    if (row && row.cells > 0 && row.start === lines.length) {
      if (line.text.length < MAX_LINE) line.text = `${isEmpty ? `${line.text}${NOTHING}` : line.text.trimEnd()}${CELL}`
      due = 'none'
    } else {
      if (row && isEmpty && row.start === null) row.skipped += 1
      raise('line')
    }
    if (row) {
      row.cells += 1
      row.isFresh = row.isEmpty = true
    }
  }

  function openLink(href: string): void {
    const url = /^https?:/i.test(href.trim()) ? URL.parse(decodeEntities(href.trim())) : null
    if (url && due !== 'none') begin()
    link = url && url.href.length <= MAX_LINK ? { href: url.href, at: line.text.length } : null
  }

  function closeLink(): void {
    const said = link ? line.text.slice(link.at).trim() : ''
    if (link && said !== '' && !said.includes('://') && !link.href.includes(said)) line.text += ` <${link.href}>`
    link = null
  }

  return {
    isFull: () => size > max * 2,

    text(piece: string): void {
      const parts = isVerbatim ? piece.split(/\r?\n/) : [piece.replaceAll(/\s+/g, ' ')]
      for (const [at, part] of parts.entries()) {
        if (at > 0) raise(due === 'none' ? 'line' : 'blank')
        write(part)
      }
    },

    open(name: string, attributes: Map<string, string>): void {
      if (name === 'br') raise(due === 'none' ? 'line' : 'blank')
      else if (name === 'p') {
        isTightParagraph = isTight(attributes)
        raise(isTightParagraph ? 'line' : 'blank')
      } else if (APART.has(name)) raise('blank')
      else if (LINE.has(name)) raise('line')
      if (name === 'b' || name === 'strong' || HEADINGS.has(name)) bold += 1
      else if (name === 'pre') isVerbatim = true
      else if (name === 'blockquote') depth = Math.min(depth + 1, MAX_DEPTH)
      else if (name === 'ul' || name === 'ol') lists.push({ isOrdered: name === 'ol', count: 0 })
      else if (name === 'li') marker = nextMarker()
      else if (name === 'tr') row = { start: null, cells: 0, skipped: 0, isFresh: false, isEmpty: false }
      else if (name === 'td' || name === 'th') openCell()
      else if (name === 'a') openLink(attributes.get('href') ?? '')
    },

    close(name: string): void {
      if (name === 'a') closeLink()
      else if (name === 'b' || name === 'strong' || HEADINGS.has(name)) bold = Math.max(0, bold - 1)
      else if (name === 'pre') isVerbatim = false
      else if (name === 'blockquote') depth = Math.max(0, depth - 1)
      else if (name === 'ul' || name === 'ol') lists.pop()
      else if (name === 'tr') {
        if (row?.isEmpty && row.start === lines.length) line.text += NOTHING
        row = null
      } else if ((name === 'td' || name === 'th') && row) row.isFresh = false
      // An empty paragraph counts as a blank line.
      const isLine = LINE.has(name) || (name === 'p' && isTightParagraph && due === 'none')
      if (isLine) raise('line')
      else if (APART.has(name)) raise('blank')
    },

    end(): string {
      endLine()
      return paragraphs(lines, max)
    },
  }
}

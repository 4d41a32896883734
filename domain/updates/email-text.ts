import { HEADER_LABELS, LABEL_END } from './mail-words.ts'

/**
 * A block of an email's stored text, which has "• " and "1. " for lists, "## " for headings, "> " for quotes, and " · "
 * between cells.
 */
export type EmailBlock =
  | { kind: 'heading' | 'paragraph' | 'signature'; text: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'list'; isOrdered: boolean; items: { text: string; level: number }[] }
  /** An earlier message, which the reader has already seen. `from` says who wrote it, if the email does. */
  | { kind: 'quote'; text: string; from: string | null; isFolded: boolean }

/** Separates the cells of a row. */
export const CELL = ' · '

const QUOTED = /^>/
const ITEM = /^( {0,6})(?:[•·▪◦‣●*–-]|(\d{1,2})[.)])\s+(?=\S)/u
const HEADING = /^#{1,4} (?=\S)/
const ATTRIBUTION =
  /^(?:On|Am|Le|El|Il|Op|Den|Em)\s.{4,300}(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|skrev|escreveu)\s?:$/iu
const SEPARATOR =
  /^(?:-{2,}\s?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d.origine|message transféré|mensaje original|mensaje reenviado)\s?-{2,}|begin forwarded message:|_{10,})$/iu
const FROM = new RegExp(String.raw`^\*?(?:${HEADER_LABELS.from})${LABEL_END}\*?.*@`, 'iu')
const HEADER = new RegExp(String.raw`^\*?(?:${HEADER_LABELS.date}|${HEADER_LABELS.subject})${LABEL_END}`, 'iu')
const SIGNATURE = /^--$/
/** Longer quotes are folded because they weren't picked for their wording. */
const OPEN_QUOTE_LINES = 6

export function emailBlocks(text: string): EmailBlock[] {
  const lines = text.split('\n')
  const blocks: EmailBlock[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at += 1
    } else if (beginsEarlierEmail(lines, at)) {
      const rest = lines.slice(at).join('\n').trim()
      blocks.push({ kind: 'quote', text: rest, from: senderBelow(lines, at), isFolded: true })
      break
    } else if (SIGNATURE.test(line)) {
      const end = lines.findIndex((_, below) => below > at && isQuoteOrAttribution(lines, below))
      const signed = lines.slice(at + 1, end < 0 ? undefined : end)
      if (signed.join('').trim() !== '') blocks.push({ kind: 'signature', text: signed.join('\n').trim() })
      at = end < 0 ? lines.length : end
    } else if (isQuoteOrAttribution(lines, at)) {
      at = readQuote(lines, at, blocks)
    } else if (HEADING.test(line)) {
      blocks.push({ kind: 'heading', text: line.replace(HEADING, '') })
      at += 1
    } else if (ITEM.test(line)) {
      at = readList(lines, at, blocks)
    } else {
      at = readParagraph(lines, at, blocks)
    }
  }
  return blocks
}

/** What the email itself says, without markup or link addresses; the whole text if it says nothing itself. */
export function ownWords(text: string): string {
  const own = emailBlocks(text).flatMap((block) => {
    if (block.kind === 'list') return [block.items.map((item) => item.text).join('\n')]
    if (block.kind === 'table') return [block.rows.map((cells) => cells.join(CELL)).join('\n')]
    // Quotes within a quote are older still.
    if (block.kind === 'quote' && !block.isFolded) return [block.text.replaceAll(/^>.*\n?/gm, '')]
    return block.kind === 'signature' || (block.kind === 'quote' && block.isFolded) ? [] : [block.text]
  })
  return withoutLinks(own.length > 0 ? own.join('\n') : text.replaceAll(/^(?:> ?)+/gm, ''))
}

const withoutLinks = (text: string) => text.replaceAll(/ ?<https?:\/\/[^\s<>]+>/g, '')

export type EmailPart = { text: string; href: string | null }

const LINK = /<(https?:\/\/[^\s<>]{3,800})>|https?:\/\/[^\s<>"]{3,800}/g
const SHOWN = 60

/** A link shows where it leads: its host if the link text precedes it, or its address if that is the text. */
export function emailParts(text: string): EmailPart[] {
  const parts: EmailPart[] = []
  let from = 0
  for (const found of text.matchAll(LINK)) {
    const bare = found[0].replace(/[.,;:!?)\]'’”]+$/, '')
    const url = URL.parse(found[1] ?? bare)
    if (!url) continue
    const end = found.index + (found[1] === undefined ? bare.length : found[0].length)
    const path = bare.replace(/^https?:\/\/(?:www\.)?/, '')
    const shown = found[1] === undefined ? (path.length > SHOWN ? `${path.slice(0, SHOWN)}…` : path) : hostOf(url.href)
    parts.push({ text: text.slice(from, found.index), href: null }, { text: shown, href: url.href })
    from = end
  }
  parts.push({ text: text.slice(from), href: null })
  return parts.filter((part) => part.text !== '')
}

const hostOf = (href: string) => href.replace(/^https?:\/\/(?:[^/?#]*@)?(?:www\.)?/, '').replace(/[/?#].*$/, '')

function beginsEarlierEmail(lines: string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (SEPARATOR.test(line))
    return !line.startsWith('_') || FROM.test(lines.slice(at + 1).find((each) => each !== '') ?? '')
  return FROM.test(line) && lines.slice(at + 1, at + 6).some((each) => HEADER.test(each))
}

function senderBelow(lines: string[], at: number): string | null {
  const line = lines.slice(at, at + 8).find((each) => FROM.test(each))
  const written = line?.replace(/^[^:：]*[:：]\*?\s*/, '') ?? ''
  return written.replace(/\s*[<[(].*$/, '').replaceAll(/["*]/g, '') || null
}

const isQuoteOrAttribution = (lines: string[], at: number): boolean =>
  QUOTED.test(lines[at] ?? '') || attributionAt(lines, at) !== null

/** "On Monday, Ada wrote:" above a quote, possibly split into two lines. */
function attributionAt(lines: string[], at: number): string | null {
  for (const end of [at, at + 1]) {
    const written = lines.slice(at, end + 1).join(' ')
    if (ATTRIBUTION.test(written) && QUOTED.test(nextLine(lines, end))) return written
  }
  return null
}

function nextLine(lines: string[], at: number): string {
  for (let below = at + 1; below < lines.length; below += 1) if (lines[below]) return lines[below] ?? ''
  return ''
}

function readQuote(lines: string[], start: number, blocks: EmailBlock[]): number {
  const attribution = QUOTED.test(lines[start] ?? '') ? null : attributionAt(lines, start)
  let at = attribution === null ? start : lines.findIndex((line, below) => below > start && QUOTED.test(line))
  const quoted: string[] = []
  for (; at < lines.length && (QUOTED.test(lines[at] ?? '') || continuesQuote(lines, at)); at += 1)
    quoted.push((lines[at] ?? '').replace(/^> ?/, ''))
  const isFolded = attribution !== null || quoted.length > OPEN_QUOTE_LINES
  blocks.push({ kind: 'quote', text: quoted.join('\n').trim(), from: attribution, isFolded })
  return at
}

/** A blank line between two quoted ones. */
const continuesQuote = (lines: string[], at: number) => lines[at] === '' && QUOTED.test(lines[at + 1] ?? '')

function readList(lines: string[], start: number, blocks: EmailBlock[]): number {
  const items: { text: string; level: number }[] = []
  const isOrdered = ITEM.exec(lines[start] ?? '')?.[2] !== undefined
  let at = start
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const found = ITEM.exec(line)
    // Blank lines between items don't end the list.
    if (line === '' && ITEM.test(lines[at + 1] ?? '')) continue
    if (!found || (found[1] === '' && (found[2] !== undefined) !== isOrdered)) break
    items.push({ text: line.slice(found[0].length), level: Math.min(Math.floor((found[1] ?? '').length / 2), 3) })
  }
  blocks.push({ kind: 'list', isOrdered, items })
  return at
}

function readParagraph(lines: string[], start: number, blocks: EmailBlock[]): number {
  let at = start + 1
  while (at < lines.length && continuesParagraph(lines, at)) at += 1
  const rows = lines.slice(start, at).map((line) => line.split(CELL))
  const width = rows[0]?.length ?? 0
  const isTable = width > 1 && rows.length > 1 && rows.every((cells) => cells.length === width)
  blocks.push(isTable ? { kind: 'table', rows } : { kind: 'paragraph', text: lines.slice(start, at).join('\n') })
  return at
}

function continuesParagraph(lines: string[], at: number): boolean {
  const line = lines[at] ?? ''
  const isOther = [HEADING, ITEM, SIGNATURE].some((pattern) => pattern.test(line))
  return line !== '' && !isOther && !isQuoteOrAttribution(lines, at) && !beginsEarlierEmail(lines, at)
}

import { HEADER_LABELS, LABEL_END } from '#domain/updates/mail-words.ts'
import { oneLine } from '../../news/formats/html/plain-text.ts'
import { dateOf, isAddress, type Sender } from './read-mail.ts'

export type Quoted = {
  sender: Sender
  subject: string
  sentAt: Date | null
  text: string
}

const labeled = (names: string) => new RegExp(String.raw`^\*?(?:${names})${LABEL_END}\*?[ \u00A0]*(.*)$`, 'iu')
const { from: FROM, ...OTHERS } = HEADER_LABELS
const FROM_LINE = labeled(FROM)
const OTHER_LINES = Object.entries(OTHERS).map(([kind, names]) => ({ kind, pattern: labeled(names) }))
/** The most lines that a quoted header may span. */
const MAX_HEADER_LINES = 20
const MIN_OTHERS = 2

/** Finds the first quoted email: a From line followed by at least two of date, subject, and recipient. */
export function quotedIn(text: string): Quoted | null {
  const written = text.split('\n')
  for (const [at, line] of written.entries()) {
    const depth = depthOf(line)
    const header = FROM_LINE.exec(unquoted(line, depth)) && headerAt(written, at, depth)
    if (!header) continue
    const below = written.slice(header.end).map((each) => unquoted(each, depth))
    const { sender, subject, sentAt } = header
    return { sender, subject, sentAt, text: below.join('\n').trim() }
  }
  return null
}

function headerAt(written: string[], start: number, depth: number) {
  const values = new Map<string, string>()
  let [last, end] = ['from', start]
  for (let at = start; at < written.length && at < start + MAX_HEADER_LINES; at += 1) {
    const line = unquoted(written[at] ?? '', depth).trim()
    const found = at === start ? { kind: 'from', value: FROM_LINE.exec(line)?.[1] } : labelOf(line)
    if (found) {
      if (values.has(found.kind)) break
      values.set(found.kind, found.value ?? '')
      last = found.kind
      end = at + 1
    } else if ((values.get(last) ?? '') === '' && line !== '') {
      // In HTML emails, the value may be on the line below its label.
      values.set(last, line)
      end = at + 1
    } else if (line !== '' || (values.size > MIN_OTHERS && !labelOf(nextLine(written, at, depth)))) break
  }
  const others = ['date', 'subject', 'to'].filter((kind) => values.has(kind))
  const sender = senderIn(values.get('from') ?? '')
  if (!sender || others.length < MIN_OTHERS) return null
  return { sender, subject: oneLine(values.get('subject') ?? '', 300), sentAt: dateOf(values.get('date') ?? ''), end }
}

/** If each label is its own paragraph, blank lines separate them. */
const nextLine = (written: string[], at: number, depth: number) => unquoted(written[at + 1] ?? '', depth).trim()

function labelOf(line: string): { kind: string; value: string | undefined } | null {
  for (const { kind, pattern } of OTHER_LINES) {
    const found = pattern.exec(line)
    if (found) return { kind, value: found[1] }
  }
  return null
}

/** "Dana <dana@acme.com>", "Dana [mailto:dana@acme.com]", "dana@acme.com". */
function senderIn(written: string): Sender | null {
  const found = /^(.*?)[<[(]?(?:mailto:)?([^\s<>[\]()"*:]+@[^\s<>[\]()"*:]+)[>\])]?/i.exec(written.slice(0, 600))
  const address = (found?.[2] ?? '').toLowerCase()
  if (!isAddress(address)) return null
  return { address, name: oneLine((found?.[1] ?? '').replaceAll(/["*<[(]/g, ''), 200) }
}

const MAX_QUOTES = 10
const depthOf = (line: string) => Math.min(/^(?:\s?>)*/.exec(line)?.[0].replaceAll(/\s/g, '').length ?? 0, MAX_QUOTES)

function unquoted(line: string, depth: number): string {
  let rest = line
  for (let level = 0; level < depth && /^\s?>/.test(rest); level += 1) rest = rest.replace(/^\s?> ?/, '')
  return rest
}

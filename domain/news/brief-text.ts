/** What is said up to the markers that cite it, and the numbers of what they cite. */
export type NewsPart = { text: string; references: number[] }
/** The texts of the parts make up the text. */
export type NewsLine = { text: string; bullet: string | null; parts: NewsPart[] }
/** One paragraph of a brief; `references` are the numbers its markers pointed to, in reading order. */
export type NewsSection = { heading: string | null; lines: NewsLine[]; references: number[] }

export const NO_CONTENT = 'No news content available.'

/** Spec section 2, news card: how the text of a brief becomes headed sections. */
export function newsSections(content: string): NewsSection[] {
  return content
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .map(section)
    .filter(({ heading, lines }) => heading !== null || lines.length > 0)
}

// Longest first, so that 'Partnerships & Alliances' is not taken for 'Partnership'.
const HEADING_WORDS = [
  'Partnerships & Alliances',
  'Technology & Innovation',
  'Other Notable Updates',
  'Leadership & Team',
  'Financial Updates',
  'Market Position',
  'Current Status',
  'Latest News',
  'Partnership',
  'Additional',
  'Business',
  'Current',
  'Funding',
  'Updates',
  'Recent',
  'About',
  'Team',
  'Key',
]
const BEGINS_WITH_HEADING = new RegExp(`^(?:${HEADING_WORDS.join('|')})(?![\\p{L}\\p{N}_])`, 'u')
const BOLD_LINE = /^(\*\*|__)(.+)\1:?$/
const BULLET = /^(?:[-*•]|(\d{1,3}\.))\s+/

function section(paragraph: string): NewsSection {
  const cited = paragraph.split('\n').map(partsOf)
  const references = cited.flatMap((parts) => parts.flatMap((part) => part.references))
  const lines = cited.filter((parts) => textOf(parts) !== '')
  const heading = lines[0] === undefined ? null : headingOf(textOf(lines[0]))
  const rest = heading === null ? lines : lines.slice(1)
  return { heading, lines: rest.map(newsLine), references: [...new Set(references)] }
}

const textOf = (parts: NewsPart[]) =>
  parts
    .map(({ text }) => text)
    .join('')
    .trim()

function headingOf(line: string): string | null {
  const bold = BOLD_LINE.exec(line)?.[2]
  if (bold === undefined && !BEGINS_WITH_HEADING.test(line)) return null
  return plain(bold ?? line)
    .replace(/:$/, '')
    .trim()
}

function newsLine(cited: NewsPart[]): NewsLine {
  const line = textOf(cited)
  const bullet = BULLET.exec(line)
  const text = plain(bullet ? line.slice(bullet[0].length) : line)
  const parts = cited
    .map((part, at) => ({
      ...part,
      text: plain(at === 0 ? part.text.trimStart().replace(BULLET, '') : part.text),
    }))
    .map((part, at) => (at === cited.length - 1 ? { ...part, text: part.text.trimEnd() } : part))
    .filter((part) => part.text !== '')
  // Bold type or a bullet that goes over a marker: then the line is one part.
  const whole = [{ text, references: cited.flatMap(({ references }) => references) }]
  const isSame = parts.map((part) => part.text).join('') === text
  return { text, bullet: bullet ? (bullet[1] ?? '•') : null, parts: isSame ? parts : whole }
}

const plain = (text: string) => text.replaceAll(/\*\*(.+?)\*\*/g, '$1')

// An address may hold [1] of its own; it is passed over whole.
const ADDRESS_OR_MARKER = /https?:\/\/\S+|[^\S\n]*\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]/g

/** What closes a sentence stands after its marker, and belongs to it. */
const CLOSING = /[.,;:!?)\]'"’”]+/y

function partsOf(line: string): NewsPart[] {
  const parts: NewsPart[] = []
  let from = 0
  for (const { 0: marker, 1: list, index } of line.matchAll(ADDRESS_OR_MARKER)) {
    const references = list?.split(',').map(Number)
    if (!references || references.includes(0)) continue
    const text = line.slice(from, index)
    const before = parts.at(-1)
    from = index + marker.length
    CLOSING.lastIndex = from
    const closing = CLOSING.exec(line)?.[0] ?? ''
    from += closing.length
    if (text === '' && before) {
      before.references.push(...references)
      before.text += closing
    } else parts.push({ text: text + closing, references })
  }
  return [...parts, { text: line.slice(from), references: [] }]
}

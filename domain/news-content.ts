export type NewsLine = { text: string; bullet: string | null }
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
  const references: number[] = []
  const lines = paragraph
    .split('\n')
    .map((line) => withoutMarkers(line, references).trim())
    .filter((line) => line !== '')
  const heading = lines[0] === undefined ? null : headingOf(lines[0])
  const rest = heading === null ? lines : lines.slice(1)
  return { heading, lines: rest.map(newsLine), references: [...new Set(references)] }
}

function headingOf(line: string): string | null {
  const bold = BOLD_LINE.exec(line)?.[2]
  if (bold === undefined && !BEGINS_WITH_HEADING.test(line)) return null
  return plain(bold ?? line)
    .replace(/:$/, '')
    .trim()
}

function newsLine(line: string): NewsLine {
  const bullet = BULLET.exec(line)
  return bullet
    ? { text: plain(line.slice(bullet[0].length)), bullet: bullet[1] ?? '•' }
    : { text: plain(line), bullet: null }
}

const plain = (text: string) => text.replaceAll(/\*\*(.+?)\*\*/g, '$1')

// An address may hold [1] of its own; it is passed over whole.
const ADDRESS_OR_MARKER = /https?:\/\/\S+|[^\S\n]*\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]/g

function withoutMarkers(line: string, references: number[]): string {
  return line.replaceAll(ADDRESS_OR_MARKER, (whole, list: string | undefined) => {
    const numbers = list?.split(',').map(Number)
    if (!numbers || numbers.includes(0)) return whole
    references.push(...numbers)
    return ''
  })
}

import { readFileSync, writeFileSync } from 'node:fs'
import { fold, wordsOf } from '../../server/news/text/words.ts'

/**
 * Builds the table of word frequencies: in how many texts a word stands in small letters, and in how many only as a name.
 * From articles_pr (CC0), story_newsramp (CC0), section_core (CC BY 4.0), section_tfnt (MIT), and our own list beside this file.
 */
const DATA = new URL('../../../shared/data/', import.meta.url)
const OUT = new URL('../../server/news/text/word-frequencies.txt', import.meta.url)
const LONGEST = 24
const FEWEST_AS_NAME = 3

const KINDS: Record<string, string> = {
  words: 'w',
  jargon: 'w',
  'given names': 'n',
  'family names': 'n',
  places: 'p',
  calendar: 't',
}

type Row = { title?: string; text?: string; clean?: string; lead?: string; kind?: string }
type Count = { small: number; proper: number }

const counts = new Map<string, Count>()
let texts = 0
for (const set of ['articles_pr', 'section_core', 'section_tfnt', 'story_newsramp']) {
  for (const line of readFileSync(new URL(`${set}/dev.jsonl`, DATA), 'utf8').split('\n')) {
    if (line === '') continue
    const row = JSON.parse(line) as Row
    // Slugs have no capitals, so they cannot tell a name from a word; titles have too many.
    const text = row.kind === 'slug' ? '' : (row.clean ?? row.lead ?? row.text ?? '')
    if (text !== '') count(text)
  }
}
const kinds = ownWords()
const known = new Set(
  [...counts].filter(([, { small, proper }]) => small > 0 || proper >= FEWEST_AS_NAME).map(([word]) => word),
)
const all = [...new Set([...known, ...kinds.keys()])].sort()
const lines = all.map((word) => {
  const { small = 0, proper = 0 } = counts.get(word) ?? {}
  return `${word} ${digit(small)}${digit(proper)}${kinds.get(word) ?? ''}`
})
writeFileSync(OUT, `${texts}\n${lines.join('\n')}\n`)
console.log(`${texts} texts, ${lines.length} words, ${kinds.size} of our own`)

function count(text: string) {
  texts += 1
  const small = new Set<string>()
  const proper = new Set<string>()
  const bare = text.replaceAll(
    /\S{0,200}(?:@|:\/\/|www\.)\S{0,200}|\S{1,200}\.(?:com|org|net|io|ai|co)\b\S{0,200}/g,
    ' ',
  )
  for (const word of wordsOf(bare, 5000)) {
    if (word.folded.length > LONGEST || !/^[a-z]+$/.test(word.folded)) continue
    if (!word.isProper) small.add(word.folded)
    else if (!word.isOpening) proper.add(word.folded)
  }
  for (const word of new Set([...small, ...proper])) {
    const entry = counts.get(word) ?? { small: 0, proper: 0 }
    if (small.has(word)) entry.small += 1
    if (proper.has(word)) entry.proper += 1
    counts.set(word, entry)
  }
}

/** Counts in steps of a half power of two, one letter each. */
function digit(value: number): string {
  return value === 0 ? '0' : Math.min(35, 1 + Math.round(Math.log2(value) * 2)).toString(36)
}

/** What a word may be: `w` a word, `n` a name of people, `p` a place, `t` a time; some are two of these. */
function ownWords(): Map<string, string> {
  const own = new Map<string, string>()
  const add = (word: string, kind: string) => {
    const marks = own.get(word) ?? ''
    if (!marks.includes(kind)) own.set(word, marks + kind)
  }
  let kind = ''
  for (const line of readFileSync(new URL('own-words.txt', import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('#')) kind = KINDS[line.slice(2).split(':')[0] ?? ''] ?? ''
    else for (const word of line.split(' ').filter(Boolean)) add(fold(word), kind)
  }
  return own
}

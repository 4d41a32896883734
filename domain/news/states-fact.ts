import type { Fact } from './facts.ts'

/** Whether a text says the fact: its name, or its figure in one of the usual spellings. */
export function statesFact(text: string, fact: Fact): boolean {
  const plain = plainOf(text)
  return spellingsOf(fact).some((spelling) => isSaid(plainOf(spelling), plain))
}

/** "5" is neither in "15" nor in "5.5", but in "$5m". */
function isSaid(spelling: string, text: string): boolean {
  const [before, after] = /^\d/.test(spelling)
    ? [String.raw`(?<!\d|\d[.,])`, String.raw`(?!\d|[.,]\d)`]
    : [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`]
  return spelling !== '' && new RegExp(before + RegExp.escape(spelling) + after, 'u').test(text)
}

const plainOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[-‐‑\s]+/g, ' ')
    .toLowerCase()

function spellingsOf(fact: Fact): string[] {
  if ('size' in fact) return [fact.size, ...(IN_WORDS[fact.size] ?? [])]
  // Later sentences call people by their last name.
  if ('role' in fact) return [fact.name, fact.name.split(' ').at(-1) ?? fact.name]
  if ('name' in fact) return fact.kind === 'round' ? [fact.name, fact.name.replace('Series', 'Serie')] : [fact.name]
  const { value } = fact.amount
  return [1e9, 1e6, 1e3, 1]
    .filter((size) => value >= size)
    .slice(0, 2)
    .flatMap((size) => ['en-US', 'de-DE'].map((locale) => figure(value / size, locale)))
}

const figure = (value: number, locale: string) => value.toLocaleString(locale, { maximumFractionDigits: 2 })

/** Sizes that articles write in words. */
const IN_WORDS: Record<string, string[]> = {
  ...Object.fromEntries(
    'two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, at) => [`${at + 2}`, [word]]),
  ),
  '50%': ['half'],
  '33%': ['a third'],
  '25%': ['a quarter'],
}

/** Longer prefixes barely filter more and make the trie large. */
const LONGEST = 5
const MAX_CLASS_SIZE = 12
const CODES = 128

/** Only a whole opening can be extended by more of the pattern. */
type Opening = { text: string; isWhole: boolean }
const UNKNOWN: Opening = { text: '', isWhole: false }
const whole = (text: string): Opening => ({ text, isWhole: true })

/** A trie of prefixes that says which patterns may match at a position, which is none almost everywhere. */
export class OpeningTree {
  private readonly letters = new Uint8Array(CODES)
  private readonly children: Uint16Array
  private readonly width: number
  private readonly ends: number[][] = [[]]

  constructor(sources: readonly string[]) {
    const openings = sources.map(openingsOf)
    const all = openings.flat()
    const letters = [...new Set(all.join(''))]
    for (const [index, letter] of letters.entries()) this.letters[letter.charCodeAt(0)] = index + 1
    this.width = letters.length + 1
    this.children = new Uint16Array((1 + all.join('').length) * this.width)
    for (const [pattern, texts] of openings.entries()) for (const text of texts) this.add(text, pattern)
  }

  /** Starts from node 0; returns 0 if no prefix continues. */
  step(node: number, code: number): number {
    const letter = code < CODES ? (this.letters[code] ?? 0) : 0
    return letter === 0 ? 0 : (this.children[node * this.width + letter] ?? 0)
  }

  at(node: number): readonly number[] {
    return this.ends[node] ?? []
  }

  private add(text: string, pattern: number): void {
    let node = 0
    for (let at = 0; at < text.length; at += 1) {
      const child = node * this.width + (this.letters[text.charCodeAt(at)] ?? 0)
      this.children[child] ||= this.ends.push([]) - 1
      node = this.children[child] ?? 0
    }
    this.ends[node]?.push(pattern)
  }
}

/**
 * Every match of the pattern begins with one of these. Understands letters, non-capturing groups, character classes and
 * `?`; anything else ends an opening or throws.
 */
export function openingsOf(source: string): string[] {
  const [openings, end] = readChoice(source, 0)
  if (end < source.length) throw new SyntaxError(`Not closed: ${source.slice(end)}`)
  const texts = [...new Set(openings.map(({ text }) => text))]
  if (texts.some((text) => text === '')) throw new SyntaxError(`May begin with anything: ${source}`)
  return texts.filter((text) => !texts.some((other) => other !== text && text.startsWith(other)))
}

function readChoice(source: string, from: number): [Opening[], number] {
  const all: Opening[] = []
  for (let at = from; ; at += 1) {
    const [openings, end] = readSequence(source, at)
    all.push(...openings)
    at = end
    if (source.charAt(end) !== '|') return [all, end]
  }
}

function readSequence(source: string, from: number): [Opening[], number] {
  let openings = [whole('')]
  let at = from
  while (at < source.length && !'|)'.includes(source.charAt(at))) {
    const [atom, end] = readAtom(source, at)
    const [repeated = ''] = /^(?:[?*+]|\{\d+(?:,\d*)?\})/.exec(source.slice(end)) ?? []
    const next = repeated === '' ? atom : repeated === '?' ? [...atom, whole('')] : [UNKNOWN]
    openings = openings.flatMap((each) => (each.isWhole ? next.map((more) => joined(each, more)) : [each]))
    at = end + repeated.length
  }
  return [openings, at]
}

function joined(one: Opening, more: Opening): Opening {
  const text = one.text + more.text
  return { text: text.slice(0, LONGEST), isWhole: more.isWhole && text.length < LONGEST }
}

function readAtom(source: string, at: number): [Opening[], number] {
  const rest = source.slice(at)
  if (rest.startsWith('(?:')) {
    const [openings, end] = readChoice(source, at + 3)
    return [openings, end + 1]
  }
  const [set] = /^\[[^\]\\^]+\]/.exec(rest) ?? []
  if (set !== undefined) return [lettersOf(set.slice(1, -1)), at + set.length]
  const [escaped] = /^\\(?:[wds.]|S)/.exec(rest) ?? []
  if (escaped !== undefined) return [[escaped === '\\.' ? whole('.') : UNKNOWN], at + escaped.length]
  const letter = rest.charAt(0)
  if ('([{^$.*+?\\'.includes(letter)) throw new SyntaxError(`Not known: ${rest}`)
  return [[letter.charCodeAt(0) < CODES ? whole(letter) : UNKNOWN], at + 1]
}

function lettersOf(set: string): Opening[] {
  const letters = Array.from(set.matchAll(/(.)-(.)|./g), ([one, from = one, to = one]) => {
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)]
    return Array.from({ length: last - first + 1 }, (_, next) => String.fromCharCode(first + next))
  }).flat()
  const isKnown = letters.length <= MAX_CLASS_SIZE && letters.every((letter) => letter.charCodeAt(0) < CODES)
  return isKnown ? letters.map(whole) : [UNKNOWN]
}

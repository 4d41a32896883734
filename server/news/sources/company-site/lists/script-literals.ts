import { scanMarkup } from '../../../formats/html/markup.ts'

/** How much text is searched in all, because a literal that never ends is searched to the end of its script. */
const MAX_SEARCHED = 2_000_000
const MAX_TRIES = 50
const NO_SCRIPT = /\bsrc\s{0,3}=|\btype\s{0,3}=\s{0,3}["']?[\w./+-]{0,40}json/i
/** An array of objects that is assigned, passed or a property. */
const START = /[=(:]\s{0,20}(?=\[\s{0,20}\{)/g
const WORD = /[A-Za-z_$][\w$]{0,100}/y
const DATE = /new\s{1,5}Date\(\s{0,5}("[^"]{0,60}"|'[^']{0,60}'|\d{1,16})\s{0,5}\)/y
const CONSTANTS = new Set(['true', 'false', 'null'])

/** Arrays of objects in a page's scripts that are valid JavaScript, but often not JSON: `[{title: 'One', url: '/one',}]`. */
export function literalsIn(html: string): unknown[] {
  const found: unknown[] = []
  let left = MAX_SEARCHED
  let tries = 0
  let from: number | null = null
  scanMarkup(html, 'html', {
    open(name, attributes, end) {
      if (name.toLowerCase() === 'script') from = NO_SCRIPT.test(html.slice(attributes, end)) ? null : end
      return undefined
    },
    close(name, start) {
      if (from === null || name.toLowerCase() !== 'script') return undefined
      const text = html.slice(from, Math.min(start, from + left))
      from = null
      START.lastIndex = 0
      while (tries < MAX_TRIES && left > 0 && START.test(text)) {
        const literal = literalAt(text, START.lastIndex)
        tries += 1
        left -= (literal?.end ?? text.length) - START.lastIndex
        if (!literal) break
        if (literal.value !== null) found.push(literal.value)
        START.lastIndex = literal.end
      }
      return tries < MAX_TRIES && left > 0
    },
  })
  return found
}

/** Null if the literal has no end; a null value if it isn't data. */
function literalAt(text: string, from: number): { value: unknown; end: number } | null {
  const json: string[] = []
  let depth = 0
  let at = from
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const matched = pattern.exec(text)
    at += matched?.[0].length ?? 0
    return matched
  }
  while (at < text.length) {
    const sign = text.charAt(at)
    if (sign === '"' || sign === "'" || sign === '`') {
      const end = endOfString(text, at, sign)
      json.push(JSON.stringify(unescaped(text.slice(at + 1, end))))
      at = end + 1
    } else if (/[A-Za-z_$]/.test(sign)) {
      const [, date] = match(DATE) ?? []
      const [word = ''] = date === undefined ? (match(WORD) ?? []) : []
      json.push(date?.replaceAll("'", '"') ?? (CONSTANTS.has(word) ? word : JSON.stringify(word)))
    } else if (text.startsWith('//', at) || text.startsWith('/*', at)) {
      const closing = text.startsWith('//', at) ? '\n' : '*/'
      const end = text.indexOf(closing, at + 2)
      if (end < 0) return null
      at = end + closing.length
    } else {
      if (sign === '[' || sign === '{') depth += 1
      if (sign === ']' || sign === '}') depth -= 1
      if ((sign === ']' || sign === '}') && json.at(-1) === ',') json.pop()
      if (sign.trim() !== '') json.push(sign)
      at += 1
      if (depth === 0) return { value: parsed(json.join('')), end: at }
    }
  }
  return null
}

function endOfString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '\\') at += 1
    else if (sign === quote) return at
  }
  return text.length
}

const unescaped = (written: string) =>
  written.replaceAll(/\\(?:u([0-9a-f]{4})|([^]))/gi, (_, code: string | undefined, sign: string) =>
    code === undefined ? (sign === 'n' || sign === 't' ? ' ' : sign) : String.fromCharCode(Number.parseInt(code, 16)),
  )

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

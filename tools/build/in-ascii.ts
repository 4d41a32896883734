import { parseSync, Visitor } from 'rolldown/utils'
import { BuildError } from './paths.ts'

const FOREIGN = /[^\0-\x7f]/
const FOREIGN_WITH_BACKSLASHES = /(\\*)([^\0-\x7f])/g

/** A single non-ASCII character makes Node store the whole file at two bytes per character. */
export function inAscii(file: string, code: string): string {
  if (!FOREIGN.test(code)) return code
  let ascii = ''
  let end = 0
  for (const [from, to] of rawTexts(file, code)) {
    ascii += escaped(code.slice(end, from)) + substituted(file, code.slice(from, to))
    end = to
  }
  return ascii + escaped(code.slice(end))
}

const escaped = (code: string) =>
  code.replace(
    FOREIGN_WITH_BACKSLASHES,
    (_, backslashes: string, char: string) => backslashes.slice(backslashes.length % 2) + escapeOf(char),
  )

/** `String.raw` would output the escape itself, so the character becomes a substituted value. */
const substituted = (file: string, text: string) =>
  text.replace(FOREIGN_WITH_BACKSLASHES, (_, backslashes: string, char: string) => {
    if (backslashes.length % 2 === 1) throw new BuildError(`${file}: \\${char} in a tagged template`)
    return `${backslashes}\${"${escapeOf(char)}"}`
  })

const escapeOf = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

function rawTexts(file: string, code: string): [from: number, to: number][] {
  const found: [number, number][] = []
  if (!code.includes('String.raw`')) return found
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      // Other tags may treat substituted values differently.
      if (code.slice(tag.start, tag.end) !== 'String.raw') return
      for (const { start, end } of quasi.quasis) found.push([start, end])
    },
  }).visit(parseSync(file, code).program)
  return found.sort(([one], [other]) => one - other)
}

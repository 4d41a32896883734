import { readFileSync } from 'node:fs'
import { encoded, fileOf, type Format, type Sheet } from './build.ts'

/** What a person would enter, as `Name` or `Name | website`, or a refusal whose message contains the given text. */
export type Shape = {
  title: string
  name: string
  bytes: Buffer
  isAsked: boolean
  /** Where a person's answer differs from what the question proposes. */
  answer: Record<string, string>
  companies: string[]
  refused: string | null
}

export const readShapes = (): Shape[] =>
  readFileSync(new URL('shapes.txt', import.meta.url), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((part) => shapeOf(part.split('\n')))

function shapeOf([title = '', ...rest]: string[]): Shape {
  const head = rest.findIndex((line) => line !== '')
  const [, name = '', kind = '', options = ''] = /^(.+): (\w+) ?(.*)$/.exec(rest[head] ?? '') ?? []
  const format = formatOf(kind, options)
  const first = rest.findIndex((line) => line.startsWith('    '))
  const last = rest.findLastIndex((line) => line.startsWith('    ') && line.trim() !== '')
  const block = rest.slice(first, last + 1).map((line) => line.slice(4))
  const text = `${block.join('\n').replaceAll('\\t', '\t')}\n`
  return {
    title,
    name,
    bytes: kind === 'text' ? encoded(text, format.encoding) : fileOf(sheetsOf(block), format),
    ...outcomeOf(rest.slice(last + 1).filter((line) => line !== '')),
  }
}

const SPECIAL: Record<string, string> = { tab: '\t', cr: '\r', crlf: '\r\n' }

function formatOf(kind: string, options: string): Format {
  const given = new Map(options.split(' ').map((option) => option.split('=') as [string, string]))
  const special = (name: string, otherwise: string) => {
    const value = given.get(name) ?? otherwise
    return SPECIAL[value] ?? value
  }
  return {
    kind,
    delimiter: special('delimiter', ','),
    newline: special('newline', '\n'),
    encoding: given.get('encoding') ?? 'utf-8',
    mark: given.has('mark'),
  }
}

function sheetsOf(block: string[]): Sheet[] {
  const sheets: Sheet[] = []
  for (const line of block) {
    const [, name, hidden] = /^\[(.+)\]( hidden)?$/.exec(line) ?? []
    if (name !== undefined) sheets.push({ name, hidden: hidden !== undefined, rows: [] })
    else if (sheets.length === 0) sheets.push({ name: 'Sheet1', hidden: false, rows: [cells(line)] })
    else sheets.at(-1)?.rows.push(cells(line))
  }
  return sheets
}

const cells = (line: string) => (line.trim() === '' ? [] : line.split('|').map((cell) => cell.trim()))

function outcomeOf(lines: string[]): Pick<Shape, 'isAsked' | 'answer' | 'companies' | 'refused'> {
  const after = (word: string) =>
    lines
      .find((line) => line.startsWith(word))
      ?.slice(word.length)
      .trim()
  const asked = after('Asked:')
  return {
    isAsked: asked !== undefined,
    answer: Object.fromEntries(new URLSearchParams(asked)),
    companies: lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2)),
    refused: after('Refused:') ?? null,
  }
}

import { readFileSync } from 'node:fs'
import { encoded, fileOf, type Format, type Sheet } from './build.ts'

/**
 * `expected` is what a person would enter, as `Name` or `Name | website`, or else a choice, or a refusal whose message
 * contains the given text.
 */
export type Shape = {
  title: string
  name: string
  bytes: Buffer
  expected: { companies: string[] } | { refused: string } | 'choice'
}

export function readShapes(set: 'development' | 'held-out'): Shape[] {
  const document = readFileSync(new URL(`${set}.txt`, import.meta.url), 'utf8')
  return document
    .split(/^## /m)
    .slice(1)
    .map((part) => shapeOf(part.split('\n')))
}

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
    expected: expectedOf(rest.slice(last + 1).filter((line) => line !== '')),
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

function expectedOf(lines: string[]): Shape['expected'] {
  const [first = ''] = lines
  if (first.startsWith('- ')) return { companies: lines.map((line) => line.slice(2)) }
  return first.startsWith('Refused: ') ? { refused: first.slice('Refused: '.length) } : 'choice'
}

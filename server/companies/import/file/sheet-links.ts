import { attribute, unescaped } from './xml-text.ts'

/** Link targets by row and column, both zero-based. */
export type CellLinks = Map<number, Record<number, string>>

const MAX_LINKS = 50_000
const MAX_TARGET = 2048
const MAX_COLUMNS = 512
const LINK = /<(?:\w+:)?hyperlink\s[^>]*>/g
/** Google Sheets exports links as formulas. */
const FORMULA =
  /<(?:\w+:)?c\s[^>]*?\br="([A-Z]{1,3}\d{1,7})"[^>]*>\s*<(?:\w+:)?f>\s*HYPERLINK\((?:&quot;|")(.{1,2048}?)(?:&quot;|")/gi

/** `sheet` is the part's XML decoded as Latin-1; `targets` maps its relation ids to URLs. */
export function sheetLinks(sheet: string, targets: ReadonlyMap<string, string>): CellLinks {
  const links: CellLinks = new Map()
  if (targets.size > 0)
    for (const [tag] of first(sheet.matchAll(LINK))) {
      const target = targets.get(attribute(tag, '(?:\\w+:)?id') ?? '')
      if (target !== undefined) add(links, attribute(tag, 'ref') ?? '', target)
    }
  if (sheet.includes('HYPERLINK('))
    for (const [, cell = '', target = ''] of first(sheet.matchAll(FORMULA)))
      add(links, cell, unescaped(Buffer.from(target, 'latin1').toString()))
  return links
}

function* first<T>(all: Iterable<T>): Iterable<T> {
  let count = 0
  for (const one of all) {
    count += 1
    if (count > MAX_LINKS) return
    yield one
  }
}

/** For a range, the link goes to its first cell. */
function add(links: CellLinks, reference: string, target: string): void {
  const [, characters = '', row = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})/.exec(reference) ?? []
  const column = [...characters].reduce((sum, character) => sum * 26 + character.charCodeAt(0) - 64, 0) - 1
  if (column < 0 || column >= MAX_COLUMNS || target.length > MAX_TARGET) return
  const at = Number(row) - 1
  const cells = links.get(at) ?? {}
  cells[column] ??= target
  links.set(at, cells)
}

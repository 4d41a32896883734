import { INVALID_FILE_TYPE, refusedByName } from '#domain/companies/files.ts'
import { MAX_SHEETS, refuseTooManyRows, Unreadable } from './unreadable.ts'
import { attribute, unescaped } from './xml-text.ts'
import { sheetLinks, type CellLinks } from './sheet-links.ts'
import type { ZipPackage } from './zip-package.ts'

export type SheetPart = { name: string; xml: Buffer; links: CellLinks }
export type WorkbookParts = { sheets: SheetPart[]; strings: Buffer | null; date1904: boolean }

// Columns end at XFD and rows at 1048576.
const BEYOND = / r=["'](?:[A-Z]{4,}|[A-Z]*\d{8,})/

type Relation = { type: string; target: string; isExternal: boolean }

/** Unpacks only what the list needs; never images, macros or hidden sheets. */
export function workbookParts(archive: ZipPackage): WorkbookParts {
  const workbookPath = findWorkbook(archive)
  const workbook = xml(archive, workbookPath).toString()
  const relations = readRelations(archive, workbookPath)
  const strings = [...relations.values()].find(isInternal('/sharedStrings'))?.target
  return {
    sheets: visibleSheets(workbook, relations, archive).map(({ name, path }) => sheetPart(archive, name, path)),
    strings: strings !== undefined && archive.has(strings) ? xml(archive, strings) : null,
    date1904: /<(?:\w+:)?workbookPr\s[^>]*date1904\s*=\s*["'](?:1|true)["']/.test(workbook),
  }
}

function sheetPart(archive: ZipPackage, name: string, path: string): SheetPart {
  const sheet = xml(archive, path)
  const text = sheet.toString('latin1')
  refuseTooManyRows(text)
  if (BEYOND.test(text)) throw new Unreadable('a cell that no sheet has')
  const targets = new Map(
    [...readRelations(archive, path)].flatMap(([id, { isExternal, target }]) => (isExternal ? [[id, target]] : [])),
  )
  return { name, xml: sheet, links: sheetLinks(text, targets) }
}

const BINARY = [
  ['xl/workbook.bin', '.xlsb'],
  ['Index/Document.iwa', '.numbers'],
] as const

function findWorkbook(archive: ZipPackage): string {
  const refused = (message: string) => new Unreadable('no workbook', { code: 'unsupported-file', message })
  const unsupported = () => refused(INVALID_FILE_TYPE.description)
  for (const [part, kind] of BINARY) if (archive.has(part)) throw refused(refusedByName(kind) ?? '')
  if (!archive.has('[Content_Types].xml')) throw unsupported()
  const main = [...readRelations(archive, '').values()].find(isInternal('/officeDocument'))
  const path = main && archive.has(main.target) ? main.target : 'xl/workbook.xml'
  if (!archive.has(path) || !/\.xml$/i.test(path)) throw unsupported()
  if (!/<(?:\w+:)?workbook[\s>]/.test(xml(archive, path).toString('latin1'))) throw unsupported()
  return path
}

function visibleSheets(workbook: string, relations: Map<string, Relation>, archive: ZipPackage) {
  const sheets: { name: string; path: string }[] = []
  for (const [tag] of workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)) {
    const relation = relations.get(attribute(tag, '(?:\\w+:)id') ?? '')
    const isHidden = /hidden$/i.test(attribute(tag, 'state') ?? '')
    if (relation && isInternal('/worksheet')(relation) && !isHidden && archive.has(relation.target))
      sheets.push({ name: unescaped(attribute(tag, 'name') ?? ''), path: relation.target })
  }
  if (sheets.length === 0) throw new Unreadable('no visible sheet')
  return sheets.slice(0, MAX_SHEETS)
}

const isInternal =
  (kind: string) =>
  ({ type, isExternal }: Relation) =>
    !isExternal && type.endsWith(kind)

/** For the relations of the package itself, `part` is empty. */
function readRelations(archive: ZipPackage, part: string): Map<string, Relation> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`
  const relations = new Map<string, Relation>()
  if (!archive.has(path)) return relations
  for (const [tag] of xml(archive, path)
    .toString()
    .matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
    const [id, type, target] = [attribute(tag, 'Id'), attribute(tag, 'Type'), attribute(tag, 'Target')]
    if (!id || !type || !target) continue
    const isExternal = attribute(tag, 'TargetMode') === 'External'
    relations.set(id, { type, isExternal, target: isExternal ? unescaped(target) : resolve(folder, target) })
  }
  return relations
}

/** Paths are only looked up in the archive, so they can't escape it. */
function resolve(folder: string, target: string): string {
  if (/^[\\/]/.test(target)) return target
  const path: string[] = []
  for (const step of `${folder}${target}`.split(/[\\/]/)) {
    if (step === '..') path.pop()
    else if (step !== '.') path.push(step)
  }
  return path.join('/')
}

export function xml(archive: ZipPackage, path: string): Buffer {
  const part = archive.part(path)
  // No spreadsheet program writes these; their only use would be an entity expansion attack.
  if (part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) throw new Unreadable('a document type')
  return part
}

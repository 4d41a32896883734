import { INVALID_FILE_TYPE } from '#domain/company-file.ts'
import { refuseTooManyRows } from './row-limit.ts'
import { Unreadable } from './unreadable.ts'
import { openZip, type ZipPackage } from './zip-package.ts'

/** The parts of a workbook that hold its first visible sheet, as XML. */
export type WorkbookParts = { sheet: Buffer; strings: Buffer | null; date1904: boolean }

// Columns end at XFD and rows at 1048576.
const BEYOND = / r=["'](?:[A-Z]{4,}|[A-Z]*\d{8,})/

type Relation = { type: string; target: string }

/** Takes from an .xlsx file only what a list is read from; pictures, macros, links and other sheets are never unpacked. */
export function workbookParts(bytes: Buffer): WorkbookParts {
  const archive = openZip(bytes)
  const workbookPath = findWorkbook(archive)
  const workbook = xml(archive, workbookPath).toString()
  const relations = readRelations(archive, workbookPath)
  const strings = [...relations.values()].find(({ type }) => type.endsWith('/sharedStrings'))?.target
  const sheet = xml(archive, firstVisibleSheet(workbook, relations, archive))
  const text = sheet.toString('latin1')
  refuseTooManyRows(text)
  if (BEYOND.test(text)) throw new Unreadable('a cell that no sheet has')
  return {
    sheet,
    strings: strings !== undefined && archive.has(strings) ? xml(archive, strings) : null,
    date1904: /<(?:\w+:)?workbookPr\s[^>]*date1904\s*=\s*["'](?:1|true)["']/.test(workbook),
  }
}

function findWorkbook(archive: ZipPackage): string {
  const unsupported = () =>
    new Unreadable('no workbook', { code: 'unsupported-file', message: INVALID_FILE_TYPE.description })
  if (!archive.has('[Content_Types].xml')) throw unsupported()
  const main = [...readRelations(archive, '').values()].find(({ type }) => type.endsWith('/officeDocument'))
  const path = main && archive.has(main.target) ? main.target : 'xl/workbook.xml'
  if (!archive.has(path) || !/\.xml$/i.test(path)) throw unsupported()
  if (!/<(?:\w+:)?workbook[\s>]/.test(xml(archive, path).toString('latin1'))) throw unsupported()
  return path
}

function firstVisibleSheet(workbook: string, relations: Map<string, Relation>, archive: ZipPackage): string {
  for (const [tag] of workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)) {
    const relation = relations.get(attribute(tag, '(?:\\w+:)id') ?? '')
    const isHidden = /hidden$/i.test(attribute(tag, 'state') ?? '')
    if (relation?.type.endsWith('/worksheet') && !isHidden && archive.has(relation.target))
      return relation.target
  }
  throw new Unreadable('no visible sheet')
}

/** What a part refers to, by id; the package's own relations belong to the part ''. */
function readRelations(archive: ZipPackage, part: string): Map<string, Relation> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`
  const relations = new Map<string, Relation>()
  if (!archive.has(path)) return relations
  for (const [tag] of xml(archive, path)
    .toString()
    .matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
    const [id, type, target] = [attribute(tag, 'Id'), attribute(tag, 'Type'), attribute(tag, 'Target')]
    if (id && type && target && attribute(tag, 'TargetMode') !== 'External')
      relations.set(id, { type, target: resolve(folder, target) })
  }
  return relations
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined)

/** A target beside the part that names it. It is only looked up in the archive, so no path can lead out of it. */
function resolve(folder: string, target: string): string {
  if (/^[\\/]/.test(target)) return target
  const path: string[] = []
  for (const step of `${folder}${target}`.split(/[\\/]/)) {
    if (step === '..') path.pop()
    else if (step !== '.') path.push(step)
  }
  return path.join('/')
}

function xml(archive: ZipPackage, path: string): Buffer {
  const part = archive.part(path)
  // No spreadsheet program writes one; those who do want entities expanded.
  if (part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) throw new Unreadable('a document type')
  return part
}

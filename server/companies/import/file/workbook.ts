import { INVALID_FILE_TYPE } from '#domain/companies/files.ts'
import { refuseTooManyRows, Unreadable } from './unreadable.ts'
import { openZip, type ZipPackage } from './zip-package.ts'
import { crc32 } from 'node:zlib'

export type WorkbookParts = { sheet: Buffer; strings: Buffer | null; date1904: boolean }

// Columns end at XFD and rows at 1048576.
const BEYOND = / r=["'](?:[A-Z]{4,}|[A-Z]*\d{8,})/

type Relation = { type: string; target: string }

/** Unpacks only what the list needs; never images, macros, links or other sheets. */
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
    if (relation?.type.endsWith('/worksheet') && !isHidden && archive.has(relation.target)) return relation.target
  }
  throw new Unreadable('no visible sheet')
}

/** The package's own relations belong to the part ''. */
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

/** Only looked up in the archive, so no path can escape it. */
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
  // No spreadsheet program writes one; it would only serve entity expansion.
  if (part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) throw new Unreadable('a document type')
  return part
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const FORMAT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** An uncompressed copy, so that the parser sees no name, link or size chosen by the uploader. */
export function plainWorkbook({ sheet, strings, date1904 }: WorkbookParts): Buffer {
  return storedZip([
    ['[Content_Types].xml', text(contentTypes(strings !== null))],
    ['_rels/.rels', text(relationsXml([['officeDocument', 'xl/workbook.xml']]))],
    [
      'xl/workbook.xml',
      text(
        `<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      text(
        relationsXml([
          ['worksheet', 'worksheets/sheet1.xml'],
          ...(strings ? [['sharedStrings', 'sharedStrings.xml'] as [string, string]] : []),
        ]),
      ),
    ],
    ...(strings ? [['xl/sharedStrings.xml', strings] as [string, Buffer]] : []),
    ['xl/worksheets/sheet1.xml', sheet],
  ])
}

const text = (content: string) => Buffer.from(HEAD + content)

function contentTypes(hasStrings: boolean): string {
  const parts = [
    ['xl/workbook.xml', 'sheet.main'],
    ['xl/worksheets/sheet1.xml', 'worksheet'],
    ...(hasStrings ? [['xl/sharedStrings.xml', 'sharedStrings']] : []),
  ]
  const lines = parts.map(([name, type]) => `<Override PartName="/${name}" ContentType="${FORMAT}.${type}+xml"/>`)
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${lines.join('')}</Types>`
}

function relationsXml(targets: [type: string, target: string][]): string {
  const lines = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATION}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${lines.join('')}</Relationships>`
}

function storedZip(files: [name: string, content: Buffer][]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of files) {
    const head = Buffer.alloc(30 + name.length)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt32LE(crc32(content), 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt32LE(content.length, 22)
    head.writeUInt16LE(name.length, 26)
    head.write(name, 30)
    const listed = Buffer.alloc(46 + name.length)
    listed.writeUInt32LE(0x02014b50, 0)
    listed.writeUInt16LE(20, 4)
    head.copy(listed, 6, 4, 30)
    listed.writeUInt32LE(offset, 42)
    listed.write(name, 46)
    local.push(head, content)
    central.push(listed)
    offset += head.length + content.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(
    central.reduce((sum, part) => sum + part.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, ...central, end])
}

import { crc32 } from 'node:zlib'
import type { WorkbookParts } from './workbook.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const FORMAT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** Builds an uncompressed copy, so that the parser sees no names, links or sizes chosen by the uploader. */
export function plainWorkbook({ sheets, strings, date1904 }: WorkbookParts): Buffer {
  const numbers = sheets.map((_, index) => index + 1)
  return storedZip([
    ['[Content_Types].xml', text(contentTypes(numbers, strings !== null))],
    ['_rels/.rels', text(relationsXml([['officeDocument', 'xl/workbook.xml']]))],
    [
      'xl/workbook.xml',
      text(
        `<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${numbers.map((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
      ),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      text(
        relationsXml([
          ...numbers.map((n): [string, string] => ['worksheet', `worksheets/sheet${n}.xml`]),
          ...(strings ? [['sharedStrings', 'sharedStrings.xml'] as [string, string]] : []),
        ]),
      ),
    ],
    ...(strings ? [['xl/sharedStrings.xml', strings] as [string, Buffer]] : []),
    ...sheets.map(({ xml }, index): [string, Buffer] => [`xl/worksheets/sheet${index + 1}.xml`, xml]),
  ])
}

const text = (content: string) => Buffer.from(HEAD + content)

function contentTypes(sheets: number[], hasStrings: boolean): string {
  const parts = [
    ['xl/workbook.xml', 'sheet.main'],
    ...sheets.map((n) => [`xl/worksheets/sheet${n}.xml`, 'worksheet']),
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

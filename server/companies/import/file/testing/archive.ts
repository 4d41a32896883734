import { crc32, deflateRawSync } from 'node:zlib'

type Tampering = {
  /** Overrides the true size. */
  size?: number
  packed?: number
  flags?: number
  /** The offset that the directory declares. */
  start?: number
  stored?: boolean
  listedOnly?: boolean
}
export type Part = { name: string; content: string | Buffer } & Tampering

export function archive(parts: Part[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content, ...lie } of parts) {
    const plain = Buffer.from(content)
    const data = lie.stored ? plain : deflateRawSync(plain)
    const title = Buffer.from(name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(lie.flags ?? 0, 2)
    shared.writeUInt16LE(lie.stored ? 0 : 8, 4)
    shared.writeUInt32LE(crc32(plain), 10)
    shared.writeUInt32LE(lie.packed ?? data.length, 14)
    shared.writeUInt32LE(lie.size ?? plain.length, 18)
    shared.writeUInt16LE(title.length, 22)
    if (!lie.listedOnly) local.push(Buffer.from('504b0304', 'hex'), shared, title, data)
    const where = Buffer.alloc(14)
    where.writeUInt32LE(lie.start ?? offset, 10)
    central.push(Buffer.from('504b01021400', 'hex'), shared, where, title)
    if (!lie.listedOnly) offset += 30 + title.length + data.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length & 0xffff, 8)
  end.writeUInt16LE(parts.length & 0xffff, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

type Sheet = { name: string; xml: string; state?: string; type?: string }

export function workbook(sheets: Sheet[], { strings = '', properties = '' } = {}): Part[] {
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  )
  const relations = sheets.map(
    ({ type = 'worksheet' }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATION}/${type}" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships><Relationship Id="a" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${MAIN} xmlns:r="${RELATION}">${properties}<sheets>${list.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${relations.join('')}<Relationship Id="s" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst ${MAIN}>${strings}</sst>` },
    ...sheets.map(({ xml }, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, content: xml })),
  ]
}

/** A cell that starts with `<` is raw XML. */
export function sheetXml(lines: string[][], after = ''): string {
  const rows = lines.map((cells, row) => {
    const xml = cells.map((cell, column) => {
      const reference = `${String.fromCodePoint(65 + column)}${row + 1}`
      return cell.startsWith('<')
        ? cell.replace('<c', `<c r="${reference}"`)
        : `<c r="${reference}" t="inlineStr"><is><t>${cell}</t></is></c>`
    })
    return `<row r="${row + 1}">${xml.join('')}</row>`
  })
  return `<worksheet ${MAIN}><sheetData>${rows.join('')}</sheetData>${after}</worksheet>`
}

export const LIST = [
  ['Company', 'Website'],
  ['Acme, Inc.', 'acme.com'],
]

import { utils, write, type BookType } from '@e965/xlsx'
import { archive } from '../../file/testing/archive.ts'

/** In cells, `=12` is a number, `Text -> https://…` a link, and `Text => https://…` a link from a formula. */
export type Sheet = { name: string; hidden: boolean; rows: string[][] }
export type Format = { kind: string; delimiter: string; newline: string; encoding: string; mark: boolean }

export function fileOf(sheets: Sheet[], format: Format): Buffer {
  const [{ rows } = { rows: [] }] = sheets
  if (format.kind === 'csv') return delimited(rows, format)
  if (format.kind === 'html') return htmlTables(sheets)
  if (format.kind === 'ods') return openDocument(sheets)
  if (format.kind === 'xml') return spreadsheetXml(rows)
  return workbookFile(sheets, format.kind as BookType)
}

type Cell = { value: string | number; link?: string; formula?: string }

function cellOf(written: string): Cell {
  const [, text, arrow, target] = /^(.*?) (->|=>) (\S+)$/.exec(written) ?? []
  if (text !== undefined && target !== undefined)
    return { value: text, ...(arrow === '->' ? { link: target } : { formula: `HYPERLINK("${target}","${text}")` }) }
  return { value: /^=-?[\d.]+$/.test(written) ? Number(written.slice(1)) : written.replaceAll('\\n', '\n') }
}

function delimited(rows: string[][], { delimiter, newline, encoding, mark }: Format): Buffer {
  const quoted = (written: string) => {
    const text = String(cellOf(written).value)
    return text.includes(delimiter) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const text = rows.map((cells) => cells.map(quoted).join(delimiter) + newline).join('')
  return encoded((mark ? '\uFEFF' : '') + text, encoding)
}

export function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  const table = encoder(encoding)
  return Buffer.concat([...text].map((character) => table.get(character) ?? Buffer.from('?')))
}

/** The platform can only encode UTF-8, so this inverts the decoder by decoding every byte sequence. */
function encoder(encoding: string): Map<string, Buffer> {
  const table = new Map<string, Buffer>()
  const add = (bytes: number[]) => {
    const text = new TextDecoder(encoding).decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== '\uFFFD' && !table.has(text)) table.set(text, Buffer.from(bytes))
  }
  for (let one = 0; one < 256; one += 1) add([one])
  if (!/^(?:shift_jis|gbk|big5|euc-jp|euc-kr)$/.test(encoding)) return table
  for (let one = 0x81; one < 0xff; one += 1) for (let two = 0x40; two < 0xff; two += 1) add([one, two])
  return table
}

function workbookFile(sheets: Sheet[], bookType: BookType): Buffer {
  const book = utils.book_new()
  for (const { name, rows } of sheets) {
    const cells = rows.map((row) => row.map(cellOf))
    const sheet = utils.aoa_to_sheet(cells.map((row) => row.map(({ value }) => value)))
    for (const [r, row] of cells.entries()) {
      for (const [c, { value, link, formula }] of row.entries()) {
        const at = utils.encode_cell({ r, c })
        if (link) sheet[at].l = { Target: link }
        if (formula) sheet[at] = { t: 's', v: value, f: formula }
      }
    }
    utils.book_append_sheet(book, sheet, name)
  }
  book.Workbook = { Sheets: sheets.map(({ hidden }) => ({ Hidden: hidden ? 1 : 0 })) }
  const bytes: Buffer = write(book, { type: 'buffer', bookType })
  return bytes
}

const escaped = (value: string | number) => String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function htmlTables(sheets: Sheet[]): Buffer {
  const cell = (written: string) => {
    const { value, link } = cellOf(written)
    return `<td>${link ? `<a href="${link}">${escaped(value)}</a>` : escaped(value)}</td>`
  }
  const tables = sheets.map(
    ({ rows }) => `<table border=1>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</table>`,
  )
  return Buffer.from(
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"><style>td{color:red}</style></head><body>${tables.join('')}</body></html>`,
  )
}

function openDocument(sheets: Sheet[]): Buffer {
  const cell = (written: string) => {
    const { value, link } = cellOf(written)
    if (value === '') return '<table:table-cell/>'
    const text = link ? `<text:a xlink:href="${link}">${escaped(value)}</text:a>` : escaped(value)
    const type = typeof value === 'number' ? `float" office:value="${value}` : 'string'
    return `<table:table-cell office:value-type="${type}"><text:p>${text}</text:p></table:table-cell>`
  }
  const blank = (count: number) => `<table:table-cell table:number-columns-repeated="${count}"/>`
  const tables = sheets.map(({ name, rows }) => {
    const body = rows.map((row) => `<table:table-row>${row.map(cell).join('')}${blank(1020)}</table:table-row>`)
    const rest = `<table:table-row table:number-rows-repeated="1048000">${blank(1024)}</table:table-row>`
    return `<table:table table:name="${name}">${body.join('')}${rest}</table:table>`
  })
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`
  return archive([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
    { name: 'content.xml', content },
  ])
}

function spreadsheetXml(rows: string[][]): Buffer {
  const cell = (written: string) => {
    const { value } = cellOf(written)
    return `<Cell><Data ss:Type="${typeof value === 'number' ? 'Number' : 'String'}">${escaped(value)}</Data></Cell>`
  }
  const body = rows.map((row) => `<Row>${row.map(cell).join('')}</Row>`).join('')
  return Buffer.from(
    `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Portfolio"><Table>${body}</Table></Worksheet></Workbook>`,
  )
}

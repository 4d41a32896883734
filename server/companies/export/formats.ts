import { EXPORT_COLUMNS, exportRows, type ExportedCompany, type ExportCell } from '#domain/companies/export.ts'
import { csvHeader, csvRow } from '../../platform/csv.ts'
import { guardFormula } from '#domain/companies/files.ts'
import { zipStream } from '../../platform/zip.ts'

export async function* csvFile(pages: AsyncIterable<ExportedCompany[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(csvHeader(EXPORT_COLUMNS))
  for await (const page of pages) yield encoder.encode(page.flatMap(exportRows).map(csvRow).join(''))
}

export async function* jsonFile(pages: AsyncIterable<ExportedCompany[]>, exportedAt: Date): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`{"exportedAt":${JSON.stringify(exportedAt)},"companies":[`)
  let separator = '\n'
  for await (const page of pages) {
    yield encoder.encode(separator + page.map((company) => JSON.stringify(company)).join(',\n'))
    separator = ',\n'
  }
  yield encoder.encode('\n]}\n')
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const WIDTHS: Record<(typeof EXPORT_COLUMNS)[number], number> = {
  Company: 32,
  Website: 34,
  Category: 20,
  Stage: 16,
  'Date Invested': 15,
  Added: 13,
  'Latest News': 13,
  'News Items': 12,
  'Stories, 30 Days': 17,
  'Stories, 90 Days': 17,
  'Last Story': 13,
  'Last Story Title': 48,
  'Last Event': 13,
  'Main Section': 24,
  'Quiet Since': 13,
  Sample: 10,
  Position: 13,
  'Position Date': 14,
  Amount: 14,
  Currency: 10,
  Instrument: 12,
  Round: 16,
  Valuation: 14,
  'Valuation Basis': 15,
  'Position Notes': 32,
}
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LAST = LETTERS[EXPORT_COLUMNS.length - 1]
// Indexes into `STYLES`: one for headings, one for text that stays text when edited.
const HEADING = 1
const TEXT = 2

/** The smallest workbook that every spreadsheet program opens, without formulas. */
export const xlsxFile = (pages: AsyncIterable<ExportedCompany[]>): AsyncGenerator<Uint8Array> =>
  zipStream([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [PACKAGE_RELATIONS] },
    { name: 'xl/workbook.xml', content: [WORKBOOK] },
    { name: 'xl/_rels/workbook.xml.rels', content: [WORKBOOK_RELATIONS] },
    { name: 'xl/styles.xml', content: [STYLES] },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(pages) },
  ])

async function* sheet(pages: AsyncIterable<ExportedCompany[]>): AsyncGenerator<string> {
  const columns = EXPORT_COLUMNS.map(
    (name, at) => `<col min="${at + 1}" max="${at + 1}" width="${WIDTHS[name]}" customWidth="1"/>`,
  )
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
  yield row(1, [...EXPORT_COLUMNS], HEADING)
  let last = 1
  for await (const page of pages)
    yield page
      .flatMap(exportRows)
      .map((cells) => row((last += 1), cells))
      .join('')
  yield `</sheetData><autoFilter ref="A1:${LAST}${last}"/></worksheet>`
}

function row(number: number, cells: ExportCell[], style = TEXT): string {
  const written = cells.map((value, at) => {
    if (value === '') return ''
    const place = `r="${LETTERS[at]}${number}"`
    return typeof value === 'number'
      ? `<c ${place}><v>${value}</v></c>`
      : `<c ${place} s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(guardFormula(value))}</t></is></c>`
  })
  return `<row r="${number}">${written.join('')}</row>`
}

/** Characters that XML 1.0 can't represent use the spreadsheet format's own escapes. */
const xmlText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    // oxlint-disable-next-line no-control-regex -- these are what must not be in it
    .replaceAll(/[\0-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, escaped)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const escaped = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`

const CONTENT_TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`

const PACKAGE_RELATIONS = `${HEAD}<Relationships xmlns="${RELATIONS}">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`

const WORKBOOK = `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Portfolio" sheetId="1" r:id="rId1"/></sheets></workbook>`

const WORKBOOK_RELATIONS = `${HEAD}<Relationships xmlns="${RELATIONS}">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'styles', 'styles.xml')}</Relationships>`

// 49 is the built-in text format.
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

import { EXPORT_COLUMNS, exportCells, type ExportedCompany } from '#domain/company-export.ts'
import { csvLine } from '../csv-line.ts'

// Without it a spreadsheet program takes the file for one in the machine's old encoding.
const BYTE_ORDER_MARK = '\uFEFF'

/** The portfolio as RFC 4180 has it. */
export async function* csvFile(pages: AsyncIterable<ExportedCompany[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(BYTE_ORDER_MARK + csvLine([...EXPORT_COLUMNS]))
  for await (const page of pages)
    yield encoder.encode(page.map((company) => csvLine(exportCells(company))).join(''))
}

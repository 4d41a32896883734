import { EXPORT_COLUMNS, exportCells, type ExportCell, type ExportedCompany } from '#domain/company-export.ts'

// Without it a spreadsheet program takes the file for one in the machine's old encoding.
const BYTE_ORDER_MARK = '\uFEFF'

/** The portfolio as RFC 4180 has it. */
export async function* csvFile(pages: AsyncIterable<ExportedCompany[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(BYTE_ORDER_MARK + line([...EXPORT_COLUMNS]))
  for await (const page of pages)
    yield encoder.encode(page.map((company) => line(exportCells(company))).join(''))
}

const line = (cells: ExportCell[]) => `${cells.map(cell).join(',')}\r\n`

/** Other delimiters and outer spaces are quoted too: programs that guess what a file means guess right then. */
function cell(value: ExportCell): string {
  const text = String(value)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A row as RFC 4180 has it. Other delimiters and outer spaces are quoted too: programs that guess what a file means guess right then. */
export const csvLine = (cells: (string | number)[]) => `${cells.map(cell).join(',')}\r\n`

function cell(value: string | number): string {
  const text = String(value)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

import * as XLSX from '@e965/xlsx'

export type Row = { name: string; website: string }

const SYLLABLES = 'al be cor du el fa gri ho in ju ka lo mer no or pa qui ro sol ta ur va wex yo zan'.split(
  ' ',
)

/** Invented names, each one once, the same in every run. */
export function inventedRows(count: number): Row[] {
  return Array.from({ length: count }, (_, number) => {
    const word = [number % 25, Math.floor(number / 25) % 25, Math.floor(number / 625) % 25]
      .map((part) => SYLLABLES[part])
      .join('')
    return { name: `${word} ${number}`, website: `https://${word}-${number}.example` }
  })
}

export const csvFile = (rows: Row[]) =>
  Buffer.from(['Company,Website', ...rows.map(({ name, website }) => `${name},${website}`)].join('\n'))

export function xlsxFile(rows: Row[]): Buffer {
  const book = XLSX.utils.book_new()
  const cells = [['Company', 'Website'], ...rows.map(({ name, website }) => [name, website])]
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(cells), 'Portfolio')
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

import type { ImportLayout } from '#domain/companies/import/imports.ts'
import { counted } from '../../../ui/text.ts'
import type { ReadingChoice } from './queries.ts'

type Props = { sheets: ImportLayout['sheets']; onRead: (choice: ReadingChoice) => void }

/** Lets the user choose which sheets of a workbook are read. Each change reads the file again. */
export function SheetChoice({ sheets, onRead }: Props) {
  const listed = sheets.filter(({ rows }) => rows > 1)
  if (listed.length < 2) return null
  const read = listed.filter((sheet) => sheet.read).map(({ number }) => number)
  const toggle = (number: number) => {
    const chosen = read.includes(number) ? read.filter((one) => one !== number) : [...read, number]
    onRead({ sheets: chosen.join(','), nameColumn: undefined, websiteColumn: undefined, headerRow: undefined })
  }
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">Sheets</legend>
      <div className="flex flex-wrap gap-x-6">
        {listed.map(({ number, name, rows, read: isRead }) => (
          <label key={number} className="flex min-h-11 max-w-full cursor-pointer items-center gap-2 md:min-h-9">
            <input
              type="checkbox"
              checked={isRead}
              disabled={isRead && read.length === 1}
              onChange={() => toggle(number)}
              className="size-4.5 flex-none cursor-pointer accent-accent"
            />
            <span className="min-w-0 break-words">
              {name} <span className="text-sm text-muted">{counted(rows, 'row', 'rows')}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import type { ImportLayout } from '#domain/companies/import/imports.ts'
import { counted } from '../../../ui/text.ts'

type Props = { sheets: ImportLayout['sheets']; onSheets: (numbers: number[]) => void }

/** Lets the user choose which sheets of a workbook are read. */
export function SheetChoice({ sheets, onSheets }: Props) {
  const listed = sheets.filter(({ rows }) => rows > 1)
  if (listed.length < 2) return null
  const read = listed.filter((sheet) => sheet.read).map(({ number }) => number)
  const toggle = (number: number) => {
    onSheets(read.includes(number) ? read.filter((one) => one !== number) : [...read, number])
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

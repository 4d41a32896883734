import { useId, useState, type ReactNode } from 'react'
import type { ColumnChoice } from '#domain/companies/import/imports.ts'
import { ApiError } from '../../../api/api-error.ts'
import { Button, cx } from '../../../ui/button.tsx'
import { Select, Switch } from '../../../ui/forms/controls.tsx'
import { StepHeading } from './file-drop.tsx'
import type { ReadingChoice } from './queries.ts'

/** The columns of a file whose headings weren't recognized; null for any other error. */
export function columnsToChoose(error: Error | null): ColumnChoice | null {
  const details = error instanceof ApiError ? (error.details as Partial<ColumnChoice> | undefined) : undefined
  return Array.isArray(details?.columns) && details.columns.length > 0 ? (details as ColumnChoice) : null
}

type Props = {
  fileName: string
  columns: ColumnChoice
  /** True if the file was read but the user wants different columns. */
  isKnown: boolean
  onChoose: (choice: ReadingChoice) => void
  actions: ReactNode
}

export function ColumnQuestion({ fileName, columns: given, isKnown, onChoose, actions }: Props) {
  const [name, setName] = useState(given.nameColumn ?? given.columns[0]?.column ?? 1)
  const [website, setWebsite] = useState(given.websiteColumn ?? 0)
  const [hasHeadings, setHasHeadings] = useState(given.headerRow > 0)
  const group = useId()
  return (
    <form
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose({
          sheets: String(given.sheet),
          nameColumn: name,
          websiteColumn: website === name ? 0 : website,
          headerRow: hasHeadings ? Math.max(1, given.headerRow) : 0,
        })
      }}
    >
      <div className="grid gap-2">
        <StepHeading>Which column is the company?</StepHeading>
        <p className="max-w-[60ch] break-words text-muted">
          {isKnown ? 'Choose the columns to read from ' : 'We do not know the headings of '}
          <span className="font-medium text-ink">{fileName}</span>.
          {!isKnown && ' Choose the column with the company names.'}
        </p>
      </div>
      <fieldset className="grid gap-px border-y border-line">
        <legend className="sr-only">Company column</legend>
        {given.columns.map(({ column, heading, examples }) => (
          <label
            key={column}
            className={cx(
              'grid min-h-11 cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)] items-center gap-x-3 px-2 py-2.5',
              name === column && 'bg-accent-soft',
            )}
          >
            <input
              type="radio"
              name={group}
              checked={name === column}
              onChange={() => setName(column)}
              className="row-span-2 size-4.5 cursor-pointer accent-accent"
            />
            <span className="min-w-0 font-medium break-words">{columnName({ column, heading })}</span>
            <span className="col-start-2 min-w-0 truncate text-sm text-muted">{examples.join(', ') || 'Empty'}</span>
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <label className="grid gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            Website column
          </span>
          <Select label="Website column" value={String(website)} onChange={(value) => setWebsite(Number(value))}>
            <option value="0">None</option>
            {given.columns.map((column) => (
              <option key={column.column} value={column.column}>
                {columnName(column)}
              </option>
            ))}
          </Select>
        </label>
        <div className="self-end">
          <Switch label="The first row is a heading" checked={hasHeadings} onChange={setHasHeadings} />
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        {actions}
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </div>
    </form>
  )
}

const columnName = ({ column, heading }: { column: number; heading: string }) => heading || `Column ${column}`

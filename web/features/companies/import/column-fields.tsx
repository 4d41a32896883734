import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { FieldChoice } from '#domain/companies/import/answer.ts'
import type { ImportReport } from '#domain/companies/import/imports.ts'
import { CURRENCIES } from '#domain/companies/positions/money.ts'
import { Input, Select } from '../../../ui/forms/controls.tsx'
import type { ReadingChoice } from './queries.ts'

const FIELDS: [group: string, fields: [FieldChoice, string][]][] = [
  [
    'Company',
    [
      ['name', 'Company name'],
      ['website', 'Website'],
      ['category', 'Category'],
      ['stage', 'Stage'],
      ['investmentDate', 'Date invested'],
    ],
  ],
  [
    'Position',
    [
      ['amount', 'Amount invested'],
      ['currency', 'Currency'],
      ['instrument', 'Instrument'],
      ['round', 'Round'],
      ['valuation', 'Cap or valuation'],
      ['valuationBasis', 'Kind of valuation'],
      ['positionDate', 'Date of the position'],
      ['kind', 'Kind of position'],
      ['value', 'Current value'],
      ['valueDate', 'Date of the value'],
      ['notes', 'Notes'],
    ],
  ],
]

/** With several sheets, only the headings of ignored columns are known, and they don't have numbers. */
type Column = { column: number | null; heading: string; examples: string[]; field: string | null }
type Props = { plan: ImportReport; choice: ReadingChoice; onRead: (choice: ReadingChoice) => void }

/** Lets the user choose what each column is imported as. */
export function ColumnFields({ plan, choice, onRead }: Props) {
  const columns = columnsOf(plan)
  const unread = columns.filter(({ field }) => field === null)
  const read = columns.filter(({ field }) => field !== null)
  const change = ({ column, heading }: Column, field: string | null) => {
    const key = column === null ? heading : `#${column}`
    onRead({ ...choice, map: JSON.stringify({ ...chosenFields(choice), [key]: field ?? 'none' }) })
  }
  const asks = plan.layout?.asks ?? []
  if (columns.length === 0 && asks.length === 0) return null
  return (
    <section aria-label="Columns" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {asks.includes('currency') && (
        <Question label="Currency of amounts without one" hint="Amounts that name a currency keep it.">
          <Select
            label="Currency of amounts without one"
            value={choice.currency ?? ''}
            onChange={(currency) => onRead({ ...choice, currency: currency || undefined })}
          >
            <option value="">Leave these amounts out</option>
            {CURRENCIES.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        </Question>
      )}
      {asks.includes('values-as-of') && (
        <Question label="Date of the current values" hint="Without a date, current values are left out.">
          <Input
            type="date"
            aria-label="Date of the current values"
            defaultValue={choice.valuesAsOf ?? ''}
            onBlur={({ target }) => {
              const valuesAsOf = target.value || undefined
              if (target.validity.valid && valuesAsOf !== choice.valuesAsOf) onRead({ ...choice, valuesAsOf })
            }}
          />
        </Question>
      )}
      {unread.length > 0 && (
        <Fold title={`Columns not imported (${unread.length})`} isOpen={unread.length <= FEW}>
          <p className="mb-2 text-sm text-muted">
            Say what a column holds to import it. We remember your choice for files with the same headings.
          </p>
          <ColumnList columns={unread} onChange={change} />
        </Fold>
      )}
      {read.length > 0 && (
        <Fold title={`Imported columns (${read.length})`}>
          <ColumnList columns={read} onChange={change} />
        </Fold>
      )}
    </section>
  )
}

/** A longer list starts out collapsed, because reports from other services have many irrelevant columns. */
const FEW = 3

function Fold({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  const [isShown, setIsShown] = useState(isOpen)
  return (
    <details className="group" open={isShown} onToggle={({ currentTarget }) => setIsShown(currentTarget.open)}>
      <summary className="-ml-1 inline-flex h-11 cursor-pointer list-none items-center gap-1.5 rounded-sm px-1 text-sm text-muted hover:text-ink md:h-9 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}

const columnsOf = ({ layout, ignoredColumns }: ImportReport): Column[] =>
  layout?.reading?.columns ?? ignoredColumns.map((heading) => ({ column: null, heading, examples: [], field: null }))

function chosenFields({ map }: ReadingChoice): Record<string, unknown> {
  return map === undefined ? {} : (JSON.parse(map) as Record<string, unknown>)
}

type ListProps<Listed> = { columns: Listed[]; onChange: (column: Listed, field: string | null) => void }

export function ColumnList<Listed extends Column>({ columns, onChange }: ListProps<Listed>) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {columns.map((column) => (
        <ColumnField
          key={column.column ?? column.heading}
          column={column}
          onChange={(field) => onChange(column, field === 'none' ? null : field)}
        />
      ))}
    </ul>
  )
}

function ColumnField({ column, onChange }: { column: Column; onChange: (field: string) => void }) {
  const { heading, examples, field } = column
  const name = heading || `Column ${column.column}`
  return (
    <li className="grid gap-x-4 gap-y-1.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_13rem] sm:items-center">
      <div className="min-w-0">
        <p className="font-medium break-words">{name}</p>
        {examples.length > 0 && <p className="truncate text-sm text-muted">{examples.join(', ')}</p>}
      </div>
      <Select label={`Read “${name}” as`} value={field ?? 'none'} onChange={onChange}>
        <option value="none">Not imported</option>
        {FIELDS.map(([group, fields]) => (
          <optgroup key={group} label={group}>
            {fields.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </li>
  )
}

function Question({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset aria-describedby={id} className="grid max-w-80 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {children}
      <p id={id} className="text-sm text-muted">
        {hint}
      </p>
    </fieldset>
  )
}

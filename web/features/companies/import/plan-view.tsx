import { useId, type ReactNode } from 'react'
import type { ImportReport } from '#domain/companies/import/imports.ts'
import { Notice } from '../../../ui/feedback.tsx'
import { ALL_HERE } from '../messages.ts'
import { formatNumber } from '../../../ui/text.ts'
import { hasSomethingToImport, ignoredColumnsLine, planSentence, type Ticks } from './plan-rows.ts'
import { ColumnFields } from './column-fields.tsx'
import { StepHeading } from './file-drop.tsx'
import { PlanRows } from './plan-lines.tsx'
import { SheetChoice } from './sheet-choice.tsx'
import type { ReadingChoice } from './queries.ts'
import { Switch } from '../../../ui/forms/controls.tsx'

type Props = {
  fileName: string
  plan: ImportReport
  update: boolean
  onUpdate: (update: boolean) => void
  ticks: Ticks
  onTicks: (ticks: Ticks) => void
  choice: ReadingChoice
  onRead: (choice: ReadingChoice) => void
  onColumns: () => void
  actions: ReactNode
}

export function PlanView({
  fileName,
  plan,
  update,
  onUpdate,
  ticks,
  onTicks,
  choice,
  onRead,
  onColumns,
  actions,
}: Props) {
  const id = useId()
  const { counts } = plan
  const notes = [...plan.warnings, ignoredColumnsLine(plan)].filter((note) => note !== null)
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-2">
        <StepHeading describedBy={id} className="break-words">
          {hasSomethingToImport(plan) ? 'Review import' : 'Nothing to import'}
        </StepHeading>
        <p id={id} className="break-words text-muted">
          {counts.duplicate === counts.total ? (
            ALL_HERE
          ) : (
            <>
              <span className="font-medium text-ink">{fileName}</span>: {planSentence(plan)}.
            </>
          )}
        </p>
      </div>
      <Stats plan={plan} />
      {notes.length > 0 && (
        <Notice>
          {notes.map((note) => (
            <p key={note} className="break-words">
              {note}
            </p>
          ))}
        </Notice>
      )}
      {plan.layout && (
        <SheetChoice
          sheets={plan.layout.sheets}
          onSheets={(numbers) =>
            onRead({ sheets: numbers.join(','), headerRow: undefined, turned: undefined, map: undefined })
          }
        />
      )}
      {plan.layout?.reading && (
        <p className="text-sm text-muted">
          {columnsLine(plan)}{' '}
          <button
            type="button"
            onClick={onColumns}
            className="min-h-8 cursor-pointer rounded-sm text-accent underline underline-offset-3"
          >
            Change columns
          </button>
        </p>
      )}
      <ColumnFields plan={plan} choice={choice} onRead={onRead} />
      {counts.changed > 0 && <Switch label="Update existing companies" checked={update} onChange={onUpdate} />}
      {actions}
      <PlanRows plan={plan} update={update} ticks={ticks} onTicks={onTicks} />
    </div>
  )
}

function Stats({ plan: { counts } }: { plan: ImportReport }) {
  const stats: [string, number][] = [
    ['New', counts.new],
    ['Changed', counts.changed],
    ...(counts.positions > 0 ? [['Positions', counts.positions] as [string, number]] : []),
    ['Duplicates', counts.duplicate],
    ['With errors', counts.invalid],
    ...(counts.ignored > 0 ? [['Left out', counts.ignored] as [string, number]] : []),
    ...(counts.amountsLeftOut > 0 ? [['Amounts left out', counts.amountsLeftOut] as [string, number]] : []),
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-line py-4 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
      {stats.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-serif text-xl font-semibold tabular-nums">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function columnsLine({ layout }: ImportReport): string {
  const called = (field: string) => {
    const found = layout?.reading?.columns.find((one) => one.field === field)
    return found ? `“${found.heading || `Column ${found.column}`}”` : null
  }
  const website = called('website')
  return `Companies from ${called('name') ?? 'the list'}${website ? `, websites from ${website}` : ''}.`
}

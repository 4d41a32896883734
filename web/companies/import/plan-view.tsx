import { useId, type ReactNode } from 'react'
import type { ImportReport } from '#domain/companies/imports.ts'
import { Notice } from '../../ui/alert.tsx'
import { ALL_HERE, figure } from '../messages.ts'
import { hasSomethingToImport, ignoredColumnsLine, planSentence } from './plan-lines.ts'
import { PlanRows } from './plan-rows.tsx'
import { StepHeading } from './step-heading.tsx'

type Props = {
  fileName: string
  plan: ImportReport
  update: boolean
  onUpdate: (update: boolean) => void
  actions: ReactNode
}

/** What an import would do, before it does it. */
export function PlanView({ fileName, plan, update, onUpdate, actions }: Props) {
  const id = useId()
  const { counts } = plan
  const notes = [...plan.warnings, ignoredColumnsLine(plan)].filter((note) => note !== null)
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-2">
        <StepHeading describedBy={id} className="break-words">
          {hasSomethingToImport(plan) ? 'What this file would do' : 'Nothing to import'}
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
      <Figures plan={plan} />
      {notes.length > 0 && (
        <Notice>
          {notes.map((note) => (
            <p key={note} className="break-words">
              {note}
            </p>
          ))}
        </Notice>
      )}
      {counts.changed > 0 && <UpdateSwitch checked={update} onChange={onUpdate} />}
      {actions}
      <PlanRows plan={plan} update={update} />
    </div>
  )
}

function Figures({ plan: { counts } }: { plan: ImportReport }) {
  const figures: [string, number][] = [
    ['New', counts.new],
    ['Changed', counts.changed],
    ['Duplicates', counts.duplicate],
    ['Cannot be imported', counts.invalid],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-line py-4 sm:grid-cols-4">
      {figures.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-serif text-xl font-semibold tabular-nums">{figure(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function UpdateSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 md:min-h-9">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-5 w-9 flex-none cursor-pointer appearance-none rounded-full border border-control-line bg-sunk transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-control-line before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent"
      />
      Update companies that are already here
    </label>
  )
}

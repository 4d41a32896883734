import { useId, type ReactNode, useState } from 'react'
import type { ImportReport, Detail, DetailChange } from '#domain/companies/imports.ts'
import { Notice } from '../../../ui/feedback.tsx'
import { ALL_HERE } from '../messages.ts'
import { formatNumber } from '../../../ui/text.ts'
import {
  hasSomethingToImport,
  ignoredColumnsLine,
  planSentence,
  planRows,
  type PlanRow,
  type RowKind,
} from './plan-rows.ts'
import { StepHeading } from './file-drop.tsx'
import { CircleEqual, CircleMinus, CirclePlus, CircleX, PencilLine } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/forms/controls.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

type Props = {
  fileName: string
  plan: ImportReport
  update: boolean
  onUpdate: (update: boolean) => void
  actions: ReactNode
}

export function PlanView({ fileName, plan, update, onUpdate, actions }: Props) {
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
      {counts.changed > 0 && <Switch label="Update existing companies" checked={update} onChange={onUpdate} />}
      {actions}
      <PlanRows plan={plan} update={update} />
    </div>
  )
}

function Stats({ plan: { counts } }: { plan: ImportReport }) {
  const stats: [string, number][] = [
    ['New', counts.new],
    ['Changed', counts.changed],
    ['Duplicates', counts.duplicate],
    ['With errors', counts.invalid],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-line py-4 sm:grid-cols-4">
      {stats.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-serif text-xl font-semibold tabular-nums">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

const FIRST_ROWS = 25
const MORE_ROWS = 100

const kinds: Record<RowKind, { tab: string; word: string; icon: typeof CircleX; tone: string }> = {
  new: { tab: 'New', word: 'New', icon: CirclePlus, tone: 'text-good' },
  changed: { tab: 'Changed', word: 'Changed', icon: PencilLine, tone: 'text-warn' },
  duplicate: { tab: 'Duplicates', word: 'Duplicate', icon: CircleEqual, tone: 'text-muted' },
  invalid: { tab: 'With errors', word: 'Not imported', icon: CircleX, tone: 'text-bad' },
  ignored: { tab: 'Not companies', word: 'Left out', icon: CircleMinus, tone: 'text-muted' },
}

const fields: Record<Detail, string> = {
  website: 'Website',
  category: 'Category',
  stage: 'Stage',
  investmentDate: 'Date invested',
}

function PlanRows({ plan, update }: { plan: ImportReport; update: boolean }) {
  const [filter, setFilter] = useState('all')
  const lines = planRows(plan)
  const present = (Object.keys(kinds) as RowKind[]).filter((kind) => plan.counts[kind] > 0)
  const tab = (value: string, label: string, shown: PlanRow[], total: number) => ({
    value,
    label,
    content: <Lines lines={shown} total={total} update={update} />,
  })
  const all = tab('all', 'Every row', lines, plan.counts.total)
  if (present.length < 2) return <div className="border-t border-line pt-4">{all.content}</div>
  return (
    <div>
      <Tabs
        label="Rows of the file"
        value={filter}
        onChange={setFilter}
        tabs={[
          all,
          ...present.map((kind) =>
            tab(
              kind,
              kinds[kind].tab,
              lines.filter((line) => line.kind === kind),
              plan.counts[kind],
            ),
          ),
        ]}
      />
    </div>
  )
}

function Lines({ lines, total, update }: { lines: PlanRow[]; total: number; update: boolean }) {
  const [shown, setShown] = useState(FIRST_ROWS)
  const unseen = total - Math.min(shown, lines.length)
  return (
    <>
      <ul className="-mt-2 divide-y divide-line">
        {lines.slice(0, shown).map((line) => (
          <Line key={line.row} line={line} update={update} />
        ))}
      </ul>
      {unseen > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-sm text-muted">
          {shown < lines.length && <Button onClick={() => setShown(shown + MORE_ROWS)}>Show More Rows</Button>}
          <p>and {formatNumber(unseen)} more</p>
        </div>
      )}
    </>
  )
}

function Line({ line: { row, name, website, kind, reason, changes }, update }: { line: PlanRow; update: boolean }) {
  const { icon: Icon, word, tone } = kinds[kind]
  const stays = kind === 'changed' && !update
  return (
    <li className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-3 gap-y-1 py-2.5 text-sm sm:grid-cols-[3.25rem_minmax(0,1fr)_9.5rem]">
      <span className="pt-0.5 text-muted tabular-nums">
        <span className="sr-only">Row </span>
        {formatNumber(row)}
      </span>
      <div className="min-w-0">
        <p className="font-serif text-base font-semibold break-words">{name || 'No name'}</p>
        {website && <p className="break-words text-muted">{website}</p>}
        {reason && <p className="break-words">{reason}</p>}
        {changes.length > 0 && !stays && <Changes changes={changes} />}
      </div>
      <p className="flex items-center gap-1.5 self-start font-medium max-sm:col-start-2 sm:pt-0.5">
        <Icon aria-hidden className={`size-4 flex-none ${stays ? 'text-muted' : tone}`} />
        {stays ? 'No change' : word}
      </p>
    </li>
  )
}

function Changes({ changes }: { changes: DetailChange[] }) {
  return (
    <ul>
      {changes.map(({ field, from, to }) => (
        <li key={field} className="break-words">
          <span className="text-muted">{fields[field]}: </span>
          {from === null ? <span className="text-muted">empty</span> : <del>{from}</del>}
          <span aria-hidden> → </span>
          <span className="sr-only"> becomes </span>
          <ins className="font-medium no-underline">{to ?? 'empty'}</ins>
        </li>
      ))}
    </ul>
  )
}

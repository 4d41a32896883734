import { CircleEqual, CircleMinus, CirclePlus, CircleX, Coins, PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { ImportReport, Detail, DetailChange } from '#domain/companies/import/imports.ts'
import { moneyText } from '#domain/companies/positions/money.ts'
import { shortDate } from '#domain/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/controls.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { formatNumber } from '../../../ui/text.ts'
import { KIND_NAMES, termsOf } from '../positions/position-text.ts'
import {
  isTickable,
  isTicked,
  planRows,
  positionCount,
  withTick,
  type PlanRow,
  type RowKind,
  type Ticks,
} from './plan-rows.ts'

const FIRST_ROWS = 25
const MORE_ROWS = 100

const kinds: Record<RowKind, { tab: string; word: string; icon: typeof CircleX; tone: string }> = {
  new: { tab: 'New', word: 'New', icon: CirclePlus, tone: 'text-good' },
  changed: { tab: 'Changed', word: 'Changed', icon: PencilLine, tone: 'text-warn' },
  position: { tab: 'Positions', word: 'Position', icon: Coins, tone: 'text-good' },
  duplicate: { tab: 'Duplicates', word: 'Duplicate', icon: CircleEqual, tone: 'text-muted' },
  invalid: { tab: 'With errors', word: 'Not imported', icon: CircleX, tone: 'text-bad' },
  ignored: { tab: 'Left out', word: 'Left out', icon: CircleMinus, tone: 'text-muted' },
}

const fields: Record<Detail, string> = {
  website: 'Website',
  category: 'Category',
  stage: 'Stage',
  investmentDate: 'Date invested',
}

type Ticking = { ticks: Ticks; onTicks: (ticks: Ticks) => void }

export function PlanRows({ plan, update, ...ticking }: { plan: ImportReport; update: boolean } & Ticking) {
  const [filter, setFilter] = useState('all')
  const lines = planRows(plan)
  const present = (Object.keys(kinds) as RowKind[]).filter((kind) => plan.counts[kind] > 0)
  const tab = (value: string, label: string, shown: PlanRow[], total: number) => ({
    value,
    label,
    content: <Lines lines={shown} total={total} update={update} {...ticking} />,
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

const PREVIEW = 6

/** The first rows as they would be imported, and which are left out. */
export function PreviewRows({ plan }: { plan: ImportReport }) {
  const lines = planRows(plan)
  const imported = lines.filter(({ kind }) => kind !== 'ignored' && kind !== 'invalid')
  const others = lines
    .filter(({ kind }) => kind === 'ignored' || kind === 'invalid')
    .map(({ row, name }) => name || `Row ${row}`)
  const { counts } = plan
  const unseen = counts.total - counts.ignored - counts.invalid - Math.min(PREVIEW, imported.length)
  const more = counts.ignored + counts.invalid - Math.min(PREVIEW, others.length)
  return (
    <section aria-label="Rows as they would be imported" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p aria-hidden className="text-sm font-medium">
        Rows as they would be imported
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {imported.slice(0, PREVIEW).map(({ row, sheet, name, website, reason, add }) => (
          <li key={`${sheet ?? ''}:${row}`} className="py-2 text-sm">
            <p className="font-serif text-base font-semibold break-words">{name}</p>
            {website && <p className="break-words text-muted">{website}</p>}
            {reason && <p className="break-words">{reason}</p>}
            {add.length > 0 && <Positions positions={add} />}
          </li>
        ))}
      </ul>
      {unseen > 0 && <p className="text-sm text-muted">and {formatNumber(unseen)} more</p>}
      {others.length > 0 && (
        <p className="text-sm break-words text-muted">
          Left out: {others.slice(0, PREVIEW).join(', ')}
          {more > 0 && ` and ${formatNumber(more)} more`}
        </p>
      )}
    </section>
  )
}

type LinesProps = { lines: PlanRow[]; total: number; update: boolean } & Ticking

function Lines({ lines, total, update, ...ticking }: LinesProps) {
  const [shown, setShown] = useState(FIRST_ROWS)
  const unseen = total - Math.min(shown, lines.length)
  return (
    <>
      <ul className="-mt-2 divide-y divide-line">
        {lines.slice(0, shown).map((line) => (
          <Line key={`${line.sheet ?? ''}:${line.row}`} line={line} update={update} {...ticking} />
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

type LineProps = { line: PlanRow; update: boolean } & Ticking

function Line({ line, update, ticks, onTicks }: LineProps) {
  const { row, name, website, kind, reason, changes, add } = line
  const isIn = isTicked(line, ticks)
  const shown = isTickable(line) && ticks.size > 0 ? shownKind(kind, isIn) : kind
  const { icon: Icon, word, tone } = kinds[shown]
  const stays = kind === 'changed' && !update
  return (
    <li className="grid grid-cols-[2.75rem_2.5rem_minmax(0,1fr)] gap-x-1 gap-y-1 py-2.5 text-sm sm:grid-cols-[2.75rem_3.25rem_minmax(0,1fr)_9.5rem]">
      <span className="-my-2.5">
        {isTickable(line) && (
          <Checkbox
            label={`Import ${name || 'row'}, row ${row}`}
            checked={isIn}
            onChange={() => onTicks(withTick(ticks, line))}
          />
        )}
      </span>
      <span className="pt-0.5 text-muted tabular-nums">
        <span className="sr-only">Row </span>
        {formatNumber(row)}
      </span>
      <div className="min-w-0">
        <p className="font-serif text-base font-semibold break-words">{name || 'No name'}</p>
        {website && <p className="break-words text-muted">{website}</p>}
        {reason && <p className="break-words">{reason}</p>}
        {add.length > 0 && <Positions positions={add} />}
        {changes.length > 0 && !stays && <Changes changes={changes} />}
      </div>
      <p className="flex items-center gap-1.5 self-start font-medium max-sm:col-start-3 sm:pt-0.5">
        <Icon aria-hidden className={`size-4 flex-none ${stays ? 'text-muted' : tone}`} />
        {stays ? 'No change' : word}
      </p>
    </li>
  )
}

const shownKind = (kind: RowKind, isIn: boolean): RowKind => (isIn ? (kind === 'ignored' ? 'new' : kind) : 'ignored')

const MAX_SHOWN = 3

/** Worded as on the company's page, so that the user notices a wrong amount before importing it. */
function Positions({ positions }: { positions: PlanRow['add'] }) {
  return (
    <>
      {positions.slice(0, MAX_SHOWN).map((position) => (
        <p key={`${position.kind} ${position.date} ${position.amount}`} className="break-words tabular-nums">
          {[
            position.kind === 'investment'
              ? termsOf(position)
              : `${KIND_NAMES[position.kind]}: ${moneyText(position.amount, position.currency)}`,
            position.date && shortDate(position.date, 'UTC'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      ))}
      {positions.length > MAX_SHOWN && <p>and {positionCount(positions.length - MAX_SHOWN)} more</p>}
    </>
  )
}

const shownValue = (field: Detail, value: string) => (field === 'investmentDate' ? shortDate(value, 'UTC') : value)

function Changes({ changes }: { changes: DetailChange[] }) {
  return (
    <ul>
      {changes.map(({ field, from, to }) => (
        <li key={field} className="break-words">
          <span className="text-muted">{fields[field]}: </span>
          {from === null ? <span className="text-muted">empty</span> : <del>{shownValue(field, from)}</del>}
          <span aria-hidden> → </span>
          <span className="sr-only"> becomes </span>
          <ins className="font-medium no-underline">{to === null ? 'empty' : shownValue(field, to)}</ins>
        </li>
      ))}
    </ul>
  )
}

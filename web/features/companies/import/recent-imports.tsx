import { useQuery } from '@tanstack/react-query'
import type { PastImport } from '#domain/companies/imports.ts'
import { dateAndTime, relativeTime } from '#domain/time.ts'
import { Badge, Panel } from '../../../ui/panel.tsx'
import { LoadFailure } from '../../../ui/feedback.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { duplicateCount, formatNumber, companyCount } from '../messages.ts'
import { pastImportsQuery, useUndoImport } from './queries.ts'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonVariant } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/overlays/dialog.tsx'

export function RecentImports() {
  const { data: imports, error, refetch } = useQuery(pastImportsQuery)
  if (!error && !imports?.length) return null
  return (
    <Panel title="Recent imports">
      {error && !imports ? (
        <LoadFailure what="your recent imports" error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {imports?.map((done) => (
            <PastImportRow key={done.id} done={done} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function PastImportRow({ done }: { done: PastImport }) {
  const now = useNow()
  const { fileName, createdAt, undoneAt, added, changed } = done
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span className="min-w-0 break-words">{fileName}</span>
          {undoneAt && <Badge>Undone</Badge>}
        </p>
        <p className="text-sm text-muted tabular-nums">
          <time dateTime={createdAt} title={dateAndTime(createdAt)}>
            {relativeTime(createdAt, now)}
          </time>
          {' · '}
          {effect(done)}
        </p>
      </div>
      {!undoneAt && added + changed > 0 && (
        <div className="-mx-4 md:-mx-3.5">
          <UndoImport variant="quiet" label="Undo" done={done} />
        </div>
      )}
    </li>
  )
}

const effect = ({ added, changed, duplicates, invalid }: PastImport) =>
  [
    (added > 0 || changed === 0) && `${formatNumber(added)} added`,
    changed > 0 && `${formatNumber(changed)} updated`,
    duplicates > 0 && duplicateCount(duplicates),
    invalid > 0 && `${formatNumber(invalid)} not imported`,
  ]
    .filter(Boolean)
    .join(', ')

type Props = {
  done: { id: number; fileName: string; added: number; changed: number }
  variant?: ButtonVariant
  label: string
  onUndone?: () => void
}

export function UndoImport({ done: { id, fileName, added, changed }, variant, label, onUndone }: Props) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useUndoImport()
  const effects = [
    added > 0 && `The ${companyCount(added)} it added will be removed.`,
    changed > 0 && `The ${companyCount(changed)} it changed will be restored, except for your later edits.`,
  ]
  return (
    <>
      <Button variant={variant} busy={isPending} aria-label={`${label}: ${fileName}`} onClick={() => setAsking(true)}>
        {!isPending && <Undo2 aria-hidden />}
        {label}
      </Button>
      {asking && (
        <Confirm
          title={`Undo the import of ${fileName}?`}
          text={effects.filter(Boolean).join(' ')}
          action="Undo Import"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            mutate(id, { onSuccess: onUndone })
          }}
        />
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { PastImport } from '#domain/companies/endpoints.ts'
import { dateAndTime, relativeTime } from '#domain/time.ts'
import { Badge, Panel, SettingsList } from '../../../ui/panel.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useNow } from '../../../ui/page.tsx'
import { duplicateCount, companyCount } from '../messages.ts'
import { formatNumber } from '../../../ui/text.ts'
import { positionCount } from './plan-rows.ts'
import { pastImportsQuery, useUndoImport } from './queries.ts'
import { Undo2 } from 'lucide-react'
import type { ButtonVariant } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/overlays/dialog.tsx'

export function RecentImports() {
  const query = useQuery(pastImportsQuery)
  if (!query.error && !query.data?.length) return null
  return (
    <Panel title="Recent imports">
      <Loaded what="your recent imports" query={query} loading={null}>
        {(imports) => (
          <SettingsList>
            {imports.map((done) => (
              <PastImportRow key={done.id} done={done} />
            ))}
          </SettingsList>
        )}
      </Loaded>
    </Panel>
  )
}

function PastImportRow({ done }: { done: PastImport }) {
  const now = useNow()
  const { fileName, createdAt, undoneAt, added, changed, positions } = done
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
      {!undoneAt && added + changed + positions > 0 && (
        <div className="-mx-4 md:-mx-3.5">
          <UndoImport variant="quiet" label="Undo" done={done} />
        </div>
      )}
    </li>
  )
}

const effect = ({ added, changed, positions, duplicates, invalid }: PastImport) =>
  [
    (added > 0 || changed + positions === 0) && `${formatNumber(added)} added`,
    changed > 0 && `${formatNumber(changed)} updated`,
    positions > 0 && positionCount(positions),
    duplicates > 0 && duplicateCount(duplicates),
    invalid > 0 && `${formatNumber(invalid)} not imported`,
  ]
    .filter(Boolean)
    .join(', ')

type Props = {
  done: { id: number; fileName: string; added: number; changed: number; positions: number }
  variant?: ButtonVariant
  label: string
  onUndone?: () => void
}

export function UndoImport({ done: { id, fileName, added, changed, positions }, variant, label, onUndone }: Props) {
  const { mutate, isPending } = useUndoImport()
  const effects = [
    added > 0 && `The ${companyCount(added)} it added will be removed.`,
    changed > 0 && `The ${companyCount(changed)} it changed will be restored, except for your later edits.`,
    positions > 0 && 'Positions it added will be removed, except for those you edited.',
  ]
  return (
    <ConfirmButton
      variant={variant}
      busy={isPending}
      aria-label={`${label}: ${fileName}`}
      question={{
        title: `Undo the import of ${fileName}?`,
        text: effects.filter(Boolean).join(' '),
        action: 'Undo Import',
      }}
      onConfirm={() => mutate(id, { onSuccess: onUndone })}
    >
      {!isPending && <Undo2 aria-hidden />}
      {label}
    </ConfirmButton>
  )
}

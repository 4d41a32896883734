import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { shortDate } from '#domain/time.ts'
import type { CompanyUpdate } from '#domain/updates/update.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/forms/controls.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { namesQuery } from '../companies/queries.ts'
import { DELETE_QUESTION, useUpdateChanges } from './queries.ts'

/** An update that's misfiled or unwanted can be moved or deleted where it's read. */
export function UpdateActions({ update: { id, subject, companyId } }: { update: CompanyUpdate }) {
  const [isMoving, setMoving] = useState(false)
  const { remove } = useUpdateChanges()
  const navigate = useNavigate()
  const toast = useToast()
  // Navigates first, because the page would request a deleted update.
  const erase = () =>
    void navigate({ to: paths.company(companyId) })
      .then(() => remove.mutateAsync(id))
      .then(
        () => toast({ title: 'Email deleted', description: subject }),
        (error: Error) => toast(failed('Failed to delete the email', reasonOf(error))),
      )
  return (
    <div className="mt-8 border-t border-line pt-4">
      {isMoving ? (
        <MoveForm id={id} companyId={companyId} onClose={() => setMoving(false)} />
      ) : (
        <div className="-mx-3.5 flex flex-wrap">
          <Button variant="quiet" onClick={() => setMoving(true)}>
            Move to another company
          </Button>
          <ConfirmButton variant="quiet" busy={remove.isPending} question={DELETE_QUESTION} onConfirm={erase}>
            Delete
          </ConfirmButton>
        </div>
      )}
    </div>
  )
}

function MoveForm({ id, companyId, onClose }: { id: number; companyId: number; onClose: () => void }) {
  const [chosen, setChosen] = useState(String(companyId))
  const { data: names = [] } = useQuery(namesQuery)
  const { file } = useUpdateChanges()
  const toast = useToast()
  const move = () =>
    file.mutate(
      { id, companyId: Number(chosen) },
      {
        onSuccess: ({ company }) => {
          toast({ title: 'Update moved', description: company?.name ?? '' })
          onClose()
        },
        onError: (error) => toast(failed('Failed to move the update', reasonOf(error))),
      },
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select label="Company of this update" value={chosen} onChange={setChosen} className="max-w-full flex-1 basis-52">
        {names
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map((company) => (
            <option key={company.id} value={company.id}>
              {company.name}
            </option>
          ))}
      </Select>
      <Button variant="primary" disabled={chosen === String(companyId)} busy={file.isPending} onClick={move}>
        Move
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}

/** The updates before and after this one; the list is newest first. */
export function Neighbors({ id, updates }: { id: number; updates: CompanyUpdate[] }) {
  const at = updates.findIndex((update) => update.id === id)
  const [later, earlier] = at < 0 ? [] : [updates[at - 1], updates[at + 1]]
  if (!later && !earlier) return null
  return (
    <nav aria-label="Updates of this company" className="mt-8 grid gap-4 border-t border-line pt-5 sm:grid-cols-2">
      {earlier ? <Neighbor update={earlier}>Earlier</Neighbor> : <span />}
      {later && (
        <div className="sm:text-right">
          <Neighbor update={later}>Later</Neighbor>
        </div>
      )}
    </nav>
  )
}

function Neighbor({ update: { id, subject, sentAt }, children }: { update: CompanyUpdate; children: ReactNode }) {
  return (
    <Link to={paths.update(id)} className="group grid min-h-11 min-w-0 content-center rounded-sm">
      <span className="text-sm text-muted">
        {children} · {shortDate(sentAt)}
      </span>
      <span className="wrap-anywhere underline decoration-line-strong underline-offset-3 group-hover:text-accent">
        {subject}
      </span>
    </Link>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Bookmark, X } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import type { SavedView } from '#domain/news/search.ts'
import { Button, cx } from '../../ui/button.tsx'
import { reasonOf } from '../../api/api-error.ts'
import { viewsQuery, useRemoveView, useSaveView } from './queries.ts'
import { isSearching, searchQuery, type SearchView } from './search-view.ts'
import { MAX_VIEW_NAME } from '#domain/news/search-filters.ts'
import { FormDialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/forms/controls.tsx'

type SavedViewsProps = { view: SearchView; company: 'all' | number; onOpen: (query: string) => void }

export function SavedViews({ view, company, onOpen }: SavedViewsProps) {
  const { data: views = [] } = useQuery(viewsQuery)
  const removal = useRemoveView()
  const [isSaving, setSaving] = useState(false)
  const query = searchQuery(view, company)
  const isKept = views.some((kept) => kept.query === query)
  const maySave = isSearching(view) && !isKept
  if (views.length === 0 && !maySave) return null
  return (
    <>
      {views.length > 0 && (
        <ul aria-label="Saved views" className="contents">
          {views.map((kept) => (
            <Chip
              key={kept.id}
              view={kept}
              isCurrent={kept.query === query}
              onOpen={() => onOpen(kept.query)}
              onRemove={() => removal.mutate(kept)}
            />
          ))}
        </ul>
      )}
      {maySave && (
        <Button variant="quiet" onClick={() => setSaving(true)}>
          <Bookmark aria-hidden />
          Save view
        </Button>
      )}
      {isSaving && <SaveViewDialog query={query} suggested={view.q} onClose={() => setSaving(false)} />}
    </>
  )
}

type ChipProps = { view: SavedView; isCurrent: boolean; onOpen: () => void; onRemove: () => void }

function Chip({ view: { name }, isCurrent, onOpen, onRemove }: ChipProps) {
  const part = 'h-11 cursor-pointer text-sm md:h-8'
  return (
    <li
      className={cx(
        'inline-flex max-w-full items-center rounded-full border',
        isCurrent ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <button
        type="button"
        aria-pressed={isCurrent}
        onClick={onOpen}
        className={cx(part, 'min-w-0 truncate rounded-l-full pr-1 pl-3.5')}
      >
        {name}
      </button>
      <button
        type="button"
        aria-label={`Remove view ${name}`}
        onClick={onRemove}
        className={cx(part, 'grid w-9 flex-none place-items-center rounded-r-full text-muted hover:text-ink md:w-7')}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  )
}

type SaveViewProps = { query: string; suggested: string; onClose: () => void }

function SaveViewDialog({ query, suggested, onClose }: SaveViewProps) {
  const [name, setName] = useState(suggested.slice(0, MAX_VIEW_NAME))
  const save = useSaveView(onClose)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save.mutate({ name, query })
  }
  return (
    <FormDialog
      title="Save view"
      description="Save this search and its filters."
      action="Save"
      busy={save.isPending}
      noValidate
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        error={save.error ? reasonOf(save.error) : undefined}
        value={name}
        maxLength={MAX_VIEW_NAME}
        autoComplete="off"
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(event) => {
          setName(event.target.value)
          save.reset()
        }}
      />
    </FormDialog>
  )
}

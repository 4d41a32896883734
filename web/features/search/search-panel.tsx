import { useQuery } from '@tanstack/react-query'
import { Bookmark, X } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import type { SavedView } from '#domain/news/search.ts'
import { Button, cx } from '../../ui/button.tsx'
import { usePublicConfig } from '../../api/context.ts'
import { reasonOf } from '../../api/api-error.ts'
import { viewsQuery, useRemoveView, useSaveView } from './queries.ts'
import { isSearching, searchQuery, type SearchView } from './search-view.ts'
import { BRIEFS, DAYS_REVERSED, isReversed, MAX_VIEW_NAME, SEARCH_SOURCES } from '#domain/news/search-filters.ts'
import { EVENT_NAMES, SECTIONS } from '#domain/taxonomy.ts'
import { isSourceName, sourceText } from '#domain/news/source-registry.ts'
import { FormDialog } from '../../ui/overlays/dialog.tsx'
import { Input, Select, TextField } from '../../ui/forms/controls.tsx'

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

/** Sources that find websites and names rather than news. */
const WITHOUT_NEWS = ['name-domains', 'wikidata']

type FiltersProps = { view: SearchView; onChange: (change: Partial<SearchView>) => void }

export function SearchFilters({ view, onChange }: FiltersProps) {
  const hasReversed = isReversed(view)
  const { sources } = usePublicConfig()
  const isOn = (source: string) =>
    (sources.includes(source) && !WITHOUT_NEWS.includes(source)) || !isSourceName(source) || source === view.source
  const offered = SEARCH_SOURCES.filter(isOn)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]">
        <Select
          label="Section"
          value={view.section}
          onChange={(chosen) => onChange({ section: SECTIONS.find((one) => one === chosen) ?? '' })}
        >
          <option value="">All Sections</option>
          {SECTIONS.map((section) => (
            <option key={section}>{section}</option>
          ))}
        </Select>
        <Select label="Event" value={view.event} onChange={(event) => onChange({ event })}>
          <option value="">All Events</option>
          {EVENT_NAMES.map((event) => (
            <option key={event}>{event}</option>
          ))}
        </Select>
        <Select label="Source" value={view.source} onChange={(source) => onChange({ source })}>
          <option value="">All Sources</option>
          {offered.map((source) => (
            <option key={source} value={source}>
              {source === BRIEFS ? 'Briefs' : sourceText(source)}
            </option>
          ))}
        </Select>
        <Day label="From" value={view.from} isWrong={hasReversed} onChange={(from) => onChange({ from })} />
        <Day label="To" value={view.to} isWrong={hasReversed} onChange={(to) => onChange({ to })} />
      </div>
      {hasReversed && (
        <p id="news-days" className="text-sm text-bad">
          {DAYS_REVERSED}.
        </p>
      )}
    </>
  )
}

type DayProps = { label: string; value: string; isWrong: boolean; onChange: (day: string) => void }

function Day({ label, value, isWrong, onChange }: DayProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm text-muted max-sm:grid max-sm:gap-1">
      {label}
      <Input
        type="date"
        value={value}
        max="9999-12-31"
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? 'news-days' : undefined}
        className="md:h-9 md:w-auto md:text-sm"
      />
    </label>
  )
}

import { BRIEFS, DAYS_REVERSED, isReversed, SEARCH_SOURCES } from '#domain/news/search-filters.ts'
import { SECTIONS } from '#domain/taxonomy.ts'
import { sourceText } from '#domain/news/source-registry.ts'
import { Input, Select } from '../../ui/forms/controls.tsx'
import type { SearchView } from './search-view.ts'

type Props = { view: SearchView; onChange: (change: Partial<SearchView>) => void }

export function SearchFilters({ view, onChange }: Props) {
  const hasReversed = isReversed(view)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 max-sm:grid max-sm:grid-cols-2">
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
        <Select label="Source" value={view.source} onChange={(source) => onChange({ source })}>
          <option value="">All Sources</option>
          {SEARCH_SOURCES.map((source) => (
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

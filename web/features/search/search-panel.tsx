import { useState } from 'react'
import { dayAfter } from '#domain/local-time.ts'
import { BRIEFS, DAYS_REVERSED, isReversed } from '#domain/news/search-filters.ts'
import { sourceText } from '#domain/news/source-registry.ts'
import { EVENT_NAMES, SECTIONS } from '#domain/taxonomy.ts'
import { Input, Select } from '../../ui/forms/controls.tsx'
import { useNow } from '../../ui/page.tsx'
import { SavedViews } from './saved-views.tsx'
import type { SearchView } from './search-view.ts'

type Props = {
  view: SearchView
  company: 'all' | number
  onChange: (change: Partial<SearchView>) => void
  onOpen: (query: string) => void
}

export function SearchFilters({ view, company, onChange, onOpen }: Props) {
  const { section, event, source } = view
  return (
    <>
      <Select
        label="Kind"
        className="sm:w-36"
        value={event || section}
        onChange={(chosen) => {
          const known = SECTIONS.find((one) => one === chosen)
          onChange({ section: known ?? '', event: known ? '' : chosen })
        }}
      >
        <option value="">All kinds</option>
        <optgroup label="Events">
          {EVENT_NAMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
        <optgroup label="Sections">
          {SECTIONS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      </Select>
      <Time view={view} onChange={onChange} />
      {/* Only views saved earlier and links choose a source. */}
      {source && (
        <Select label="Source" value={source} onChange={(chosen) => onChange({ source: chosen })}>
          <option value="">All Sources</option>
          <option value={source}>{source === BRIEFS ? 'Briefs' : sourceText(source)}</option>
        </Select>
      )}
      <SavedViews view={view} company={company} onOpen={onOpen} />
    </>
  )
}

const PERIODS = [
  { days: 7, text: 'Past week' },
  { days: 30, text: 'Past month' },
  { days: 365, text: 'Past year' },
]
const ANY = 'any'
const CHOSEN = 'chosen'

function Time({ view, onChange }: Pick<Props, 'view' | 'onChange'>) {
  const [isChoosing, setChoosing] = useState(false)
  const today = useNow().toISOString().slice(0, 10)
  const { from, to } = view
  const period = to === '' ? PERIODS.find(({ days }) => from === dayAfter(today, -days)) : undefined
  const value = isChoosing ? CHOSEN : period ? String(period.days) : from || to ? CHOSEN : ANY
  const hasReversed = isReversed(view)
  const choose = (chosen: string) => {
    setChoosing(chosen === CHOSEN)
    if (chosen !== CHOSEN) onChange({ from: chosen === ANY ? '' : dayAfter(today, -Number(chosen)), to: '' })
  }
  return (
    <>
      <Select label="Time" value={value} onChange={choose}>
        <option value={ANY}>Any time</option>
        {PERIODS.map(({ days, text }) => (
          <option key={days} value={days}>
            {text}
          </option>
        ))}
        <option value={CHOSEN}>Choose days...</option>
      </Select>
      {value === CHOSEN && (
        <>
          <Day label="From" value={from} isWrong={hasReversed} onChange={(day) => onChange({ from: day })} />
          <Day label="To" value={to} isWrong={hasReversed} onChange={(day) => onChange({ to: day })} />
          {hasReversed && (
            <p id="news-days" className="text-sm text-bad max-sm:col-span-full">
              {DAYS_REVERSED}.
            </p>
          )}
        </>
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

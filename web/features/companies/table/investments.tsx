import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, useEffect, type RefObject } from 'react'
import type { Company } from '#domain/companies/company.ts'
import { Button, Status } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/overlays/dialog.tsx'
import { EmptyState, LoadFailure } from '../../../ui/feedback.tsx'
import { LoadingRows } from '../../../ui/loaded.tsx'
import { countText, removeQuestion } from '../messages.ts'
import { formatNumber } from '../../../ui/text.ts'
import { portfolioPositionsQuery } from '../positions/queries.ts'
import { facetsQuery, isFiltered, isOnItsWay, useCompanies } from '../queries.ts'
import { useRemoveCompanies } from '../removed-queries.ts'
import { PortfolioEmpty, SampleNotice } from '../sample-portfolio.tsx'
import { FilterBar } from './filter-bar.tsx'
import { investedTexts } from './invested.tsx'
import { InvestmentTable } from './investment-table.tsx'
import { SelectionBar, useSelection } from './selection-bar.tsx'
import { NO_FILTER, offeredColumns, roomyColumns, type TableView } from './table-view.ts'
import { isShortcut } from '../../../ui/shortcuts.ts'

type Props = {
  view: TableView
  onChange: (change: Record<string, string | undefined>, replace?: boolean) => void
  onAdd: () => void
}

const NONE: Company[] = []

export function Investments({ view, onChange, onAdd }: Props) {
  const { filter } = view
  const list = useCompanies(filter)
  const { companies = NONE, total, error } = list
  const { data: facets } = useQuery(facetsQuery)
  const { data: positions } = useQuery(portfolioPositionsQuery)
  const invested = investedTexts(positions?.companies)
  const hasPositions = invested.size > 0
  const columns = roomyColumns(view.columns, hasPositions)
  const selection = useSelection(companies, JSON.stringify(filter))
  const [leaving, setLeaving] = useState<Company[] | null>(null)
  const { mutate: remove } = useRemoveCompanies()
  const search = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)

  const ask = (some: Company[]) => {
    const there = some.filter((company) => !isOnItsWay(company))
    if (there.length > 0) setLeaving(there)
  }
  const confirmed = () => {
    if (leaving) remove(leaving)
    selection.clear()
    setLeaving(null)
  }
  useTableKeys({
    search,
    body,
    onSelect: (index) => selection.toggle(index, false),
    onRemove: (index) =>
      ask(selection.chosen.length > 0 ? selection.chosen : companies.slice(index ?? 0, (index ?? -1) + 1)),
  })

  const filtered = isFiltered(filter)
  const isEmpty = list.companies !== undefined && total === 0 && !list.isOld
  return (
    <>
      {!(isEmpty && !filtered) && (
        <FilterBar view={{ filter, columns }} hasPositions={hasPositions} onChange={onChange} search={search} />
      )}
      <SampleNotice companies={list.companies} />
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
        <Status className="tabular-nums">
          {list.companies && !isEmpty && countText(facets?.total ?? total, total, filtered)}
        </Status>
        {facets !== undefined && facets.removed > 0 && (
          <Link
            to="."
            search={{ view: 'removed' }}
            className="inline-flex h-11 items-center rounded-sm underline-offset-3 hover:text-ink hover:underline md:h-9"
          >
            Recently removed ({formatNumber(facets.removed)})
          </Link>
        )}
      </div>
      {error && !list.companies ? (
        <LoadFailure what="your companies" error={error} onRetry={() => void list.refetch()} />
      ) : !list.companies ? (
        <LoadingRows
          label="Loading your companies"
          className="border-t border-line-strong"
          rowClass="h-16 gap-3 border-b border-line pl-11"
        />
      ) : isEmpty && filtered ? (
        <EmptyState level="h2" title="No companies match" text="Try other words or clear the filters.">
          <Button onClick={() => onChange(NO_FILTER)}>Clear filters</Button>
        </EmptyState>
      ) : isEmpty ? (
        <PortfolioEmpty level="h2" onAdd={onAdd} />
      ) : (
        <>
          <InvestmentTable
            companies={companies}
            columns={offeredColumns(hasPositions).filter((column) => columns.includes(column))}
            invested={invested}
            total={total}
            more={list.more}
            isOld={list.isOld}
            sort={filter.sort ?? 'newest'}
            onSort={(sort) => onChange({ sort: sort === 'newest' ? undefined : sort })}
            selection={selection}
            body={body}
          />
          <SelectionBar
            key={JSON.stringify(filter)}
            selection={selection}
            companies={companies}
            filter={filter}
            total={total}
            more={list.more}
            onRemove={() => ask(selection.chosen)}
          />
        </>
      )}
      {leaving && (
        <Confirm {...removeQuestion(leaving)} action="Remove" onConfirm={confirmed} onCancel={() => setLeaving(null)} />
      )}
    </>
  )
}

type Keys = {
  search: RefObject<HTMLInputElement | null>
  body: RefObject<HTMLTableSectionElement | null>
  onSelect: (index: number) => void
  onRemove: (index: number | null) => void
}

function useTableKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isShortcut(event) && act(event.key, latest.current)) event.preventDefault()
    }
    // On the document, so that it runs before the application's shortcuts, which listen on the window.
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function act(key: string, { search, body, onSelect, onRemove }: Keys): boolean {
  const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const index = at === -1 ? null : Number(rows[at]?.dataset.row)
  if (key === '/') search.current?.focus()
  else if (key === 'j') goTo(at === -1 ? rows.find(isInView) : rows[at + 1])
  else if (key === 'k') goTo(at === -1 ? rows.find(isInView) : rows[at - 1])
  else if (key === 'o') rows[at]?.querySelector('a')?.click()
  else if (key === 'x' && index !== null) onSelect(index)
  else if (key === '#') onRemove(index)
  else return false
  return true
}

/** The current row is the one that has focus. */
function goTo(row: HTMLElement | undefined): void {
  row?.querySelector('a')?.focus({ preventScroll: true })
  row?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
}

const isInView = (row: HTMLElement) => row.getBoundingClientRect().top >= 0

import { useQuery } from '@tanstack/react-query'
import { Columns3, SlidersHorizontal } from 'lucide-react'
import { useState, type RefObject } from 'react'
import type { CompanyFacets } from '#domain/companies/company.ts'
import { Button, cx } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { SearchBox, Select } from '../../../ui/forms/controls.tsx'
import { formatNumber } from '../../../ui/text.ts'
import { facetsQuery } from '../queries.ts'
import {
  COLUMNS,
  offeredColumns,
  offeredSorts,
  SORT_LABELS,
  writeColumns,
  type Column,
  type TableView,
} from './table-view.ts'

type Props = {
  view: Pick<TableView, 'filter' | 'columns'>
  hasPositions: boolean
  onChange: (change: Record<string, string | undefined>, replace?: boolean) => void
  search: RefObject<HTMLInputElement | null>
}

export function FilterBar({ view: { filter, columns }, hasPositions, onChange, search }: Props) {
  const { data: facets } = useQuery(facetsQuery)
  const switchColumn = (column: Column) => {
    const next = (Object.keys(COLUMNS) as Column[]).filter((one) => columns.includes(one) !== (one === column))
    onChange({ columns: writeColumns(next) }, true)
  }
  const isNarrowed = Boolean(filter.category ?? filter.stage ?? filter.sort)
  const [isFolded, setFolded] = useState(!isNarrowed)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is too new for some readers of the page
    <div role="search" className="mb-3 flex flex-wrap gap-3">
      <div className="flex min-w-0 flex-1 basis-40">
        <SearchBox
          label="Search companies"
          value={filter.q ?? ''}
          onSearch={(q) => onChange({ q }, true)}
          maxLength={200}
          waitMs={150}
          input={search}
        />
      </div>
      <Button
        size="icon"
        aria-label="Filters"
        aria-expanded={!isFolded}
        aria-controls="company-controls"
        onClick={() => setFolded(!isFolded)}
        className="sm:hidden"
      >
        <SlidersHorizontal aria-hidden />
      </Button>
      <div
        id="company-controls"
        className={cx(
          'flex-wrap gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2 sm:flex',
          isFolded && 'max-sm:hidden',
        )}
      >
        <FacetSelect
          label="Category"
          all="All Categories"
          value={filter.category}
          facets={facets?.categories}
          onChange={(category) => onChange({ category })}
        />
        <FacetSelect
          label="Stage"
          all="All Stages"
          value={filter.stage}
          facets={facets?.stages}
          onChange={(stage) => onChange({ stage })}
        />
        <Select
          label="Sort"
          value={filter.sort ?? 'newest'}
          onChange={(sort) => onChange({ sort: sort === 'newest' ? undefined : sort })}
        >
          {offeredSorts(hasPositions).map((sort) => (
            <option key={sort} value={sort}>
              {SORT_LABELS[sort]}
            </option>
          ))}
        </Select>
        <Menu
          items={offeredColumns(hasPositions).map((column) => ({
            label: COLUMNS[column],
            checked: columns.includes(column),
            onSelect: () => switchColumn(column),
          }))}
        >
          <Columns3 aria-hidden />
          Columns
        </Menu>
      </div>
    </div>
  )
}

type FacetProps = {
  label: string
  all: string
  value: string | undefined
  facets: CompanyFacets['categories'] | undefined
  onChange: (value: string | undefined) => void
}

/** A selected value stays in the list even when no company has it anymore. */
function FacetSelect({ label, all, value, facets, onChange }: FacetProps) {
  const isMissing = value !== undefined && !facets?.some((facet) => facet.value === value)
  return (
    <Select label={label} value={value ?? ''} onChange={(next) => onChange(next || undefined)} className="md:max-w-44">
      <option value="">{all}</option>
      {isMissing && <option value={value}>{value}</option>}
      {facets?.map((facet) => (
        <option key={facet.value} value={facet.value}>
          {facet.value} ({formatNumber(facet.count)})
        </option>
      ))}
    </Select>
  )
}

import type { RefObject } from 'react'
import type { Company, CompanySort } from '#domain/companies/company.ts'
import { useLinkHandlers } from '../../../ui/link-handlers.ts'
import { Checkbox } from '../../../ui/forms/controls.tsx'
import { cx } from '../../../ui/button.tsx'
import type { useCompanies } from '../queries.ts'
import type { InvestedTexts } from './invested.tsx'
import { InvestmentRow } from './investment-row.tsx'
import { MoreRows, useRowWindow } from './row-window.tsx'
import { COLUMNS, type Column } from './table-view.ts'
import type { Selection } from './selection-bar.tsx'
import { ArrowDown, ArrowUp } from 'lucide-react'

type Props = {
  companies: Company[]
  columns: Column[]
  invested: InvestedTexts
  sort: CompanySort
  onSort: (sort: CompanySort) => void
  selection: Selection
  body: RefObject<HTMLTableSectionElement | null>
} & Pick<ReturnType<typeof useCompanies>, 'total' | 'more' | 'isOld'>

export function InvestmentTable(props: Props) {
  const { companies, columns, invested, total, more, isOld, selection, body } = props
  const { start, end, before, after } = useRowWindow(companies.length, more, body)
  const link = useLinkHandlers()
  return (
    <>
      <table
        className={cx(
          'w-full table-fixed border-separate border-spacing-0 text-left transition-opacity [&_td]:border-b [&_td]:border-line',
          isOld && 'opacity-60',
        )}
        aria-busy={isOld}
        aria-rowcount={total + 1}
      >
        <caption className="sr-only">Your companies</caption>
        <Headings {...props} />
        <tbody ref={body}>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {companies.slice(start, end).map((company, offset) => (
            <InvestmentRow
              key={company.id}
              company={company}
              index={start + offset}
              columns={columns}
              invested={invested.get(company.id)}
              isChosen={selection.ids.has(company.id)}
              onToggle={selection.toggle}
              link={link}
            />
          ))}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
      <MoreRows more={more} />
    </>
  )
}

const widths: Record<Column, string> = {
  website: 'md:w-[19%]',
  category: 'md:w-[15%]',
  stage: 'md:w-[12%]',
  invested: 'md:w-32',
  amount: 'md:w-34',
  added: 'md:w-30',
}

function Headings({ companies, columns, sort, onSort, selection }: Props) {
  const isAll = companies.length > 0 && selection.ids.size === companies.length
  return (
    <thead className="sticky top-0 z-10 sm:top-15 text-sm text-muted [&_th]:border-b [&_th]:border-line-strong [&_th]:bg-paper">
      <tr aria-rowindex={1}>
        <th scope="col" className="w-11 p-0">
          <Checkbox
            label="Select all loaded companies"
            checked={isAll}
            isMixed={!isAll && selection.ids.size > 0}
            onChange={() => (isAll ? selection.clear() : selection.choose(companies))}
          />
        </th>
        <SortHeading label="Company" orders={SORTS.name} sort={sort} onSort={onSort} />
        {columns.map((column) => (
          <SortHeading
            key={column}
            label={COLUMNS[column]}
            orders={column in SORTS ? SORTS[column as keyof typeof SORTS] : null}
            sort={sort}
            onSort={onSort}
            className={cx(widths[column], 'max-md:hidden', column === 'amount' && 'pr-4 text-right')}
          />
        ))}
      </tr>
    </thead>
  )
}

type Orders = { first: CompanySort; second: CompanySort; ascending: CompanySort }

const SORTS = {
  name: { first: 'name', second: 'name-desc', ascending: 'name' },
  invested: { first: 'invested-desc', second: 'invested', ascending: 'invested' },
  amount: { first: 'amount-desc', second: 'amount', ascending: 'amount' },
  added: { first: 'newest', second: 'oldest', ascending: 'oldest' },
} satisfies Record<string, Orders>

type SortHeadingProps = {
  label: string
  orders: Orders | null
  sort: CompanySort
  onSort: (sort: CompanySort) => void
  className?: string
}

function SortHeading({ label, orders, sort, onSort, className }: SortHeadingProps) {
  const headingClass = cx('p-0 font-medium', className)
  if (!orders)
    return (
      <th scope="col" className={headingClass}>
        {label}
      </th>
    )
  const { first, second, ascending } = orders
  const isOrdered = sort === first || sort === second
  const isUp = sort === ascending
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={isOrdered ? (isUp ? 'ascending' : 'descending') : undefined} className={headingClass}>
      <button
        type="button"
        onClick={() => onSort(sort === first ? second : first)}
        className={cx(
          'inline-flex h-11 cursor-pointer items-center gap-1 rounded-sm -outline-offset-2 hover:text-ink md:h-9',
          isOrdered && 'text-ink',
        )}
      >
        {label}
        {isOrdered && <Arrow aria-hidden className="size-3.5" />}
      </button>
    </th>
  )
}

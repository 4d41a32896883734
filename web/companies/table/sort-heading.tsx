import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CompanySort } from '#domain/companies/company.ts'
import { cx } from '../../ui/class-names.ts'

type Props = {
  label: string
  /** The two orders of this column; the first is what a first press gives. */
  orders: [CompanySort, CompanySort]
  ascending: CompanySort
  sort: CompanySort
  onSort: (sort: CompanySort) => void
  className?: string
}

/** The heading of a column that rows can be ordered by. */
export function SortHeading({ label, orders, ascending, sort, onSort, className }: Props) {
  const isOrdered = orders.includes(sort)
  const isUp = sort === ascending
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={isOrdered ? (isUp ? 'ascending' : 'descending') : undefined}
      className={cx('p-0 font-medium', className)}
    >
      <button
        type="button"
        onClick={() => onSort(sort === orders[0] ? orders[1] : orders[0])}
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

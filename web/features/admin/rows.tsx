import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dateAndTime, relativeTime } from '#domain/time.ts'
import { LoadFailure, Skeleton } from '../../ui/feedback.tsx'
import { useNow } from '../../ui/use-now.ts'
import { cx } from '../../ui/button.tsx'

type Props<Data> = {
  what: string
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ what, query: { data, error, refetch }, children }: Props<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <LoadFailure what={what} error={error} onRetry={() => void refetch()} />
  return (
    <div aria-busy className="appear-late mt-4 grid gap-2.5 border-y border-line py-4">
      <Skeleton className="h-4 w-44" />
      <Skeleton className="h-3.5 w-64 max-w-full" />
    </div>
  )
}

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {children}
    </ul>
  )
}

type RowProps = {
  title: ReactNode
  badge?: ReactNode
  text?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

export function Row({ title, badge, text, action, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium break-words">
          <span className="min-w-0 break-words">{title}</span>
          {badge}
        </div>
        {text && <div className="text-sm break-words text-muted tabular-nums">{text}</div>}
        {children}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </li>
  )
}

export function Moment({ at }: { at: string | null }) {
  const now = useNow()
  return at ? <span title={dateAndTime(at)}>{relativeTime(at, now)}</span> : '—'
}

export function Stats({ stats }: { stats: [name: string, value: ReactNode][] }) {
  return (
    <dl className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-4 gap-y-2 text-sm tabular-nums">
      {stats.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Line = { key: string; name: ReactNode; values: ReactNode[] }

type StatTableProps = { label: string; rowHeading: string; columns: string[]; lines: Line[] }

export function StatTable({ label, rowHeading, columns, lines }: StatTableProps) {
  return (
    <table aria-label={label} className="w-full text-sm tabular-nums max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-2 text-left font-normal">
            {rowHeading}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pl-4 text-right font-normal">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {lines.map(({ key, name, values }) => (
          <tr
            key={key}
            className="border-b border-line max-md:grid max-md:grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] max-md:gap-x-3 max-md:gap-y-2 max-md:py-3"
          >
            <th
              scope="row"
              className="text-left font-medium break-words max-md:col-span-full max-md:text-base md:py-2.5"
            >
              {name}
            </th>
            {values.map((value, at) => (
              <td key={columns[at]} className={cx('md:py-2.5 md:pl-4 md:text-right', value === '0' && 'text-muted')}>
                <span aria-hidden className="block text-muted md:hidden">
                  {columns[at]}
                </span>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

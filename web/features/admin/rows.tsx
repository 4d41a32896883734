import type { ComponentProps, ReactNode } from 'react'
import type { AdminUser } from '#domain/admin/users.ts'
import { dateAndTime, relativeTime } from '#domain/time.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Badge, LoadingSettings } from '../../ui/panel.tsx'
import { useNow } from '../../ui/page.tsx'
import { statusBadge } from './text.ts'
import { cx } from '../../ui/button.tsx'

type LoadedProps<Data> = Omit<ComponentProps<typeof Loaded<Data>>, 'loading'>

export function LoadedRows<Data>(props: LoadedProps<Data>) {
  return (
    <Loaded
      {...props}
      loading={
        <div className="mt-4">
          <LoadingSettings />
        </div>
      }
    />
  )
}

export function Rows({ label, none, children }: { label: string; none?: string; children: ReactNode[] }) {
  if (none && children.length === 0) return <p className="text-muted">{none}</p>
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

export function AccountBadges({ person }: { person: AdminUser }) {
  const { label, tone } = statusBadge[person.subscriptionStatus]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {person.role === 'admin' && <Badge>Administrator</Badge>}
      {person.isNamedInSettings && <Badge>In ADMIN_EMAILS</Badge>}
    </>
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

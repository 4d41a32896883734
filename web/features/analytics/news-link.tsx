import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { DAY_MS } from '#domain/time.ts'
import { paths } from '../../paths.ts'

/** A search on the news tab, keyed by its URL parameters. */
export type NewsSearch = {
  company?: string
  section?: string
  event?: string
  source?: string
  from?: string
  to?: string
}

type Props = {
  search: NewsSearch
  label?: string
  title?: string
  isHidden?: boolean
  className?: string
  style?: CSSProperties
  children?: ReactNode
}

/** Links a number to the stories it counts. */
export function NewsLink({ search, label, title, isHidden = false, className, style, children }: Props) {
  return (
    <Link
      to={paths.dashboard}
      search={{ tab: 'news', ...search }}
      aria-label={label}
      title={title}
      className={className ?? 'rounded-sm underline-offset-3 hover:underline'}
      style={style}
      {...(isHidden && { 'aria-hidden': true, tabIndex: -1 })}
    >
      {children}
    </Link>
  )
}

export const weekSearch = (monday: string): NewsSearch => ({
  from: monday,
  to: dayOf(Date.parse(monday) + 6 * DAY_MS),
})

export function monthSearch(firstDay: string): NewsSearch {
  const first = new Date(firstDay)
  return { from: firstDay, to: dayOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)) }
}

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 'YYYY-MM-DD'.length)

import { useEffect, useState, type RefObject } from 'react'
import type { Company } from '#domain/companies/company.ts'
import { paths } from '../../../paths.ts'
import { Button, cx } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import type { useLinkHandlers } from '../../../ui/link-handlers.ts'
import { isOnItsWay } from '../queries.ts'

const PLAIN_ROWS = 60
/** The height of every row in a long table of investments; must match the rows' `h-[4.0625rem]`. */
const ROW_REM = 4.0625
const OVERSCAN = 8
const STEP = 4
const AHEAD = 120

export type More = { isThere: boolean; isFetching: boolean; hasFailed: boolean; fetch: () => unknown }

export function useRowWindow(count: number, more: More, body: RefObject<HTMLElement | null>, rowRem = ROW_REM) {
  const isLong = count > PLAIN_ROWS
  const [remPx] = useState(rootFontSize)
  const rowPx = rowRem * remPx
  const [first, setFirst] = useState(0)
  const [length, setLength] = useState(() => Math.ceil(innerHeight / rowPx))

  useEffect(() => {
    if (!isLong) return
    const measure = () => {
      const above = -(body.current?.getBoundingClientRect().top ?? 0) / rowPx
      const nearest = Math.floor((above - OVERSCAN) / STEP) * STEP
      setFirst(Math.max(0, Math.min(nearest, count - STEP)))
      setLength(Math.ceil((innerHeight / rowPx + 2 * OVERSCAN) / STEP + 1) * STEP)
    }
    // Deferred so that the first paint includes only the first screen.
    const timer = setTimeout(measure)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [isLong, count, rowPx, body])

  const start = isLong ? Math.min(first, count) : 0
  const end = isLong ? Math.min(start + length, count) : count

  const wanted = more.isThere && !more.isFetching && !more.hasFailed && end + AHEAD >= count
  const { fetch } = more
  useEffect(() => {
    if (wanted) fetch()
  }, [wanted, fetch])

  return { isLong, start, end, before: start * rowPx, after: (count - end) * rowPx }
}

const rootFontSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

export function MoreRows({ more }: { more: More }) {
  if (!more.isThere) return null
  return (
    <div className="grid h-16 items-center">
      {more.hasFailed ? (
        <div role="alert" className="flex items-center gap-4 text-sm">
          The next companies could not be loaded.
          <Button onClick={() => void more.fetch()}>Try Again</Button>
        </div>
      ) : (
        <div className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-lg" />
          <Skeleton className="h-4 w-40" />
          <span className="sr-only">Loading more companies</span>
        </div>
      )}
    </div>
  )
}

export type CompanyLink = ReturnType<typeof useLinkHandlers>

type NameProps = { company: Pick<Company, 'id' | 'name'>; link: CompanyLink; className: string; title?: string }

/** A company that's being saved has no page yet, so it isn't a link. */
export function CompanyName({ company, link, className, title }: NameProps) {
  const look = cx('font-serif font-semibold', className)
  if (isOnItsWay(company)) return <span className={cx(look, 'text-muted')}>{company.name}</span>
  return (
    <a
      href={paths.company(company.id)}
      title={title}
      {...link}
      className={cx(look, 'rounded-sm underline-offset-4 hover:underline')}
    >
      {company.name}
    </a>
  )
}

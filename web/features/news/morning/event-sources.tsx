import { Link } from '@tanstack/react-router'
import type { MorningEvent } from '#domain/news/morning/morning.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/button.tsx'
import { SourceLink } from '../source-link.tsx'
import { monthAndDay } from './day-line.ts'

const WIDE = 3
const NARROW = 2

/** As tall as a finger without moving the lines apart. */
const TOUCH = 'pointer-coarse:py-3'

export function EventSources({ event: { companyId, sources, also } }: { event: MorningEvent }) {
  return (
    <div className="min-w-0 text-sm text-muted @min-[860px]:col-start-2 @min-[860px]:row-start-2">
      <p data-sources className="mt-1 flex flex-wrap gap-x-3.5 gap-y-1">
        {sources.slice(0, WIDE).map(({ name, url }, at) => (
          <span key={url} className={cx('min-w-0 break-words', at >= NARROW && '@max-[860px]:hidden')}>
            <SourceLink url={url} title={name} className={TOUCH} />
          </span>
        ))}
        <More companyId={companyId} count={sources.length - WIDE} className="@max-[860px]:hidden" />
        <More companyId={companyId} count={sources.length - NARROW} className="@min-[860px]:hidden" />
      </p>
      {also.map(({ short, date, storyId }, at) => (
        <p key={storyId} className="mt-1.5 wrap-anywhere">
          <Link
            to={paths.company(companyId)}
            className={cx(
              TOUCH,
              'rounded-sm underline decoration-line-strong underline-offset-3 hover:decoration-current',
            )}
          >
            {at === 0 ? 'Also on' : 'On'} {monthAndDay(date)}: {short}
          </Link>
        </p>
      ))}
    </div>
  )
}

type MoreProps = { companyId: number; count: number; className: string }

function More({ companyId, count, className }: MoreProps) {
  if (count <= 0) return null
  return (
    <span className={className}>
      <Link to={paths.company(companyId)} className={cx(TOUCH, 'rounded-sm underline-offset-3 hover:underline')}>
        {count} more
      </Link>
    </span>
  )
}

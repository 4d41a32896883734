import type { CompanyStanding } from '#domain/news/standings.ts'
import { dateAndTime } from '#domain/time.ts'
import { cx } from '../../../ui/button.tsx'
import { latestDay } from '../feed/line-text.ts'
import { ReportedMark } from '../reading/event-row.tsx'
import { StandingWord } from '../standing-word.tsx'
import type { PortfolioRow } from './by-latest-event.ts'

type Props = {
  company: PortfolioRow['company']
  standing: CompanyStanding | undefined
  now: Date
  /** On a phone, it may take two lines, and the status is always with it. */
  isBelow: boolean
}

export function LatestEvent({ company: { createdAt }, standing, now, isBelow }: Props) {
  if (!standing) return createdAt ? <p className="text-sm text-muted">Added {latestDay(createdAt, now)}</p> : null
  const { kind, short, date, isAlarming, isReported } = standing.latest
  return (
    <>
      <p className={cx('first-letter:uppercase', isBelow ? 'line-clamp-2 wrap-anywhere' : 'truncate')} title={short}>
        {short}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
        <span className={cx('font-medium', isReported ? 'text-muted' : isAlarming ? 'text-bad' : 'text-accent')}>
          {kind}
        </span>
        {isReported && <ReportedMark />}
        <time dateTime={date} title={dateAndTime(date)}>
          {latestDay(date, now)}
        </time>
        <span className={cx('ml-1', !isBelow && '@min-[760px]:hidden')}>
          <StandingWord standing={standing.standing} />
        </span>
      </p>
    </>
  )
}

import type { MorningEvent } from '#domain/news/morning/morning.ts'
import { cx } from '../../../ui/button.tsx'
import { EventDate } from '../reading/event-row.tsx'
import { ReportedMark } from '../reported-mark.tsx'

type Props = { event: MorningEvent; isUnread: boolean; now: Date }

/** On a phone one line, which leaves room for the menu; otherwise a column on the left. */
export function EventHead({ event, isUnread, now }: Props) {
  const { kind, isAlarming, isReported, language, date, precision } = event
  const tone = isReported ? 'text-muted' : isAlarming ? 'text-bad' : 'text-accent'
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 mr-11 text-sm text-muted tabular-nums @min-[860px]:row-span-2 @min-[860px]:block @min-[860px]:pt-1 @min-[860px]:mr-0">
      <p className={cx('flex items-center font-medium', tone)}>
        <span
          aria-hidden
          className={cx(
            'size-1.75 flex-none rounded-full bg-accent transition-opacity duration-150 @min-[860px]:absolute @min-[860px]:top-5 @min-[860px]:-left-4.5',
            isUnread ? 'mr-2 @min-[860px]:mr-0' : 'opacity-0 @max-[860px]:hidden',
          )}
        />
        {isUnread && <span className="sr-only">New: </span>}
        {kind}
      </p>
      <p className="order-1 @min-[860px]:order-none">
        <EventDate publishedAt={date} precision={precision} now={now} />
      </p>
      {language && <p className="order-2 @min-[860px]:order-none">{language}</p>}
      {isReported && <ReportedMark />}
    </div>
  )
}

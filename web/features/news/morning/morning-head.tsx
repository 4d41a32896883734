import { readingDay } from '#domain/news/morning/reading-day.ts'
import { useNow } from '../../../ui/page.tsx'
import { Progress } from '../../../ui/panel.tsx'
import { TIME_ZONE } from '../queries.ts'
import { dayLine, dayTitle } from './day-line.ts'
import type { Day } from './use-morning.ts'

type Props = { name: string; day: Pick<Day, 'shown' | 'reading' | 'coverage'> }

export function MorningHead({ name, day: { shown, reading, coverage } }: Props) {
  const now = useNow()
  const day = shown?.day ?? readingDay(now, TIME_ZONE).day
  const line = shown ? dayLine(shown, reading, coverage, now) : ''
  return (
    <>
      <h1 tabIndex={-1} className="text-xl outline-none md:text-2xl">
        {dayTitle(day)}
      </h1>
      {/* Two lines on a phone, so that nothing moves when the second sentence arrives. */}
      <p className="mt-1.5 min-h-10 text-sm wrap-anywhere text-muted tabular-nums md:min-h-6 md:text-base">
        Welcome, {name}. {line}
      </p>
      {reading && (
        <div className="mt-3">
          <Progress label="Companies read" value={(100 * reading.done) / reading.total} />
        </div>
      )}
    </>
  )
}

import { cx } from '../ui/class-names.ts'
import { Chart } from './chart.tsx'
import { figure, storyCount, weekText, wholeWeekText } from './words.ts'

const STEP = 10
const BAR = 7
const HEIGHT = 100
/** One name under so many bars. */
const NAMED = 5
/** A phone has room for these and the last. */
const ON_PHONES = [0, 2 * NAMED]

/** Under the middle of its bar; the names at the ends keep within the chart. */
const placeOf = (at: number, weeks: number) =>
  at === 0 ? 0 : at === weeks - 1 ? '100%' : `${((at + 0.5) / weeks) * 100}%`

type Props = { weeks: string[]; perWeek: number[] }

/** Stories in each week as bars, the newest at the right. */
export function WeekBars({ weeks, perWeek }: Props) {
  const most = Math.max(...perWeek, 1)
  const busiest = perWeek.indexOf(Math.max(...perWeek))
  const total = perWeek.reduce((sum, stories) => sum + stories, 0)
  const name = `${storyCount(total)} in ${weeks.length} weeks, most of them (${figure(perWeek[busiest] ?? 0)}) in the week of ${wholeWeekText(weeks[busiest] ?? '')}`
  return (
    <Chart
      title="News per week"
      columns={['Week of', 'Stories']}
      rows={weeks
        .map((week, at): [string, string] => [wholeWeekText(week), figure(perWeek[at] ?? 0)])
        .toReversed()}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm text-muted tabular-nums">
        <p aria-hidden className="flex h-44 flex-col justify-between text-right leading-none">
          <span>{figure(most)}</span>
          <span>0</span>
        </p>
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, not fetched
          role="img"
          aria-label={name}
          viewBox={`0 0 ${weeks.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-44 w-full border-y border-line-strong border-t-line"
        >
          {perWeek.map((stories, at) => {
            const height = (stories / most) * HEIGHT
            return (
              <rect
                key={weeks[at]}
                x={at * STEP + (STEP - BAR) / 2}
                y={HEIGHT - height}
                width={BAR}
                height={height}
                className="fill-accent"
              >
                <title>{`Week of ${wholeWeekText(weeks[at] ?? '')}: ${storyCount(stories)}`}</title>
              </rect>
            )
          })}
        </svg>
        <p aria-hidden className="relative col-start-2 mt-1.5 h-5">
          {weeks.map(
            (week, at) =>
              at % NAMED === 0 && (
                <span
                  key={week}
                  className={cx(
                    'absolute whitespace-nowrap',
                    at > 0 && (at === weeks.length - 1 ? '-translate-x-full' : '-translate-x-1/2'),
                    !ON_PHONES.includes(at) && at < weeks.length - 1 && 'max-sm:hidden',
                  )}
                  style={{ left: placeOf(at, weeks.length) }}
                >
                  {weekText(week)}
                </span>
              ),
          )}
        </p>
      </div>
    </Chart>
  )
}

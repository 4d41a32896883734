import { useState, type ReactNode } from 'react'
import { Button, cx } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { storyCount, weekText, wholeWeekText } from './sparkline.tsx'
import { formatNumber } from '../../ui/text.ts'
import { NumberTable } from './question.tsx'
import { NewsLink, weekSearch, type NewsSearch } from './news-link.tsx'

/** `search` is missing if no single search finds these stories. */
type ChartRow = [label: string, value: string, search?: NewsSearch | undefined]

type Props = {
  title: string
  columns: [string, string]
  rows: ChartRow[]
  children: ReactNode
}

function Chart({ title, columns, rows, children }: Props) {
  const [isTable, setIsTable] = useState(false)
  const label = isTable ? 'Show as chart' : 'Show as table'
  return (
    <Panel
      title={title}
      className="break-inside-avoid"
      action={
        <Button
          variant="quiet"
          className="-mr-3.5 print:hidden"
          aria-label={`${label}: ${title}`}
          onClick={() => setIsTable(!isTable)}
        >
          {label}
        </Button>
      }
    >
      {isTable ? (
        <NumberTable
          title={title}
          columns={columns}
          rows={rows.map(([name, value, search]) => ({
            key: search?.company ?? name,
            name: search ? <NewsLink search={search}>{name}</NewsLink> : name,
            numbers: [value],
          }))}
          className="max-w-140"
        />
      ) : (
        children
      )}
    </Panel>
  )
}

/** A share from 0 to 1. */
export const Bar = ({ share, className }: { share: number; className?: string }) => (
  <svg
    aria-hidden
    viewBox="0 0 100 1"
    preserveAspectRatio="none"
    className={cx('block h-1.5 w-full bg-line', className)}
  >
    <rect width={share * 100} height="1" className="fill-accent" />
  </svg>
)

const STEP = 10
const BAR = 7
const HEIGHT = 100
const NAMED = 5
/** A phone has room only for these labels and the last one. */
const ON_PHONES = [0, 2 * NAMED]

/** Labels are centered under their bars, except at the ends, where they stay within the chart. */
const placeOf = (at: number, weeks: number) =>
  at === 0 ? 0 : at === weeks - 1 ? '100%' : `${((at + 0.5) / weeks) * 100}%`

type WeekBarsProps = { weeks: string[]; perWeek: number[] }

export function WeekBars({ weeks, perWeek }: WeekBarsProps) {
  const most = Math.max(...perWeek, 1)
  const busiest = perWeek.indexOf(Math.max(...perWeek))
  const total = perWeek.reduce((sum, stories) => sum + stories, 0)
  const name = `${storyCount(total)} in ${weeks.length} weeks, most of them (${formatNumber(perWeek[busiest] ?? 0)}) in the week of ${wholeWeekText(weeks[busiest] ?? '')}`
  return (
    <Chart
      title="News per week"
      columns={['Week of', 'Stories']}
      rows={weeks
        .map((week, at): ChartRow => [wholeWeekText(week), formatNumber(perWeek[at] ?? 0), weekSearch(week)])
        .toReversed()}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm text-muted tabular-nums">
        <p aria-hidden className="flex h-44 flex-col justify-between text-right leading-none">
          <span>{formatNumber(most)}</span>
          <span>0</span>
        </p>
        <div className="relative h-44">
          <svg
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, not fetched
            role="img"
            aria-label={name}
            viewBox={`0 0 ${weeks.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-full w-full border-y border-line-strong border-t-line"
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
                />
              )
            })}
          </svg>
          {/* For pointer users; keyboard users find the same links in the table. */}
          <div className="absolute inset-0 flex">
            {weeks.map((week, at) => (
              <NewsLink
                key={week}
                isHidden
                search={weekSearch(week)}
                title={`Week of ${wholeWeekText(week)}: ${storyCount(perWeek[at] ?? 0)}`}
                className="flex-1 hover:bg-accent/15"
              />
            ))}
          </div>
        </div>
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

type ShareBarsProps = {
  title: string
  what: string
  shares: { label: string; count: number; search?: NewsSearch | undefined }[]
}

export function ShareBars({ title, what, shares }: ShareBarsProps) {
  const most = Math.max(...shares.map(({ count }) => count), 1)
  return (
    <Chart
      title={title}
      columns={[what, 'Stories']}
      rows={shares.map(({ label, count, search }) => [label, formatNumber(count), search])}
    >
      <ul className="grid gap-3 text-sm">
        {shares.map(({ label, count, search }) => (
          <li key={search?.company ?? label} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
            <span className="break-words">{search ? <NewsLink search={search}>{label}</NewsLink> : label}</span>
            <span className="text-right tabular-nums">{formatNumber(count)}</span>
            <Bar share={count / most} className="col-span-2" />
          </li>
        ))}
      </ul>
    </Chart>
  )
}

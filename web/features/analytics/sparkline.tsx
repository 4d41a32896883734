import { cx } from '../../ui/button.tsx'
import { counted, formatNumber } from '../../ui/text.ts'
import { DAY_MS } from '#domain/time.ts'

const STEP = 10
const HEIGHT = 24
const EDGE = 2
/** The number of weekly stories that reaches the top. It's the same for every line, so that lines can be compared. */
const TOP = 16

type Props = { perWeek: number[]; className?: string }

export function Sparkline({ perWeek, className }: Props) {
  const total = perWeek.reduce((sum, stories) => sum + stories, 0)
  const width = Math.max(1, perWeek.length - 1) * STEP
  const points = perWeek.map((stories, week) => `${week * STEP},${heightOf(stories).toFixed(1)}`)
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, not fetched
      role="img"
      aria-label={`${storyCount(total)} in the last ${perWeek.length} weeks`}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx('block h-6 overflow-visible', className)}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className={total === 0 ? 'stroke-line-strong' : 'stroke-accent'}
      />
    </svg>
  )
}

/** Uses a square-root scale, so that one story is visible and a busy week doesn't flatten the others. */
export const heightOf = (stories: number) =>
  HEIGHT - EDGE - Math.sqrt(Math.min(stories, TOP) / TOP) * (HEIGHT - 2 * EDGE)

export const storyCount = (count: number) => counted(count, 'story', 'stories')

const days = (since: string, now: Date) => Math.floor((now.getTime() - Date.parse(since)) / DAY_MS)

export const quietFor = (since: string, now: Date) => `${formatNumber(days(since, now))} days`

const weekDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export const weekText = (monday: string) => weekDay.format(new Date(monday))
export const wholeWeekText = (monday: string) => wholeDay.format(new Date(monday))

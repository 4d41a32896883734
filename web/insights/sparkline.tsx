import { cx } from '../ui/class-names.ts'
import { storyCount } from './words.ts'

const STEP = 10
const HEIGHT = 24
const EDGE = 2

type Props = { perWeek: number[]; className?: string }

/** How the news came, week by week, as a line without axes; its name says the sum. */
export function Sparkline({ perWeek, className }: Props) {
  const most = Math.max(...perWeek, 1)
  const total = perWeek.reduce((sum, stories) => sum + stories, 0)
  const width = Math.max(1, perWeek.length - 1) * STEP
  const points = perWeek.map((stories, week) => {
    const up = (stories / most) * (HEIGHT - 2 * EDGE)
    return `${week * STEP},${(HEIGHT - EDGE - up).toFixed(1)}`
  })
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

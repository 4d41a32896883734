import { Chart } from './chart.tsx'
import { figure } from './words.ts'

type Props = { title: string; what: string; shares: { label: string; count: number }[] }

/** Lines as long as their share of the longest, each with its name and its figure. */
export function ShareBars({ title, what, shares }: Props) {
  const most = Math.max(...shares.map(({ count }) => count), 1)
  return (
    <Chart
      title={title}
      columns={[what, 'Stories']}
      rows={shares.map(({ label, count }) => [label, figure(count)])}
    >
      <ul className="grid gap-3 text-sm">
        {shares.map(({ label, count }) => (
          <li key={label} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
            <span className="break-words">{label}</span>
            <span className="text-right tabular-nums">{figure(count)}</span>
            <svg
              aria-hidden
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              className="col-span-2 h-1.5 w-full bg-line"
            >
              <rect width={(count / most) * 100} height="1" className="fill-accent" />
            </svg>
          </li>
        ))}
      </ul>
    </Chart>
  )
}

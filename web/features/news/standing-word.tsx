import type { Standing, Tone } from '#domain/news/standing.ts'
import { cx } from '../../ui/button.tsx'

const words: Record<Tone, string> = {
  bad: 'text-bad',
  accent: 'text-accent',
  warn: 'text-warn',
  good: 'text-good',
  quiet: 'text-muted',
}

// Each tone has its own shape, so that meaning never depends on color alone.
const shapes: Record<Tone, string> = {
  bad: 'bg-current',
  accent: 'rounded-full bg-current',
  warn: 'bg-current [clip-path:polygon(50%_0,100%_100%,0_100%)]',
  good: 'rounded-full bg-current',
  quiet: 'rounded-full border-[1.5px] border-faint',
}

/** How a company is doing, in one word. */
export function StandingWord({ standing: { word, tone } }: { standing: Standing }) {
  return (
    <span className={cx('inline-flex items-center gap-2 text-sm font-medium whitespace-nowrap', words[tone])}>
      <span aria-hidden className={cx('size-2 flex-none', shapes[tone])} />
      {word}
    </span>
  )
}

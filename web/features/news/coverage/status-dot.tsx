import type { Tone } from '#domain/news/coverage-text.ts'
import { cx } from '../../../ui/button.tsx'

// Each tone has its own shape, so that meaning never depends on color alone.
const dots: Record<Tone, string> = {
  good: 'rounded-full bg-good',
  quiet: 'rounded-full border-[1.5px] border-faint',
  warn: 'rotate-45 bg-warn',
  bad: 'bg-bad',
  unknown: 'rounded-full border-[1.5px] border-dotted border-faint',
}

export function StatusDot({ tone }: { tone: Tone }) {
  return <span aria-hidden className={cx('size-2 flex-none', dots[tone])} />
}

import { cx } from '../ui/class-names.ts'
import type { Tone } from './coverage-words.ts'

// Each tone has a shape of its own: it never depends on the colour alone.
const dots: Record<Tone, string> = {
  good: 'rounded-full bg-good',
  quiet: 'rounded-full border-[1.5px] border-faint',
  warn: 'rotate-45 bg-warn',
  bad: 'bg-bad',
  unknown: 'rounded-full border-[1.5px] border-dotted border-faint',
}

/** Stands before the words that say the same. */
export function StatusDot({ tone }: { tone: Tone }) {
  return <span aria-hidden className={cx('size-2 flex-none', dots[tone])} />
}

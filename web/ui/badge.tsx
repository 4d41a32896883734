import type { ReactNode } from 'react'

type Tone = 'neutral' | 'good' | 'warn' | 'bad'

const tones: Record<Tone, string> = {
  neutral: 'border-line-strong text-muted',
  good: 'border-good text-good',
  warn: 'border-warn text-warn',
  bad: 'border-bad text-bad',
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full border px-2.5 py-0.5 text-sm font-medium ${tones[tone]}`}
    >
      {children}
    </span>
  )
}

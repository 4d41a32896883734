import { useId, type ReactNode } from 'react'
import { cx } from './button.tsx'
import { Skeleton } from './feedback.tsx'

type PanelProps = { title: string; children: ReactNode; action?: ReactNode; className?: string }

export function Panel({ title, children, action, className }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('mt-8 border-t border-line pt-6', className)}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-4 text-base tabular-nums">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function SettingsList({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line border-y border-line">{children}</ul>
}

export function LoadingSettings() {
  return (
    <div aria-busy className="appear-late grid gap-2.5 border-y border-line py-4">
      <Skeleton className="h-4 w-44" />
      <Skeleton className="h-3.5 w-64 max-w-full" />
    </div>
  )
}

type Row = { icon: ReactNode; title: ReactNode; text: ReactNode; action?: ReactNode; hasIconAction?: boolean }

/** On a phone, text buttons move below the text; an icon button still fits beside it. */
export function SettingsRow({ icon, title, text, action, hasIconAction = false }: Row) {
  return (
    <li className={cx('flex items-center gap-x-4 gap-y-2 py-3.5', !hasIconAction && 'flex-wrap')}>
      <span className="grid size-9 flex-none place-items-center rounded-full bg-sunk text-muted [&_svg]:size-4.5">
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium break-words">{title}</div>
        <div className="text-sm break-words text-muted tabular-nums">{text}</div>
      </div>
      {action && (
        <div className={cx('flex gap-1', !hasIconAction && 'max-sm:-ml-4 max-sm:basis-full max-sm:pl-13')}>
          {action}
        </div>
      )}
    </li>
  )
}

type Tone = 'neutral' | 'good' | 'warn' | 'bad'

const tones: Record<Tone, string> = {
  neutral: 'border-line-strong text-muted',
  good: 'border-good text-good',
  warn: 'border-warn text-warn',
  bad: 'border-bad text-bad',
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={`inline-flex items-center rounded-full border px-2.5 py-0.5 text-sm font-medium ${tones[tone]}`}>
      {children}
    </span>
  )
}

export function Progress({ value, label }: { value: number; label: string }) {
  return <progress aria-label={label} max={100} value={Math.round(value)} className="progress" />
}

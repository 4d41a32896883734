import type { ReactNode } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'

/** Things a person has, one under the other between hairlines. */
export function SettingsList({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  if (busy) {
    return (
      <div aria-busy className="appear-late grid gap-2.5 border-y border-line py-4">
        <Skeleton className="h-4 w-44" />
        <Skeleton className="h-3.5 w-64 max-w-full" />
      </div>
    )
  }
  return <ul className="divide-y divide-line border-y border-line">{children}</ul>
}

type Row = { icon: ReactNode; title: ReactNode; text: ReactNode; action?: ReactNode }

export function SettingsRow({ icon, title, text, action }: Row) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <span className="grid size-9 flex-none place-items-center rounded-full bg-sunk text-muted [&_svg]:size-4.5">
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium break-words">{title}</div>
        <div className="text-sm text-muted tabular-nums">{text}</div>
      </div>
      {action && <div className="flex gap-1 max-sm:-ml-4 max-sm:basis-full max-sm:pl-13">{action}</div>}
    </li>
  )
}

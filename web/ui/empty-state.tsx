import type { ReactNode } from 'react'

type Props = { title: string; text?: ReactNode; children?: ReactNode }

/** Nothing here yet: what that means, and the one thing to do about it. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-16 text-center">
      <h3 className="text-xl">{title}</h3>
      {text && <p className="max-w-[46ch] text-pretty text-muted">{text}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}

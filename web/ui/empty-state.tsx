import type { ReactNode } from 'react'

type Props = { title: string; level?: 'h2' | 'h3'; text?: ReactNode; children?: ReactNode }

/** Nothing here yet: what that means, and the one thing to do about it. */
export function EmptyState({ title, level: Heading = 'h3', text, children }: Props) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-16 text-center">
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="max-w-[46ch] text-pretty text-muted">{text}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}

import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'

type Props = { title: string; subtitle?: ReactNode; children?: ReactNode; footer?: ReactNode }

export function AuthCard({ title, subtitle, children, footer }: Props) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-100 flex-col px-5">
      <header className="pt-7">
        <a href={paths.landing} className="rounded-sm font-serif text-xl font-semibold tracking-tight">
          Tidings
        </a>
      </header>
      <main id="main" tabIndex={-1} className="my-auto grid gap-6 py-10 outline-none">
        <div className="grid gap-2">
          <h1 tabIndex={-1} className="text-2xl outline-none">
            {title}
          </h1>
          {subtitle && <p className="text-pretty text-muted">{subtitle}</p>}
        </div>
        {children}
        {footer && <div className="border-t border-line pt-5 text-sm text-muted">{footer}</div>}
      </main>
    </div>
  )
}

export const textLink = 'rounded-sm font-medium text-accent underline underline-offset-3 hover:text-accent-strong'

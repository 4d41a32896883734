import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { SiteFooter } from './footer.tsx'

/** What surrounds every public page: skip link, masthead, the one main, footer. */
export function Frame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      {path === paths.landing && <SessionCheck />}
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <header className="wide">
        <div className="flex items-center justify-between gap-4 border-b border-line py-4">
          <a
            href={paths.landing}
            aria-current={path === paths.landing ? 'page' : undefined}
            className="font-serif text-xl font-semibold tracking-tight no-underline"
          >
            Tidings
          </a>
          <a href={paths.signIn} className="button">
            Log In
          </a>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter path={path} />
    </>
  )
}

/** Shown by CSS alone while first-paint.ts says that a session is stored. */
function SessionCheck() {
  return (
    <output className="session-check">
      <span aria-hidden="true" className="spinner" />
      <span className="sr-only">Loading</span>
    </output>
  )
}

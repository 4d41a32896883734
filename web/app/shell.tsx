import type { ReactNode } from 'react'
import { ProfileButton } from './profile-button.tsx'
import { Sidebar } from './sidebar.tsx'

/** Around every page of a signed-in user. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="relative min-h-dvh md:pl-16">
      <Sidebar />
      <header>
        <ProfileButton />
      </header>
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
    </div>
  )
}

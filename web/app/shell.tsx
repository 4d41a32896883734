import type { ReactNode } from 'react'
import { Keys } from '../keys/keys.tsx'
import { PaletteButton } from '../keys/palette-button.tsx'
import { ProfileButton } from './profile-button.tsx'
import { Sidebar } from './sidebar.tsx'

/** Around every page of a signed-in user. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="relative min-h-dvh md:pl-16">
      <Sidebar />
      <header>
        <PaletteButton />
        <ProfileButton />
      </header>
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Keys />
    </div>
  )
}

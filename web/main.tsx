import './styles.css'
import './app/schemas-without-code.ts'
import './ui/theme.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { readPublicConfig } from './api/public-config.ts'
import { App, assemble } from './app/app.tsx'
import { createAuthClient } from './features/auth/auth-client.ts'
import { createAuth } from './features/auth/auth-store.ts'
import { takeLinkFragment } from './features/auth/link-fragment.ts'

// Must come first, so that the tokens of an emailed link are removed from the URL before any request is made.
const link = takeLinkFragment(location, history)
const config = readPublicConfig()
const auth = createAuth(createAuthClient(config.auth), link)

// A page restored from the back/forward cache may belong to a user who has since signed out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

const place = document.getElementById('root')
if (place) {
  const app = assemble(config, auth)
  // Before anything is rendered, so that the page's code and what it asks for are on their way.
  void app.router.load()
  const root = createRoot(place)
  // A transition is rendered in small steps, between which a phone can answer to a touch.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App {...app} />
      </StrictMode>,
    ),
  )
}

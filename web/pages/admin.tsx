import { useState } from 'react'
import type { OpenedView } from '#domain/admin/support.ts'
import { useProfile } from '../features/account/queries.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/button.tsx'
import { RetryNotice } from '../ui/feedback.tsx'
import { NotFoundPage } from './not-found.tsx'
import { lazyComponent } from '../ui/lazy.tsx'

const Administration = lazyComponent(
  () => import('../features/admin/administration.tsx'),
  'Administration',
  <Waiting />,
)

const AccountView = lazyComponent(() => import('./account-view.tsx'), 'AccountView', <Waiting />)

function Open() {
  const [view, setView] = useState<OpenedView | null>(null)
  return view ? <AccountView view={view} onClose={() => setView(null)} /> : <Administration onView={setView} />
}

/** Everyone but administrators sees a 404; the server rejects their requests as well. */
export function AdminPage() {
  const { profile, isUnavailable, retry } = useProfile()
  if (isUnavailable) {
    return (
      <Page>
        <RetryNotice what="your profile" onRetry={retry} />
      </Page>
    )
  }
  if (!profile) return <Waiting />
  if (profile.role !== 'admin') return <NotFoundPage />
  return <Open />
}

import { lazy, Suspense } from 'react'
import { ProfileUnavailable } from '../features/account/profile-unavailable.tsx'
import { useProfile } from '../features/account/queries.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/button.tsx'
import { NotFoundPage } from './not-found.tsx'

const Administration = lazy(() =>
  import('../features/admin/administration.tsx').then((module) => ({ default: module.Administration })),
)

/** To everybody else there is no such page; the server refuses its calls as well. */
export function AdminPage() {
  const { profile, isUnavailable, retry } = useProfile()
  if (isUnavailable) {
    return (
      <Page>
        <ProfileUnavailable onRetry={retry} />
      </Page>
    )
  }
  if (!profile) return <Waiting />
  if (profile.role !== 'admin') return <NotFoundPage />
  return (
    <Suspense fallback={<Waiting />}>
      <Administration />
    </Suspense>
  )
}

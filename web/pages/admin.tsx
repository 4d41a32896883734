import { lazy, Suspense } from 'react'
import { ProfileUnavailable } from '../account/profile-unavailable.tsx'
import { useProfile } from '../account/queries.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { NotFoundPage } from './not-found.tsx'

const Administration = lazy(() =>
  import('../admin/administration.tsx').then((module) => ({ default: module.Administration })),
)

/** For administrators; to anybody else there is no such page. The server refuses the calls behind it all the same. */
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

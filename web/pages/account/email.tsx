import { useQuery } from '@tanstack/react-query'
import { useProfile } from '../../features/account/queries.ts'
import { Alerts } from '../../features/mailings/alerts.tsx'
import { DigestPreview } from '../../features/mailings/digest-preview.tsx'
import { DigestSettings } from '../../features/mailings/digest-settings.tsx'
import { Suppressed } from '../../features/mailings/suppressed.tsx'
import { settingsQuery } from '../../features/mailings/queries.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/feedback.tsx'
import { Loaded, LoadingLines } from '../../ui/loaded.tsx'
import { BackLink, Page, PageHeading } from '../../ui/page.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

export function EmailPage() {
  const { profile } = useProfile()
  const settings = useQuery(settingsQuery)
  usePageTitle('Digest and alerts')
  const hasAccess = profile?.entitlement.hasAccess
  return (
    <Page narrow>
      <BackLink to={paths.profile}>Profile</BackLink>
      <PageHeading>Digest and alerts</PageHeading>
      {hasAccess === false && (
        <div className="mt-5">
          <Notice>Your access has ended, so no digests or alerts are sent. They continue when you subscribe.</Notice>
        </div>
      )}
      <Loaded
        what="your email settings"
        query={settings}
        loading={<LoadingLines label="Loading your email settings" widths={['w-1/2', 'w-3/4']} className="mt-8" />}
      >
        {(found) => (
          <>
            <Suppressed settings={found} />
            <DigestSettings settings={found} />
            {hasAccess && <Alerts settings={found} />}
            {hasAccess && found.digest !== 'off' && <DigestPreview settings={found} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

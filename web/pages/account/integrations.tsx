import { useProfile } from '../../features/account/queries.ts'
import { ApiKeys } from '../../features/integrations/api-keys.tsx'
import { Feeds } from '../../features/integrations/feeds.tsx'
import { Webhooks } from '../../features/integrations/webhooks.tsx'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/feedback.tsx'
import { BackLink, Page, PageHeading } from '../../ui/page.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

export function IntegrationsPage() {
  const { profile } = useProfile()
  usePageTitle('Integrations')
  const hasAccess = profile?.entitlement.hasAccess
  return (
    <Page narrow>
      <BackLink to={paths.profile}>Profile</BackLink>
      <PageHeading>Integrations</PageHeading>
      {hasAccess === false && (
        <div className="mt-5">
          <Notice>Your access has ended, so nothing here works. It works again when you subscribe.</Notice>
        </div>
      )}
      <Feeds canCreate={hasAccess === true} />
      <Webhooks canCreate={hasAccess === true} />
      <ApiKeys canCreate={hasAccess === true} />
    </Page>
  )
}

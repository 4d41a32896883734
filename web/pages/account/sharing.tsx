import { useNavigate, useSearch } from '@tanstack/react-router'
import { useProfile } from '../../features/account/queries.ts'
import { GivenShares } from '../../features/sharing/given-shares.tsx'
import { readPath } from '../../features/sharing/queries.ts'
import { InvitationNotice, ReceivedShares } from '../../features/sharing/received-shares.tsx'
import { ShareLog } from '../../features/sharing/share-log.tsx'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/feedback.tsx'
import { BackLink, Page, PageHeading } from '../../ui/page.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

export function SharingPage() {
  const { profile } = useProfile()
  const { invitation, company } = useSearch({ strict: false })
  const navigate = useNavigate()
  usePageTitle('Sharing')
  const hasAccess = profile?.entitlement.hasAccess
  return (
    <Page narrow>
      <BackLink to={paths.profile}>Profile</BackLink>
      <PageHeading>Sharing</PageHeading>
      {invitation && (
        <InvitationNotice
          token={invitation}
          onAccepted={(share) => void navigate({ to: readPath(share), replace: true })}
          onDismiss={() => void navigate({ to: paths.sharing, replace: true })}
        />
      )}
      {hasAccess === false && (
        <div className="mt-5">
          <Notice>
            Your access has ended, so your guests cannot read what you share. They can again when you subscribe.
          </Notice>
        </div>
      )}
      <ReceivedShares />
      <GivenShares canInvite={hasAccess === true} companyId={company} />
      <ShareLog />
    </Page>
  )
}

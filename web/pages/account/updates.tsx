import { useQuery } from '@tanstack/react-query'
import { AddressPanel } from '../../features/updates/address-panel.tsx'
import { settingsQuery, updatesQuery } from '../../features/updates/queries.ts'
import { ReceivedUpdates } from '../../features/updates/received-updates.tsx'
import { paths } from '../../paths.ts'
import { Loaded, LoadingLines } from '../../ui/loaded.tsx'
import { BackLink, Page, PageHeading } from '../../ui/page.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

export function UpdatesPage() {
  const settings = useQuery(settingsQuery)
  const updates = useQuery(updatesQuery)
  usePageTitle('Founder updates')
  return (
    <Page narrow>
      <BackLink to={paths.profile}>Profile</BackLink>
      <PageHeading>Founder updates</PageHeading>
      <Loaded
        what="your address"
        query={settings}
        loading={<LoadingLines label="Loading your address" widths={['w-1/2', 'w-3/4']} className="mt-8" />}
      >
        {(found) =>
          found.address === null ? (
            <p className="mt-5 text-muted">Founder updates by email are not available here.</p>
          ) : (
            <AddressPanel settings={found} />
          )
        }
      </Loaded>
      <Loaded
        what="the emails you received"
        query={updates}
        loading={<LoadingLines label="Loading emails" widths={['w-2/3', 'w-1/2']} className="mt-8" />}
      >
        {(list) => (settings.data?.address || list.length > 0 ? <ReceivedUpdates updates={list} /> : null)}
      </Loaded>
    </Page>
  )
}

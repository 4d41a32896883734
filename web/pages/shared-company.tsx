import { useQuery } from '@tanstack/react-query'
import { Gone, isAbsent, LoadingShared, NO_LONGER, useRowId } from '../features/sharing/gone.tsx'
import { sharedCompanyQuery } from '../features/sharing/queries.ts'
import { SharedCompany } from '../features/sharing/shared-company.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../ui/loaded.tsx'
import { BackLink, Page } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

export function SharedCompanyPage() {
  const [id, companyId] = [useRowId('id'), useRowId('companyId')]
  const isValid = id > 0 && companyId > 0
  const news = useQuery({ ...sharedCompanyQuery(id, companyId), enabled: isValid })
  const isGone = !isValid || isAbsent(news.error)
  usePageTitle(isGone ? NO_LONGER : (news.data?.company.name ?? 'Shared with you'))
  if (isGone) return <Gone />
  const isOneOfMany = news.data?.share.companyId === null
  return (
    <Page narrow>
      {isOneOfMany ? (
        <BackLink to={paths.shared(id)}>All companies</BackLink>
      ) : (
        <BackLink to={paths.sharing}>Sharing</BackLink>
      )}
      <Loaded what="this company" query={news} loading={<LoadingShared />}>
        {(shared) => <SharedCompany {...shared} />}
      </Loaded>
    </Page>
  )
}

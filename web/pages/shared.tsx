import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { sharedCompanyQuery, sharedNewsQuery } from '../features/sharing/queries.ts'
import { SharedCompany } from '../features/sharing/shared-company.tsx'
import { SharedNewsList } from '../features/sharing/shared-news.tsx'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { Loaded, LoadingLines } from '../ui/loaded.tsx'
import { BackLink, Page, PageHeading } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

const NO_LONGER = 'No longer shared'

export function SharedPage() {
  const id = useRowId('id')
  const news = useQuery({ ...sharedNewsQuery(id), enabled: id > 0 })
  const isGone = id === 0 || isAbsent(news.error)
  usePageTitle(isGone ? NO_LONGER : (news.data?.name ?? 'Shared with you'))
  if (isGone) return <Gone />
  return (
    <Page narrow>
      <BackLink to={paths.sharing}>Sharing</BackLink>
      <Loaded what="what is shared with you" query={news} loading={<Loading />}>
        {(shared) => <SharedNewsList {...shared} />}
      </Loaded>
    </Page>
  )
}

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
      <Loaded what="this company" query={news} loading={<Loading />}>
        {(shared) => <SharedCompany {...shared} />}
      </Loaded>
    </Page>
  )
}

const Loading = () => (
  <LoadingLines label="Loading news" widths={['w-1/2', 'w-full', 'w-4/5']} className="mt-8 max-w-[66ch]" />
)

const Gone = () => (
  <Page narrow>
    <div className="grid justify-items-start gap-5 py-6">
      <PageHeading>{NO_LONGER}</PageHeading>
      <p className="text-muted">The owner has stopped sharing this with you, or the address is wrong.</p>
      <LinkButton to={paths.sharing}>Shared with You</LinkButton>
    </div>
  </Page>
)

const isAbsent = (error: unknown) => error instanceof ApiError && error.status === 404

function useRowId(name: 'id' | 'companyId'): number {
  const segment = useParams({ strict: false })[name] ?? ''
  return /^[1-9]\d{0,9}$/.test(segment) ? Number(segment) : 0
}

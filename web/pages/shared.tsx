import { useQuery } from '@tanstack/react-query'
import { sharedNewsQuery } from '../features/sharing/queries.ts'
import { Gone, isAbsent, LoadingShared, NO_LONGER, useRowId } from '../features/sharing/gone.tsx'
import { SharedNewsList } from '../features/sharing/shared-news.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../ui/loaded.tsx'
import { BackLink, Page } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

export function SharedPage() {
  const id = useRowId('id')
  const news = useQuery({ ...sharedNewsQuery(id), enabled: id > 0 })
  const isGone = id === 0 || isAbsent(news.error)
  usePageTitle(isGone ? NO_LONGER : (news.data?.name ?? 'Shared with you'))
  if (isGone) return <Gone />
  return (
    <Page narrow>
      <BackLink to={paths.sharing}>Sharing</BackLink>
      <Loaded what="what is shared with you" query={news} loading={<LoadingShared />}>
        {(shared) => <SharedNewsList {...shared} />}
      </Loaded>
    </Page>
  )
}

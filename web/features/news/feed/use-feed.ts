import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { orderFeed, rowsOf } from '#domain/news/feed-rows.ts'
import { useApi } from '../../../api/context.ts'
import { namesQuery } from '../../companies/queries.ts'
import type { FeedView } from './feed-view.ts'
import { feedPages, feedRowQuery } from '../queries.ts'

/** The first rows of the feed, as many as the view shows, plus the names of all companies. */
export function useFeed({ company, sort, show }: FeedView) {
  const api = useApi()
  const newest = useInfiniteQuery(feedPages(api, 'newest'))
  // A fully loaded feed is sorted here, which is instant and works offline.
  const isTurned = sort === 'oldest' && newest.hasNextPage
  const oldest = useInfiniteQuery({ ...feedPages(api, 'oldest'), enabled: isTurned })
  const pages = isTurned ? oldest : newest
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages

  const loadedPages = useMemo(() => data?.pages.map(({ items }) => items), [data])
  const loaded = useMemo(() => loadedPages && orderFeed(rowsOf(loadedPages), sort), [loadedPages, sort])
  const names = useQuery({ ...namesQuery, enabled: hasNextPage })
  const companies = hasNextPage ? names.data : loaded

  const known = company === 'all' ? loaded : loaded?.filter(({ id }) => id === company)
  const isElsewhere = company !== 'all' && known?.length === 0 && hasNextPage
  const elsewhere = useQuery({ ...feedRowQuery(company === 'all' ? 0 : company), enabled: isElsewhere })

  const wanted =
    company === 'all' && hasNextPage && !isFetching && !isFetchNextPageError && (loaded?.length ?? 0) < show
  useEffect(() => {
    if (wanted) void fetchNextPage()
  }, [wanted, fetchNextPage])

  return {
    companies,
    /** Set if the names of a long portfolio, which the filter and Refresh All need, could not be loaded. */
    namesFailure: hasNextPage && !names.data && names.error ? { error: names.error, retry: names.refetch } : null,
    rows: isElsewhere ? elsewhere.data : known,
    pages: (isElsewhere ? elsewhere.data && [elsewhere.data] : loadedPages) ?? [],
    /** True if the companies don't all fit on one page. */
    isPaged: hasNextPage || (loadedPages?.length ?? 0) > 1,
    hasNoNews: loaded?.every(({ hasNews }) => !hasNews) ?? false,
    error: isElsewhere ? elsewhere.error : pages.error,
    refetch: isElsewhere ? elsewhere.refetch : pages.refetch,
    more: {
      isThere: company === 'all' && hasNextPage,
      isFetching: pages.isFetchingNextPage,
      hasFailed: isFetchNextPageError,
      fetch: fetchNextPage,
    },
  }
}

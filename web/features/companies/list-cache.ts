import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { listCompanies } from '#domain/companies/endpoints.ts'
import type { Company, CompanyFilter } from '#domain/companies/company.ts'
import { urlOf } from '#domain/endpoint.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { ApiClient, ListPage } from '../../api/client.ts'

const LIST = urlOf(listCompanies)
/** A longer list is changed in place instead of being refetched page by page. */
const MAX_REFETCHED_PAGES = 3
const STALE_AFTER_MS = 5 * MINUTE_MS

type Page = ListPage<Company[]>
type Pages = InfiniteData<Page, string>

export const companyPages = (api: Pick<ApiClient, 'page'>, filter: CompanyFilter) =>
  infiniteQueryOptions({
    queryKey: [LIST, firstPage(filter)],
    initialPageParam: firstPage(filter),
    queryFn: ({ pageParam, signal }) => api.page(listCompanies, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    // Comparing every earlier row again would slow down each new page.
    structuralSharing: false,
    staleTime: ({ state }) =>
      (state.data?.pages.length ?? 0) > MAX_REFETCHED_PAGES ? Number.POSITIVE_INFINITY : STALE_AFTER_MS,
  })

/** The total is requested once, with the first page. */
const firstPage = ({ q, category, stage, sort }: CompanyFilter): string =>
  urlOf(listCompanies, { query: { limit: 200, total: '1', q, category, stage, sort } })

export function findInPages(queryClient: QueryClient, id: number) {
  for (const { data, updatedAt } of loaded(queryClient)) {
    for (const { items } of data.pages) {
      const company = items.find((one) => one.id === id)
      if (company) return { company, updatedAt }
    }
  }
  return null
}

/** Inserts at the top of the unfiltered list; only the server knows where it belongs in other lists. */
export function insertFirst(queryClient: QueryClient, company: Company): void {
  queryClient.setQueryData<Pages>(
    [LIST, firstPage({})],
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page, number) => ({
          ...page,
          total: changed(page.total, 1),
          items: number === 0 ? [company, ...page.items] : page.items,
        })),
      },
  )
}

export function replaceInPages(queryClient: QueryClient, id: number, company: Company): void {
  changePages(queryClient, (pages) =>
    pages.map((page) =>
      page.items.some((one) => one.id === id)
        ? { ...page, items: page.items.map((one) => (one.id === id ? company : one)) }
        : page,
    ),
  )
}

export function removeFromLists(queryClient: QueryClient, ids: ReadonlySet<number>): () => void {
  const taken = new Map<string, { page: number; row: number; company: Company }[]>()
  changePages(queryClient, (pages, list) => {
    const found = pages.flatMap(({ items }, page) =>
      items.flatMap((company, row) => (ids.has(company.id) ? [{ page, row, company }] : [])),
    )
    taken.set(list, found)
    if (found.length === 0) return pages
    return pages.map((page) => ({
      ...page,
      total: changed(page.total, -found.length),
      items: page.items.some(({ id }) => ids.has(id)) ? page.items.filter(({ id }) => !ids.has(id)) : page.items,
    }))
  })
  return () =>
    changePages(queryClient, (pages, list) => {
      const there = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)))
      const missing = (taken.get(list) ?? []).filter(({ company }) => !there.has(company.id))
      if (missing.length === 0) return pages
      return pages.map((page, number) => {
        const items = [...page.items]
        for (const one of missing) if (one.page === number) items.splice(one.row, 0, one.company)
        return { ...page, total: changed(page.total, missing.length), items }
      })
    })
}

export async function refetchLists(queryClient: QueryClient): Promise<void> {
  // An initial request that's still in flight may return data from before the change.
  await queryClient.cancelQueries({ queryKey: [LIST], predicate: ({ state }) => state.data === undefined })
  await queryClient.invalidateQueries({
    queryKey: [LIST],
    predicate: ({ state }) => ((state.data as Partial<Pages>)?.pages?.length ?? 0) <= MAX_REFETCHED_PAGES,
  })
}

export function startOver(queryClient: QueryClient) {
  for (const { queryKey, data } of loaded(queryClient)) {
    const first = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
    queryClient.setQueryData<Pages>(queryKey, first)
  }
  return refetchLists(queryClient)
}

export const stopLists = (queryClient: QueryClient) => queryClient.cancelQueries({ queryKey: [LIST] })

const changed = (total: number | null, by: number) => (total === null ? null : Math.max(0, total + by))

function changePages(queryClient: QueryClient, change: (pages: Page[], list: string) => Page[]): void {
  for (const { queryKey, data } of loaded(queryClient)) {
    const pages = change(data.pages, String(queryKey[1]))
    if (pages.some((page, number) => page !== data.pages[number]))
      queryClient.setQueryData<Pages>(queryKey, { ...data, pages })
  }
}

export function loaded(queryClient: QueryClient) {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: [LIST] })
    .flatMap(({ queryKey, state }) =>
      queryKey.length === 2 && state.data
        ? [{ queryKey, data: state.data as Pages, updatedAt: state.dataUpdatedAt }]
        : [],
    )
}

import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryFilters,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  addCompany,
  getCompany,
  getCompanyFacets,
  listCompanyNames,
  listRemovedCompanies,
  loadSamplePortfolio,
  removeSamplePortfolio,
  updateCompany,
} from '#domain/companies/endpoints.ts'
import type { Company, CompanyChange, NewCompany, CompanyFilter } from '#domain/companies/company.ts'
import { hostKey, nameKey } from '#domain/companies/company-key.ts'
import { urlOf } from '#domain/endpoint.ts'
import { getPortfolioPositions, listPositions } from '#domain/companies/positions/endpoints.ts'
import { getFeed, listCoverage } from '#domain/news/endpoints.ts'
import { countEvents, getAnalytics, listSuggestions, searchNews } from '#domain/news/explore-endpoints.ts'
import { listNotifications } from '#domain/mailings/endpoints.ts'
import { getMorning, getNewsSummary, listStandings } from '#domain/news/reading-endpoints.ts'
import { listWebsiteSuggestions } from '#domain/news/website-endpoints.ts'
import { isConflict } from '../../api/api-error.ts'
import { queriesOf, useApi, query } from '../../api/context.ts'
import { paths } from '../../paths.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import * as messages from './messages.ts'
import * as lists from './list-cache.ts'

const one = (id: number) => [urlOf(getCompany, { params: { id } })]

/** Everything that lists, counts or sums the companies of the portfolio. */
const dependent = queriesOf(
  getCompanyFacets,
  listCompanyNames,
  listRemovedCompanies,
  getPortfolioPositions,
  listPositions,
  getFeed,
  listCoverage,
  getNewsSummary,
  getMorning,
  listStandings,
  getAnalytics,
  countEvents,
  searchNews,
  listSuggestions,
  listWebsiteSuggestions,
  listNotifications,
)

export const facetsQuery = query(getCompanyFacets)

export const namesQuery = query(listCompanyNames)

export const companyQuery = (id: number, queryClient: QueryClient) =>
  query(
    getCompany,
    { params: { id } },
    {
      initialData: () => lists.findInPages(queryClient, id)?.company,
      initialDataUpdatedAt: () => lists.findInPages(queryClient, id)?.updatedAt,
    },
  )

export const isFiltered = ({ q, category, stage }: CompanyFilter) => Boolean(q || category || stage)

/** Keeps the previous filter's rows while a new filter loads. */
export function useCompanies(filter: CompanyFilter) {
  const api = useApi()
  const list = useInfiniteQuery({
    ...lists.companyPages(api, filter),
    placeholderData: (before) => before,
  })
  const { data, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  // With a hundred thousand rows, flatMap would be slow on every new page.
  const companies = data && ([] as Company[]).concat(...data.pages.map(({ items }) => items))
  return {
    companies,
    total: data?.pages[0]?.total ?? companies?.length ?? 0,
    error,
    refetch,
    isOld: list.isPlaceholderData,
    more: { isThere: hasNextPage, isFetching, hasFailed: isFetchNextPageError, fetch: fetchNextPage },
  }
}

/** A company that's being saved has no ID yet, so it gets a negative placeholder. */
export const isOnItsWay = ({ id }: Pick<Company, 'id'>) => id < 0

export function useAddCompany() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (company: NewCompany) => api.call(addCompany, { body: company }),
    onMutate: async (company) => {
      await lists.stopLists(queryClient)
      const now = new Date().toISOString()
      const row: Company = {
        name: company.name,
        website: company.website,
        category: company.category ?? null,
        stage: company.stage ?? null,
        investmentDate: company.investmentDate ?? null,
        id: -Date.now(),
        logoUrl: null,
        sample: false,
        createdAt: now,
        updatedAt: now,
      }
      lists.insertFirst(queryClient, row)
      return { row }
    },
    onSuccess: (company, _input, { row }) => {
      lists.replaceInPages(queryClient, row.id, company)
      toast(messages.added)
    },
    onError: (error, { name }, context) => {
      if (context) lists.removeFromLists(queryClient, new Set([context.row.id]))
      // A duplicate is reported next to its field.
      if (!isConflict(error)) toast(messages.addFailed(error, name))
    },
    onSettled: () => refresh(queryClient),
  })
}

type Keyed = { id: number; name: string; website: string | null }

/** Whether another company in the portfolio has the same name and website. */
export function useIsDuplicate(): (company: Keyed) => boolean {
  const { data: others = [] } = useQuery(namesQuery)
  return (company) =>
    others.some(
      (other) =>
        other.id !== company.id &&
        nameKey(other.name) === nameKey(company.name) &&
        hostKey(other.website) === hostKey(company.website),
    )
}

export function useEditCompany(before: Company) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const replace = (company: Company) => {
    queryClient.setQueryData(one(company.id), company)
    lists.replaceInPages(queryClient, company.id, company)
  }
  return useMutation({
    mutationFn: (change: CompanyChange) => api.call(updateCompany, { params: { id: before.id }, body: change }),
    onMutate: async (change) => {
      await Promise.all([queryClient.cancelQueries({ queryKey: one(before.id) }), lists.stopLists(queryClient)])
      replace({ ...before, ...change })
    },
    onSuccess: (company) => {
      replace(company)
      toast(messages.updated(company.name))
    },
    onError: (error) => {
      replace(before)
      toast(messages.updateFailed(error, before.name))
    },
    // With another name or website, its news is about another company.
    onSettled: () => Promise.all([refresh(queryClient), queryClient.invalidateQueries(queriesAbout([before]))]),
  })
}

export function useLoadSample() {
  const api = useApi()
  const toast = useToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(loadSamplePortfolio),
    onSuccess: (companies) => {
      toast(messages.sampleLoaded(companies.length))
      void navigate({ to: paths.dashboard, search: { tab: 'news' } })
    },
    onError: (error) => toast(messages.sampleFailed(error)),
    onSettled: () => refreshPortfolio(queryClient),
  })
}

export function useRemoveSample() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(removeSamplePortfolio),
    onSuccess: () => toast(messages.sampleRemoved),
    onError: (error) => toast(messages.sampleStays(error)),
    onSettled: () => refreshPortfolio(queryClient),
  })
}

export const refreshPortfolio = (queryClient: QueryClient) =>
  Promise.all([lists.startOver(queryClient), refresh(queryClient)])

export const refresh = (queryClient: QueryClient) =>
  Promise.all([lists.refetchLists(queryClient), queryClient.invalidateQueries(dependent)])

type Identified = Pick<Company, 'id'>

export function queriesAbout(companies: Identified[]): QueryFilters {
  const isAbout = isAboutOne(companies)
  return { predicate: ({ queryKey }) => isAbout(String(queryKey[0])) }
}

/** Whether a URL is that of one of the companies, or below it. */
export function isAboutOne(companies: Identified[]) {
  const urls = new Set(companies.map(({ id }) => urlOf(getCompany, { params: { id } })))
  const parts = urlOf(getCompany, { params: { id: '' } }).split('/').length
  return (url: string) => urls.has(url.split('/', parts).join('/'))
}

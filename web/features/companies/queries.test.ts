import { expect, test } from 'vitest'
import { getProfile } from '#domain/account/endpoints.ts'
import { getCompanyFacets, listCompanyNames } from '#domain/companies/endpoints.ts'
import { getPortfolioPositions, listPositions } from '#domain/companies/positions/endpoints.ts'
import { urlOf } from '#domain/endpoint.ts'
import { getFeed, listCoverage } from '#domain/news/endpoints.ts'
import { getAnalytics, listSuggestions, searchNews } from '#domain/news/explore-endpoints.ts'
import { getMorning, getNewsSummary } from '#domain/news/reading-endpoints.ts'
import { listWebsiteSuggestions } from '#domain/news/website-endpoints.ts'
import { createQueryClient } from '../../api/context.ts'
import { refreshPortfolio } from './queries.ts'

test('after a change to the portfolio, all that lists or sums its companies is fetched again', async () => {
  const queryClient = createQueryClient({ get: () => Promise.reject(new Error('not asked')) })
  const isOutdated = (url: string) => queryClient.getQueryState([url])?.isInvalidated
  const dependent = [
    urlOf(getCompanyFacets),
    urlOf(listCompanyNames),
    urlOf(getPortfolioPositions),
    urlOf(listPositions, { params: { id: 7 } }),
    urlOf(getFeed, { query: { company: '7' } }),
    urlOf(listCoverage, { query: { company: '7,8' } }),
    urlOf(getNewsSummary),
    urlOf(getMorning),
    urlOf(getAnalytics),
    urlOf(searchNews),
    urlOf(listSuggestions),
    urlOf(listWebsiteSuggestions),
  ]
  for (const url of [...dependent, urlOf(getProfile)]) queryClient.setQueryData([url], {})
  await refreshPortfolio(queryClient)
  expect(dependent.filter((url) => !isOutdated(url))).toEqual([])
  expect(isOutdated(urlOf(getProfile))).toBe(false)
})

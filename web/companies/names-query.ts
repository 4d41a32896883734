import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { CompanyName } from '#domain/companies/company.ts'
import { loaded } from './portfolio-pages.ts'
import { isOnItsWay, NAMES } from './queries.ts'

/** The whole portfolio by name. Until it is here, what the lists have fetched so far. */
export const namesQuery = (queryClient: QueryClient) =>
  queryOptions<CompanyName[]>({ queryKey: NAMES, placeholderData: () => allInPages(queryClient) })

function allInPages(queryClient: QueryClient): CompanyName[] {
  const found = loaded(queryClient).flatMap(({ data }) => data.pages.flatMap(({ items }) => items))
  const there = found.filter((company) => !isOnItsWay(company))
  return [...new Map(there.map((company) => [company.id, company])).values()]
}

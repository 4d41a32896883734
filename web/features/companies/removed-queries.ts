import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listRemovedCompanies, removeCompanies, removeCompany, restoreCompanies } from '#domain/companies/endpoints.ts'
import type { Company } from '#domain/companies/company.ts'
import { useApi, query } from '../../api/context.ts'
import type { ApiClient } from '../../api/client.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useLogoStore } from './logo/logo-store.ts'
import * as messages from './messages.ts'
import * as lists from './list-cache.ts'
import { isAboutOne, queriesAbout, refresh, refreshPortfolio } from './queries.ts'

/** The server's limit per call. */
const MOST_IDS = 10_000

export const removedQuery = query(listRemovedCompanies)
const REMOVED = removedQuery.queryKey

export function useRemoveCompanies() {
  const api = useApi()
  const toast = useToast()
  const logos = useLogoStore()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (companies: Company[]) => remove(api, companies),
    onMutate: async (companies) => {
      const ids = idsOf(companies)
      logos.callOff(isAboutOne(companies))
      // Pending requests for the companies would fail with a 404.
      await Promise.all([lists.stopLists(queryClient), queryClient.cancelQueries(queriesAbout(companies))])
      return { putBack: lists.removeFromLists(queryClient, ids) }
    },
    onSuccess: (_nothing, companies, { putBack }) => {
      queryClient.removeQueries(queriesAbout(companies))
      const undo = () => void takeBack(companies, putBack)
      toast({ ...messages.removed(companies), action: { label: 'Undo', onSelect: undo } })
    },
    onError: (error, companies, context) => {
      context?.putBack()
      toast(messages.removeFailed(error, companies))
    },
    onSettled: () => refresh(queryClient),
  })

  async function takeBack(companies: Company[], putBack: () => void) {
    await lists.stopLists(queryClient)
    putBack()
    try {
      await restore(api, [...idsOf(companies)])
      toast(messages.restored(companies))
    } catch (error) {
      lists.removeFromLists(queryClient, idsOf(companies))
      toast(messages.restoreFailed(error as Error, companies))
    }
    await refresh(queryClient)
  }
}

export function useRestoreCompanies() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (companies: Company[]) => restore(api, [...idsOf(companies)]),
    onMutate: async (companies) => {
      await queryClient.cancelQueries({ queryKey: REMOVED })
      const before = queryClient.getQueryData(REMOVED)
      const ids = idsOf(companies)
      queryClient.setQueryData(REMOVED, (list) => list?.filter(({ id }) => !ids.has(id)))
      return { before }
    },
    onSuccess: (_restored, companies) => toast(messages.restored(companies)),
    onError: (error, companies, context) => {
      queryClient.setQueryData(REMOVED, context?.before)
      toast(messages.restoreFailed(error, companies))
    },
    onSettled: () => refreshPortfolio(queryClient),
  })
}

async function remove(api: ApiClient, companies: Company[]): Promise<void> {
  const [company] = companies
  if (company && companies.length === 1) return void (await api.call(removeCompany, { params: company }))
  for (const ids of inParts(companies)) await api.call(removeCompanies, { body: { ids } })
}

async function restore(api: ApiClient, ids: number[]): Promise<void> {
  for (const part of inParts(ids.map((id) => ({ id })))) await api.call(restoreCompanies, { body: { ids: part } })
}

const inParts = (companies: { id: number }[]) =>
  Array.from({ length: Math.ceil(companies.length / MOST_IDS) }, (_, part) =>
    companies.slice(part * MOST_IDS, (part + 1) * MOST_IDS).map(({ id }) => id),
  )

const idsOf = (companies: Company[]) => new Set(companies.map(({ id }) => id))

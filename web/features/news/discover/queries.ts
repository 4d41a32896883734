import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addCompanies, removeCompany } from '#domain/companies/endpoints.ts'
import type { Company } from '#domain/companies/company.ts'
import {
  hideSuggestion,
  listHiddenSuggestions,
  listSuggestions,
  unhideSuggestion,
} from '#domain/news/explore-endpoints.ts'
import type { HiddenSuggestion, Suggestion } from '#domain/news/discover.ts'
import { useApi, query } from '../../../api/context.ts'
import { failed, reasonOf } from '../../../api/api-error.ts'
import { added, addFailed } from '../../companies/messages.ts'
import { refreshPortfolio } from '../../companies/queries.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'

export const discoverQuery = query(listSuggestions)
export const hiddenQuery = query(listHiddenSuggestions)

function useTakeOff() {
  const queryClient = useQueryClient()
  const { queryKey } = discoverQuery
  return async ({ name }: Suggestion) => {
    await queryClient.cancelQueries({ queryKey, exact: true })
    const list = queryClient.getQueryData(queryKey)
    const at = list?.findIndex((each) => each.name === name) ?? -1
    const taken = list?.[at]
    queryClient.setQueryData(queryKey, (now) => now?.filter((each) => each.name !== name))
    return () =>
      queryClient.setQueryData(queryKey, (now) =>
        now && taken && !now.some((each) => each.name === name) ? now.toSpliced(at, 0, taken) : now,
      )
  }
}

export function useAddSuggestion() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const takeOff = useTakeOff()
  const settle = () => refreshPortfolio(queryClient)

  return useMutation({
    mutationFn: async ({ name }: Suggestion) => {
      const [company] = await api.call(addCompanies, { body: [{ name }] })
      return company
    },
    onMutate: async (suggestion) => ({ putBack: await takeOff(suggestion) }),
    onSuccess: (company, { name }, { putBack }) => {
      const undo = company && { label: 'Undo', onSelect: () => void takeBack(company, putBack) }
      toast({
        title: added.title,
        description: `${name} is in your portfolio. Add its website to find more news.`,
        ...(undo && { action: undo }),
      })
    },
    onError: (error, { name }, context) => {
      context?.putBack()
      toast(addFailed(error, name))
    },
    onSettled: settle,
  })

  async function takeBack(company: Company, putBack: () => void) {
    putBack()
    try {
      await api.call(removeCompany, { params: { id: company.id } })
      toast({ title: 'Not added', description: `${company.name} is a suggestion again.` })
    } catch (error) {
      const detail = `${company.name} is in your portfolio.`
      toast(failed('Failed to remove company', reasonOf(error as Error), detail))
    }
    await settle()
  }
}

export function useHideSuggestion() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const takeOff = useTakeOff()
  const settle = async (hidden: HiddenSuggestion[]) => {
    queryClient.setQueryData(hiddenQuery.queryKey, hidden)
    await queryClient.invalidateQueries({ ...discoverQuery, exact: true })
  }

  const bringBack = useMutation({
    mutationFn: (name: string) => api.call(unhideSuggestion, { body: { name } }),
    onMutate: async (name) => {
      await queryClient.cancelQueries(hiddenQuery)
      const before = queryClient.getQueryData(hiddenQuery.queryKey)
      queryClient.setQueryData(hiddenQuery.queryKey, (list) => list?.filter((each) => each.name !== name))
      return { before }
    },
    onSuccess: settle,
    onError: (error, name, context) => {
      queryClient.setQueryData(hiddenQuery.queryKey, context?.before)
      toast(failed(`${name} was not restored`, reasonOf(error)))
    },
  })

  const hide = useMutation({
    mutationFn: ({ name }: Suggestion) => api.call(hideSuggestion, { body: { name } }),
    onMutate: async (suggestion) => ({ putBack: await takeOff(suggestion) }),
    onSuccess: (hidden, { name }, { putBack }) => {
      const undo = () => {
        putBack()
        bringBack.mutate(name)
      }
      toast({ title: `${name} is hidden`, action: { label: 'Undo', onSelect: undo } })
      return settle(hidden)
    },
    onError: (error, { name }, context) => {
      context?.putBack()
      toast(failed(`${name} was not hidden`, reasonOf(error)))
    },
  })

  return { hide: hide.mutate, bringBack: bringBack.mutate }
}

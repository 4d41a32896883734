import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { getAnalytics, listHiddenSuggestions, listSuggestions, searchNews } from '#domain/news/explore-endpoints.ts'
import { getCompany } from '#domain/companies/endpoints.ts'
import { urlOf } from '#domain/endpoint.ts'
import type { FactName, IdentityCard, ExclusionRule } from '#domain/news/overrides.ts'
import {
  getFeed,
  listCoverage,
  addAlias as postAlias,
  addFeed as postFeed,
  addRejection,
  getIdentity,
  previewRejections,
  removeAlias as deleteAlias,
  removeFeed as deleteFeed,
  removeRejection,
} from '#domain/news/endpoints.ts'
import { useApi, isUrlOf, query } from '../../../api/context.ts'
import { failed, reasonOf } from '../../../api/api-error.ts'
import { getMorning, getNewsSummary, listStandings } from '#domain/news/reading-endpoints.ts'
import { showLatest } from '../morning/shown-morning.ts'
import type { ApiClient } from '../../../api/client.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'

const CHECKING_MS = 5000

/** Polls until a feed that was just added has been checked for the first time. */
export const identityQuery = (companyId: number) =>
  query(
    getIdentity,
    { params: { id: companyId } },
    {
      refetchInterval: ({ state }) => (state.data?.feeds.some((feed) => feed.state === null) ? CHECKING_MS : false),
    },
  )

export type OverrideChange = {
  send: (api: ApiClient, params: { id: number }) => Promise<IdentityCard>
  failure: string
  guess: (card: IdentityCard) => IdentityCard
}

export function useChangeOverrides(companyId: number) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { queryKey } = identityQuery(companyId)
  return useMutation({
    scope: { id: `identity ${companyId}` },
    mutationFn: ({ send }: OverrideChange) => send(api, { id: companyId }),
    onMutate: async ({ guess }) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (card) => card && guess(card))
      return { before }
    },
    onSuccess: (card) => {
      queryClient.setQueryData(queryKey, card)
      return refetchAfter(queryClient, companyId)
    },
    onError: (error, { failure }, context) => {
      queryClient.setQueryData(queryKey, context?.before)
      toast(failed(failure, reasonOf(error)))
    },
  })
}

export async function refetchAfter(queryClient: QueryClient, companyId: number): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) => {
      const url = String(key)
      const isOfCompany = url.startsWith(`${urlOf(getCompany, { params: { id: companyId } })}/`)
      return isAboutAll(url) || (isOfCompany && !isUrlOf(url, getIdentity, previewRejections))
    },
  })
  showLatest(queryClient)
}

const isAboutAll = (url: string) =>
  isUrlOf(
    url,
    getFeed,
    getNewsSummary,
    getMorning,
    listStandings,
    listCoverage,
    searchNews,
    getAnalytics,
    listSuggestions,
    listHiddenSuggestions,
  )

export const addAlias = (alias: string): OverrideChange => ({
  send: (api, params) => api.call(postAlias, { params, body: { alias } }),
  failure: `${alias} was not added`,
  guess: (card) => ({ ...card, aliases: [...card.aliases.filter((each) => each !== alias), alias] }),
})

export const removeAlias = (alias: string): OverrideChange => ({
  send: (api, params) => api.call(deleteAlias, { params, body: { alias } }),
  failure: `${alias} was not removed`,
  guess: (card) => ({ ...card, aliases: card.aliases.filter((each) => each !== alias) }),
})

export const addFeed = (url: string): OverrideChange => ({
  send: (api, params) => api.call(postFeed, { params, body: { url } }),
  failure: 'The feed was not added',
  guess: (card) => ({
    ...card,
    feeds: [...card.feeds.filter((feed) => feed.url !== url), { url, state: null, problem: null, checkedAt: null }],
  }),
})

export const removeFeed = (url: string): OverrideChange => ({
  send: (api, params) => api.call(deleteFeed, { params, body: { url } }),
  failure: 'The feed was not removed',
  guess: (card) => ({ ...card, feeds: card.feeds.filter((feed) => feed.url !== url) }),
})

export const reviewFact = ({ kind, value }: FactName, isRejected: boolean): OverrideChange => ({
  send: (api, params) => api.call(isRejected ? addRejection : removeRejection, { params, body: { kind, value } }),
  failure: isRejected ? 'The fact was not rejected' : 'The rejection was not undone',
  guess: (card) => ({
    ...card,
    facts: card.facts.map((fact) => (fact.kind === kind && fact.value === value ? { ...fact, isRejected } : fact)),
  }),
})

export const takeBackRule = ({ kind, value }: ExclusionRule): OverrideChange => ({
  send: (api, params) => api.call(removeRejection, { params, body: { kind, value } }),
  failure: 'The rule was not undone',
  guess: (card) => ({
    ...card,
    notMine: card.notMine.filter((rule) => rule.kind !== kind || rule.value !== value),
  }),
})

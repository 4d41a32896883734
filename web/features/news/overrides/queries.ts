import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { FactName, IdentityCard, ExclusionRule } from '#domain/news/overrides.ts'
import { useApi } from '../../../api/context.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'

/** What is made of the news of all companies together. */
const ABOUT_ALL = /^\/api\/(?:news|search|analytics|discover|companies\/activity)(?:$|[/?])/

const CHECKING_MS = 5000

/** A feed that was pasted just now is looked at soon, so it is asked for until then. */
export const identityQuery = (companyId: number) =>
  queryOptions<IdentityCard>({
    queryKey: [`/api/companies/${companyId}/identity`],
    refetchInterval: ({ state }) => (state.data?.feeds.some((feed) => feed.state === null) ? CHECKING_MS : false),
  })

/** What an owner can say about a company. */
export type OverrideChange = {
  method: 'POST' | 'DELETE'
  path: 'aliases' | 'feeds' | 'rejections'
  body: object
  /** What it is called when it could not be saved. */
  failure: string
  /** The card as it will be. */
  guess: (card: IdentityCard) => IdentityCard
}

/** Shown at once; what follows from it is fetched again once the server has agreed. */
export function useChangeOverrides(companyId: number) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { queryKey } = identityQuery(companyId)
  return useMutation({
    scope: { id: `identity ${companyId}` },
    mutationFn: ({ method, path, body }: OverrideChange) =>
      api.request(method, `/api/companies/${companyId}/${path}`, body) as Promise<IdentityCard>,
    onMutate: async ({ guess }) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<IdentityCard>(queryKey)
      queryClient.setQueryData<IdentityCard>(queryKey, (card) => card && guess(card))
      return { before }
    },
    onSuccess: (card) => {
      queryClient.setQueryData(queryKey, card)
      return refetchAfter(queryClient, companyId)
    },
    onError: (error, { failure }, context) => {
      queryClient.setQueryData(queryKey, context?.before)
      toast({
        title: failure,
        description: error instanceof ApiError ? error.reason : error.message,
        variant: 'destructive',
      })
    },
  })
}

/** Everything that follows from what an owner says about a company. */
export const refetchAfter = (queryClient: QueryClient, companyId: number) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) => {
      const path = String(address)
      const part = path.replace(`/api/companies/${companyId}/`, '')
      return ABOUT_ALL.test(path) || (part !== path && !/^(?:identity|rejections)/.test(part))
    },
  })

export const addAlias = (alias: string): OverrideChange => ({
  method: 'POST',
  path: 'aliases',
  body: { alias },
  failure: `${alias} was not added`,
  guess: (card) => ({ ...card, aliases: [...card.aliases.filter((each) => each !== alias), alias] }),
})

export const removeAlias = (alias: string): OverrideChange => ({
  method: 'DELETE',
  path: 'aliases',
  body: { alias },
  failure: `${alias} was not removed`,
  guess: (card) => ({ ...card, aliases: card.aliases.filter((each) => each !== alias) }),
})

export const addFeed = (url: string): OverrideChange => ({
  method: 'POST',
  path: 'feeds',
  body: { url },
  failure: 'The feed was not added',
  guess: (card) => ({
    ...card,
    feeds: [...card.feeds.filter((feed) => feed.url !== url), { url, state: null, problem: null, checkedAt: null }],
  }),
})

export const removeFeed = (url: string): OverrideChange => ({
  method: 'DELETE',
  path: 'feeds',
  body: { url },
  failure: 'The feed was not removed',
  guess: (card) => ({ ...card, feeds: card.feeds.filter((feed) => feed.url !== url) }),
})

/** Rejects a fact, or takes that back. */
export const reviewFact = ({ kind, value }: FactName, isRejected: boolean): OverrideChange => ({
  method: isRejected ? 'POST' : 'DELETE',
  path: 'rejections',
  body: { kind, value },
  failure: isRejected ? 'The fact was not rejected' : 'The rejection was not taken back',
  guess: (card) => ({
    ...card,
    facts: card.facts.map((fact) => (fact.kind === kind && fact.value === value ? { ...fact, isRejected } : fact)),
  }),
})

/** Takes back that something is not about the company. */
export const takeBackRule = ({ kind, value }: ExclusionRule): OverrideChange => ({
  method: 'DELETE',
  path: 'rejections',
  body: { kind, value },
  failure: 'The rule was not taken back',
  guess: (card) => ({
    ...card,
    notMine: card.notMine.filter((rule) => rule.kind !== kind || rule.value !== value),
  }),
})

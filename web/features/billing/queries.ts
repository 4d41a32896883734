import { redeemCode } from '#domain/admin/endpoints.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Profile } from '#domain/account/profile.ts'
import {
  cancelSubscription,
  chargeSavedCard,
  getBilling,
  openPortal,
  resumeSubscription,
  setUpCard,
} from '#domain/billing/endpoints.ts'
import type { Billing } from '#domain/billing/subscriptions.ts'
import { profileQuery } from '../account/queries.ts'
import { useApi, query } from '../../api/context.ts'
import type { ApiClient } from '../../api/client.ts'
import { intentOf, type CardConfirmer } from './card/card-field.tsx'
import { payment } from './messages.ts'

export const billingQuery = query(getBilling)

export const freshProfile = (queryClient: QueryClient, api: ApiClient): Promise<Profile> =>
  queryClient.fetchQuery({ ...profileQuery(api), staleTime: 0 })

export function useRenewal() {
  const api = useApi()
  const showAnswer = useShowAnswer()
  return useMutation({
    mutationFn: (action: 'cancel' | 'resume') =>
      api.call(action === 'cancel' ? cancelSubscription : resumeSubscription),
    onSuccess: showAnswer,
  })
}

export function useSaveCard() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showAnswer = useShowAnswer()
  return useMutation({
    mutationFn: async (findConfirmer: () => CardConfirmer | null) => {
      const { clientSecret } = await api.call(setUpCard)
      const confirmer = findConfirmer()
      if (!confirmer) throw new Error(payment.noCardElement)
      const confirmation = await confirmer.confirm(clientSecret)
      if (!confirmation.ok) throw new Error(confirmation.message || payment.failed)
      const setupIntentId = intentOf(clientSecret).id
      return api.call(chargeSavedCard, { body: { setupIntentId } })
    },
    onSuccess: showAnswer,
    // The new card may have been saved even though the outstanding payment failed.
    onError: () => queryClient.invalidateQueries(billingQuery),
  })
}

/** The portal URL expires quickly, so it is requested on click. */
export function usePortal() {
  const api = useApi()
  return useMutation({
    mutationFn: async () => (await api.call(openPortal)).url,
  })
}

export function useShowAnswer() {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (billing: Billing) => {
    queryClient.setQueryData(billingQuery.queryKey, billing)
    await queryClient.invalidateQueries({ queryKey: profileQuery(api).queryKey })
  }
}

export function useRedeemCode() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => api.call(redeemCode, { body: { code } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery(api).queryKey }),
  })
}

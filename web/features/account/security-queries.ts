import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endSession, listSessions } from '#domain/account/endpoints.ts'
import { useApi, query } from '../../api/context.ts'
import type { Auth } from '../auth/auth-store.ts'
import { useAuth } from '../auth/auth-provider.tsx'

export const devicesQuery = query(listSessions, {}, { staleTime: 0 })

export function useEndSession() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call(endSession, { params: { id } }),
    onMutate: (id) => {
      const before = queryClient.getQueryData(devicesQuery.queryKey)
      queryClient.setQueryData(devicesQuery.queryKey, (devices) => devices?.filter((one) => one.id !== id))
      return before
    },
    onError: (_error, _id, before) => queryClient.setQueryData(devicesQuery.queryKey, before),
    onSettled: () => queryClient.invalidateQueries(devicesQuery),
  })
}

export function useSignOutOthers() {
  const { auth } = useAuth()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { problem } = await auth.signOutOthers()
      if (problem) throw new Error(problem)
    },
    onSettled: () => queryClient.invalidateQueries(devicesQuery),
  })
}

export const passkeysQuery = ({ passkeys }: Auth) =>
  queryOptions({
    queryKey: ['passkeys'],
    staleTime: 0,
    queryFn: async () => {
      const { value, problem } = await passkeys.list()
      if (!value) throw new Error(problem)
      return value
    },
  })

export const recoveryCodesQuery = ({ secondFactor }: Auth) =>
  queryOptions({ queryKey: ['recovery-codes'], staleTime: 0, queryFn: secondFactor.recoveryCodesLeft })

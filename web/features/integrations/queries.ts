import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createKey, listKeys, revokeKey } from '#domain/integrations/endpoints.ts'
import type { NewApiKey } from '#domain/integrations/keys.ts'
import { queriesOf, query, useApi } from '../../api/context.ts'

export const keysQuery = query(listKeys)

export function useKeyChanges() {
  const api = useApi()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(queriesOf(listKeys))
  return {
    create: useMutation({ mutationFn: (key: NewApiKey) => api.call(createKey, { body: key }), onSettled }),
    revoke: useMutation({ mutationFn: (id: number) => api.call(revokeKey, { params: { id } }), onSettled }),
  }
}

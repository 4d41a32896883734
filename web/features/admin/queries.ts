import { keepPreviousData, queryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  AdminUser,
  AdminUserPage,
  AuditEntry,
  CreatedCode,
  Grant,
  GrantCode,
  NewCode,
  NewGrant,
  RefundedPayment,
} from '#domain/admin/users.ts'
import type { PollingHealth, JobOverview, ModelCost } from '#domain/admin/operations.ts'
import { useApi } from '../../api/context.ts'

const AUDIT = '/api/admin/audit'
const AUDIT_PAGE = 100
const USERS = '/api/admin/users'
const CODES = '/api/admin/codes'
const JOBS = '/api/admin/jobs'

/** What an administrator decides by must be what is so now. */
const fresh = { staleTime: 0 }

export const peopleQuery = (words: string) =>
  queryOptions<AdminUser[]>({
    queryKey: [`${USERS}?q=${encodeURIComponent(words)}`],
    placeholderData: keepPreviousData,
    ...fresh,
  })
export const personQuery = (id: string) =>
  queryOptions<AdminUserPage>({ queryKey: [`${USERS}/${encodeURIComponent(id)}`], ...fresh })
export const codesQuery = queryOptions<GrantCode[]>({ queryKey: [CODES], ...fresh })
export const sourcesQuery = queryOptions<PollingHealth>({ queryKey: ['/api/admin/sources'], ...fresh })
export const jobsQuery = queryOptions<JobOverview>({ queryKey: [JOBS], ...fresh })
export const modelCostQuery = queryOptions<ModelCost>({ queryKey: ['/api/admin/ai'], ...fresh })

/** The record, a hundred entries at a time. */
export function useRecord() {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [AUDIT],
    initialPageParam: AUDIT,
    queryFn: ({ pageParam, signal }) => api.get(pageParam, signal) as Promise<AuditEntry[]>,
    getNextPageParam: (page) => (page.length < AUDIT_PAGE ? null : `${AUDIT}?before=${page.at(-1)?.id}`),
    ...fresh,
  })
}

/** Whatever was done, everything an administrator sees may be another now. */
function useAdminAction<Given, Answer>(action: (api: ReturnType<typeof useApi>, given: Given) => Promise<unknown>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => action(api, given) as Promise<Answer>,
    onSettled: () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfAdmin(String(queryKey[0])) }),
  })
}

const isOfAdmin = (url: string) => url.startsWith('/api/admin/')

export const useGive = () =>
  useAdminAction<NewGrant, Grant>((api, grant) => api.request('POST', '/api/admin/grants', grant))

export const useRevoke = () =>
  useAdminAction<number, null>((api, id) => api.request('DELETE', `/api/admin/grants/${id}`))

export const useCloseAccount = () =>
  useAdminAction<{ id: string; reason: string }, null>((api, { id, reason }) =>
    api.request('POST', `${USERS}/${id}/disable`, { reason }),
  )

export const useOpenAccount = () =>
  useAdminAction<string, null>((api, id) => api.request('POST', `${USERS}/${id}/enable`))

export const useCancelSubscription = () =>
  useAdminAction<{ id: string; reason: string }, null>((api, { id, reason }) =>
    api.request('POST', `${USERS}/${id}/subscription/cancel`, { reason }),
  )

export const useRefund = () =>
  useAdminAction<{ id: string; reason: string }, RefundedPayment>((api, { id, reason }) =>
    api.request('POST', `${USERS}/${id}/subscription/refund`, { reason }),
  )

export const useCreateCode = () => useAdminAction<NewCode, CreatedCode>((api, code) => api.request('POST', CODES, code))

export const useWithdrawCode = () => useAdminAction<number, null>((api, id) => api.request('DELETE', `${CODES}/${id}`))

export const useTryJobAgain = () =>
  useAdminAction<string, null>((api, id) => api.request('POST', `${JOBS}/${id}/retry`))

export const useDiscardJob = () => useAdminAction<string, null>((api, id) => api.request('DELETE', `${JOBS}/${id}`))

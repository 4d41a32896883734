import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  cancelUserSubscription,
  createCode,
  disableUser,
  discardJob,
  enableUser,
  findUsers,
  getHealth,
  getModelCost,
  getSourceHealth,
  getUser,
  grantAccess,
  liftSuppression,
  listAuditLog,
  listCodes,
  listJobs,
  refundUser,
  retryJob,
  revokeCode,
  revokeGrant,
} from '#domain/admin/endpoints.ts'
import { getSupportFile } from '#domain/admin/support.ts'
import type { NewCode, NewGrant } from '#domain/admin/users.ts'
import { urlOf } from '#domain/endpoint.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { useApi, queriesOf, query } from '../../api/context.ts'
import type { ApiClient } from '../../api/client.ts'
import { useToast } from '../../ui/overlays/toast.tsx'

const AUDIT_PAGE = 100

/** Administrators must make decisions based on current data. */
const fresh = { staleTime: 0 }

const SHOWN_TO_ADMINS = queriesOf(
  findUsers,
  getUser,
  getSupportFile,
  listCodes,
  listAuditLog,
  getHealth,
  getSourceHealth,
  listJobs,
  getModelCost,
)

export const peopleQuery = (words: string) =>
  query(findUsers, { query: { q: words } }, { placeholderData: keepPreviousData, ...fresh })
export const personQuery = (id: string) => query(getUser, { params: { id } }, fresh)
export const codesQuery = query(listCodes, {}, fresh)
export const healthQuery = query(getHealth, {}, { ...fresh, refetchInterval: 30_000 })
export const sourcesQuery = query(getSourceHealth, {}, fresh)
export const jobsQuery = query(listJobs, {}, fresh)
export const modelCostQuery = query(getModelCost, {}, fresh)

export function useRecord() {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [urlOf(listAuditLog)],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => api.call(listAuditLog, { query: { before: pageParam }, signal }),
    getNextPageParam: (page) => (page.length < AUDIT_PAGE ? undefined : page.at(-1)?.id),
    ...fresh,
  })
}

export function useAction<Given, Answer>(act: (api: ApiClient, given: Given) => Promise<Answer>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => act(api, given),
    onSettled: () => queryClient.invalidateQueries(SHOWN_TO_ADMINS),
  })
}

/** An action without a dialog, whose outcome is shown in a toast. */
export function useToastedAction(act: (api: ApiClient) => Promise<unknown>, done: string, what: string) {
  const toast = useToast()
  const { mutate, isPending } = useAction(act)
  const start = () =>
    mutate(undefined, {
      onSuccess: () => toast({ title: done }),
      onError: (error) => toast(failed(`Could not ${what}`, reasonOf(error))),
    })
  return { start, isPending }
}

export type Reasoned = { id: string; reason: string }

export const useGive = () => useAction((api, body: NewGrant) => api.call(grantAccess, { body }))

export const useCreateCode = () => useAction((api, body: NewCode) => api.call(createCode, { body }))

export const useCloseAccount = () =>
  useAction((api, { id, reason }: Reasoned) => api.call(disableUser, { params: { id }, body: { reason } }))

export const useCancelSubscription = () =>
  useAction((api, { id, reason }: Reasoned) => api.call(cancelUserSubscription, { params: { id }, body: { reason } }))

export const useRefund = () =>
  useAction((api, { id, reason }: Reasoned) => api.call(refundUser, { params: { id }, body: { reason } }))

export const useOpenAccount = (id: string, email: string) =>
  useToastedAction((api) => api.call(enableUser, { params: { id } }), `${email} is reopened`, 'open the account')

export const useLiftSuppression = (id: string, email: string) =>
  useToastedAction(
    (api) => api.call(liftSuppression, { params: { id } }),
    `${email} gets emails again`,
    'lift the suppression',
  )

export const useRevoke = (id: number) =>
  useToastedAction((api) => api.call(revokeGrant, { params: { id } }), 'Grant revoked', 'revoke the grant')

export const useWithdrawCode = (id: number) =>
  useToastedAction((api) => api.call(revokeCode, { params: { id } }), 'Code withdrawn', 'withdraw the code')

export const useTryJobAgain = (id: string) =>
  useToastedAction((api) => api.call(retryJob, { params: { id } }), 'Job requeued', 'retry the job')

export const useDiscardJob = (id: string) =>
  useToastedAction((api) => api.call(discardJob, { params: { id } }), 'Job discarded', 'discard the job')

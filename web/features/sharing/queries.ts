import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  acceptShare,
  createShare,
  endShare,
  getSharedCompany,
  getSharedNews,
  leaveShare,
  listReceivedShares,
  listShares,
  listShareVisits,
} from '#domain/sharing/endpoints.ts'
import type { NewShare, ReceivedShare } from '#domain/sharing/share.ts'
import { queriesOf, query, useApi } from '../../api/context.ts'
import { useConfirmed } from '../auth/auth-provider.tsx'
import { paths } from '../../paths.ts'

export const sharesQuery = query(listShares)
export const visitsQuery = query(listShareVisits)
export const receivedQuery = query(listReceivedShares)
/** The owner may have ended the share while the page was open. */
const AGAIN = { refetchOnWindowFocus: 'always' } as const

export const sharedNewsQuery = (id: number) => query(getSharedNews, { params: { id } }, AGAIN)
export const sharedCompanyQuery = (id: number, companyId: number) =>
  query(getSharedCompany, { params: { id, companyId } }, AGAIN)

/** The path of the page that shows the share. */
export const readPath = ({ id, companyId }: ReceivedShare) =>
  companyId === null ? paths.shared(id) : paths.sharedCompany(id, companyId)

export function useShareChanges() {
  const api = useApi()
  const confirmed = useConfirmed()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(queriesOf(listShares, listShareVisits))
  return {
    create: useMutation({
      mutationFn: (share: NewShare) => confirmed(() => api.call(createShare, { body: share })),
      onSettled,
    }),
    end: useMutation({ mutationFn: (id: number) => api.call(endShare, { params: { id } }), onSettled }),
  }
}

export function useReceivedChanges() {
  const api = useApi()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(queriesOf(listReceivedShares))
  return {
    accept: useMutation({ mutationFn: (token: string) => api.call(acceptShare, { body: { token } }), onSettled }),
    leave: useMutation({ mutationFn: (id: number) => api.call(leaveShare, { params: { id } }), onSettled }),
  }
}

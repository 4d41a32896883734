import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addAlert,
  getMailings,
  listAlerts,
  listNotifications,
  previewAlert,
  previewDigest,
  removeAlert,
  updateMailings,
} from '#domain/mailings/endpoints.ts'
import type { MailingChange, MailingSettings, NewAlertRule } from '#domain/mailings/settings.ts'
import { failed } from '../../api/api-error.ts'
import { queriesOf, query, useApi } from '../../api/context.ts'
import { useToast } from '../../ui/overlays/toast.tsx'

export const settingsQuery = query(getMailings)
export const digestQuery = query(previewDigest)
const NOTIFIED_EVERY_MS = 5 * 60_000
/** Alerts are sent by a job, which no live event announces. */
export const notificationsQuery = query(listNotifications, {}, { refetchInterval: NOTIFIED_EVERY_MS })
export const alertsQuery = query(listAlerts)

export function useUpdateMailings() {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (change: MailingChange) => api.call(updateMailings, { body: change }),
    onMutate: (change) => {
      const before = queryClient.getQueryData<MailingSettings>(settingsQuery.queryKey)
      if (before) queryClient.setQueryData<MailingSettings>(settingsQuery.queryKey, { ...before, ...change })
      return before
    },
    onError: (error, _change, before) => {
      queryClient.setQueryData(settingsQuery.queryKey, before)
      toast(failed('Failed to save your email settings', error.message))
    },
    onSuccess: (settings) => queryClient.setQueryData(settingsQuery.queryKey, settings),
    onSettled: () => queryClient.invalidateQueries(queriesOf(previewDigest)),
  })
}

export function useAlertChanges() {
  const api = useApi()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(queriesOf(listAlerts, previewDigest))
  return {
    add: useMutation({ mutationFn: (rule: NewAlertRule) => api.call(addAlert, { body: rule }), onSettled }),
    remove: useMutation({ mutationFn: (id: number) => api.call(removeAlert, { params: { id } }), onSettled }),
  }
}

/** No request is made until an event is chosen. */
export function useAlertPreview(rule: NewAlertRule) {
  const api = useApi()
  return useQuery({
    queryKey: [previewAlert.path, rule],
    queryFn: ({ signal }) => api.call(previewAlert, { body: rule, signal }),
    enabled: rule.events.length > 0,
    placeholderData: (before) => before,
  })
}

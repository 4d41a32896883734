import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listNotifications } from '#domain/mailings/endpoints.ts'
import { getFeed, listStories } from '#domain/news/endpoints.ts'
import {
  changeUpdateSettings,
  fileUpdate,
  getUpdate,
  getUpdateEmail,
  getUpdateSettings,
  listCompanyUpdates,
  listUpdates,
  removeUpdate,
  replaceUpdateAddress,
} from '#domain/updates/endpoints.ts'
import type { UpdateSettings } from '#domain/updates/update.ts'
import { queriesOf, query, useApi } from '../../api/context.ts'

export const settingsQuery = query(getUpdateSettings)
export const updatesQuery = query(listUpdates)
export const updateQuery = (id: number) => query(getUpdate, { params: { id } })
export const emailQuery = (id: number) => query(getUpdateEmail, { params: { id } })
export const companyUpdatesQuery = (id: number) => query(listCompanyUpdates, { params: { id } })

export const DELETE_QUESTION = {
  title: 'Delete this email?',
  text: 'It disappears from the news of its company, too. You cannot restore it.',
  action: 'Delete',
}

export function useUpdateChanges() {
  const api = useApi()
  const queryClient = useQueryClient()
  const onSettled = () =>
    queryClient.invalidateQueries(
      queriesOf(listNotifications, listUpdates, getUpdate, listCompanyUpdates, getFeed, listStories),
    )
  return {
    file: useMutation({
      mutationFn: ({ id, companyId }: { id: number; companyId: number }) =>
        api.call(fileUpdate, { params: { id }, body: { companyId } }),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: number) => api.call(removeUpdate, { params: { id } }), onSettled }),
  }
}

export function useSettingsChanges() {
  const api = useApi()
  const queryClient = useQueryClient()
  const onSuccess = (settings: UpdateSettings) => queryClient.setQueryData(settingsQuery.queryKey, settings)
  return {
    replace: useMutation({ mutationFn: () => api.call(replaceUpdateAddress), onSuccess }),
    allowModel: useMutation({
      mutationFn: (allowsModel: boolean) => api.call(changeUpdateSettings, { body: { allowsModel } }),
      onSuccess,
    }),
  }
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PushDevice } from '#domain/mailings/devices.ts'
import { addPushDevice, listPushDevices, removePushDevice } from '#domain/mailings/endpoints.ts'
import { queriesOf, query, useApi } from '../../../api/context.ts'
import { readThisDevice, subscribe, unsubscribe } from './this-device.ts'

const THIS_DEVICE = { queryKey: ['this-device'] }

export const pushDevicesQuery = query(listPushDevices)

export const useThisDevice = () => useQuery({ ...THIS_DEVICE, queryFn: readThisDevice, staleTime: 0 })

export function useNotifications() {
  const api = useApi()
  const queryClient = useQueryClient()
  const onSettled = () =>
    Promise.all([queryClient.invalidateQueries(queriesOf(listPushDevices)), queryClient.invalidateQueries(THIS_DEVICE)])
  return {
    /** Resolves to false if permission wasn't granted. */
    turnOn: useMutation({
      mutationFn: async (serverKey: string) => {
        const device = await subscribe(serverKey)
        if (!device) return false
        await api.call(addPushDevice, { body: device }).catch(async (error: unknown) => {
          await unsubscribe()
          throw error
        })
        return true
      },
      onSettled,
    }),
    remove: useMutation({
      mutationFn: async ({ device, isThis }: { device: PushDevice; isThis: boolean }) => {
        await api.call(removePushDevice, { params: { id: device.id } })
        if (isThis) await unsubscribe()
      },
      onSettled,
    }),
  }
}

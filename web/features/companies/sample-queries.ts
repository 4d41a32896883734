import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { loadSamplePortfolio, removeSamplePortfolio } from '#domain/companies/endpoints.ts'
import { useApi } from '../../api/context.ts'
import { paths } from '../../paths.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import * as messages from './messages.ts'
import { refreshPortfolio } from './queries.ts'

export function useLoadSample() {
  const api = useApi()
  const toast = useToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(loadSamplePortfolio),
    onSuccess: (companies) => {
      toast(messages.sampleLoaded(companies.length))
      void navigate({ to: paths.dashboard, search: { tab: 'news' } })
    },
    onError: (error) => toast(messages.sampleFailed(error)),
    onSettled: () => refreshPortfolio(queryClient),
  })
}

export function useRemoveSample() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(removeSamplePortfolio),
    onSuccess: () => toast(messages.sampleRemoved),
    onError: (error) => toast(messages.sampleStays(error)),
    onSettled: () => refreshPortfolio(queryClient),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Company } from '#domain/companies/company.ts'
import { useApi } from '../../api/context.ts'
import { paths } from '../../paths.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import * as messages from './messages.ts'
import { refreshPortfolio } from './queries.ts'

const SAMPLE = '/api/companies/sample'

/** Leads to the news of the sample companies, which is there with the answer. */
export function useLoadSample() {
  const api = useApi()
  const toast = useToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.request('POST', SAMPLE) as Promise<Company[]>,
    onSuccess: (companies) => {
      toast(messages.sampleLoaded(companies.length))
      void navigate({ to: paths.dashboard, search: { tab: 'news' } as never })
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
    mutationFn: () => api.request('DELETE', SAMPLE),
    onSuccess: () => toast(messages.sampleRemoved),
    onError: (error) => toast(messages.sampleStays(error)),
    onSettled: () => refreshPortfolio(queryClient),
  })
}

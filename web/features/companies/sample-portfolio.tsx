import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Company } from '#domain/companies/company.ts'
import { loadSamplePortfolio, removeSamplePortfolio } from '#domain/companies/endpoints.ts'
import { useApi } from '../../api/context.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import * as messages from './messages.ts'
import { facetsQuery, refreshPortfolio } from './queries.ts'

export function PortfolioEmpty({ onAdd, level }: { onAdd: () => void; level?: 'h2' | 'h3' }) {
  const api = useApi()
  const toast = useToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(loadSamplePortfolio),
    onSuccess: (companies) => {
      toast(messages.sampleLoaded(companies.length))
      void navigate({ to: paths.dashboard, search: { tab: 'news' } })
    },
    onError: (error) => toast(messages.sampleFailed(error)),
    onSettled: () => refreshPortfolio(queryClient),
  })
  return (
    <EmptyState level={level} title="No investments yet" text="Add your first investment to start tracking news">
      <Button variant="primary" onClick={onAdd}>
        Add Company
      </Button>
      <Button busy={isPending} onClick={() => mutate()}>
        Load sample portfolio
      </Button>
    </EmptyState>
  )
}

export function SampleNotice({ companies }: { companies?: Company[] | undefined }) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { data: facets } = useQuery(facetsQuery)
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(removeSamplePortfolio),
    onSuccess: () => toast(messages.sampleRemoved),
    onError: (error) => toast(messages.sampleStays(error)),
    onSettled: () => refreshPortfolio(queryClient),
  })
  const count = facets?.sample ?? companies?.filter(({ sample }) => sample).length ?? 0
  if (count === 0) return null
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 rounded-md bg-sunk py-1 pr-1 pl-3.5 text-sm">
      <p>
        {count === 1
          ? 'Sample data: this company is fictional.'
          : `Sample data: these ${count} companies are fictional.`}
      </p>
      <Button variant="quiet" busy={isPending} onClick={() => mutate()}>
        Remove sample
      </Button>
    </div>
  )
}

export function SampleMark() {
  return <span className="flex-none rounded-sm border border-line-strong px-1.5 text-sm text-muted">Sample</span>
}

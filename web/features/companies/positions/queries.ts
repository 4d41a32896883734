import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addPosition,
  getPortfolioPositions,
  listPositions,
  removePosition,
  updatePosition,
} from '#domain/companies/positions/endpoints.ts'
import type { PositionContent } from '#domain/companies/positions/position.ts'
import { getCompany } from '#domain/companies/endpoints.ts'
import { queriesOf, query, useApi } from '../../../api/context.ts'
import { refreshPortfolio } from '../queries.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'

export const positionsQuery = (companyId: number) => query(listPositions, { params: { id: companyId } })
export const portfolioPositionsQuery = query(getPortfolioPositions)

/** Adds a position, or replaces the one with the given ID. */
export function useSavePosition(companyId: number) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, content }: { id: number | null; content: PositionContent }) =>
      id === null
        ? api.call(addPosition, { params: { id: companyId }, body: content })
        : api.call(updatePosition, { params: { id }, body: content }),
    onSettled: refresh,
  })
}

export function useRemovePosition() {
  const api = useApi()
  const toast = useToast()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: number) => api.call(removePosition, { params: { id } }),
    onError: () => toast({ title: 'Failed to remove the position', description: 'Please try again.' }),
    onSettled: refresh,
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      // The company's investment date may come from its first investment.
      queryClient.invalidateQueries(queriesOf(getCompany)),
      refreshPortfolio(queryClient),
    ])
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { IdentityCard, ExclusionRule, RulePreview } from '#domain/news/overrides.ts'
import type { Story } from '#domain/news/stories.ts'
import { useApi } from '../api/api-context.ts'
import { ApiError } from '../api/api-error.ts'
import { useToast, type ToastMessage } from '../ui/toast.tsx'
import { askAgainAfter, identityQuery } from './identity-queries.ts'
import { storiesQuery } from './queries.ts'

/** What could be said of a story that is not about the company, asked anew each time. */
export function useRulePreview(companyId: number, storyId: number) {
  const api = useApi()
  const path = `/api/companies/${companyId}/rejections/preview`
  return useQuery({
    queryKey: [path, storyId],
    queryFn: () => api.request('POST', path, { storyId }) as Promise<RulePreview[]>,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Makes a rule, at once on the screen; the toast can take it back. */
export function useMakeRule(companyId: number) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { queryKey } = storiesQuery(companyId)
  const path = `/api/companies/${companyId}/rejections`
  const settle = async (card: IdentityCard) => {
    queryClient.setQueryData(identityQuery(companyId).queryKey, card)
    await askAgainAfter(queryClient, companyId)
  }
  const said = ({ kind, value }: ExclusionRule) => ({ kind, value })

  return useMutation({
    scope: { id: `identity ${companyId}` },
    mutationFn: (rule: RulePreview) => api.request('POST', path, said(rule)) as Promise<IdentityCard>,
    onMutate: async ({ stories }) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Story[]>(queryKey)
      const gone = new Set(stories.map(({ id }) => id))
      queryClient.setQueryData<Story[]>(queryKey, (list) => list?.filter(({ id }) => !gone.has(id)))
      return { before }
    },
    onSuccess: (card, rule, { before }) => {
      toast({ ...removed(rule), action: { label: 'Undo', onSelect: () => void takeBack(rule, before) } })
      return settle(card)
    },
    onError: (error, _rule, context) => {
      queryClient.setQueryData(queryKey, context?.before)
      toast(failed('The rule was not made', error))
    },
  })

  async function takeBack(rule: RulePreview, before: Story[] | undefined) {
    const after = queryClient.getQueryData<Story[]>(queryKey)
    if (before) queryClient.setQueryData(queryKey, before)
    try {
      await settle((await api.request('DELETE', path, said(rule))) as IdentityCard)
      toast({ title: 'The stories are back', description: 'The rule is gone.' })
    } catch (error) {
      queryClient.setQueryData(queryKey, after)
      toast(failed('The rule was not taken back', error as Error))
    }
  }
}

const removed = ({ words, kind, count }: RulePreview): ToastMessage => ({
  title: count === 1 ? 'The story left your view' : `${count} stories left your view`,
  description: kind === 'story' ? undefined : `${words}, from now on.`,
})

const failed = (title: string, error: Error): ToastMessage => ({
  title,
  description: error instanceof ApiError ? error.reason : error.message,
  variant: 'destructive',
})

/** How many stories would go, as a sentence. */
export function previewWords({ count, thinned }: Pick<RulePreview, 'count' | 'thinned'>): string {
  const goes = count === 1 ? '1 story leaves your view' : `${count} stories leave your view`
  const stays =
    thinned === 1 ? '1 stays with fewer that tell it' : `${thinned} stay with fewer that tell them`
  return thinned === 0 ? `${goes}.` : `${goes}; ${stays}.`
}

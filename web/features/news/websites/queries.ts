import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getCompany } from '#domain/companies/endpoints.ts'
import {
  acceptSureWebsites,
  acceptWebsite,
  dismissWebsite,
  listWebsiteSuggestions,
  restoreWebsite,
} from '#domain/news/website-endpoints.ts'
import type { WebsiteEvidence, WebsiteSuggestion } from '#domain/news/website-suggestions.ts'
import { failed, reasonOf } from '../../../api/api-error.ts'
import { queriesOf, query, useApi } from '../../../api/context.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { counted } from '../../../ui/text.ts'
import { refreshPortfolio } from '../../companies/queries.ts'

export const websiteSuggestionsQuery = query(listWebsiteSuggestions)

type Choice = { suggestion: WebsiteSuggestion; isRight: boolean }

/** Accepts or dismisses one suggestion, or accepts all sure matches. */
export function useWebsiteChoice() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const settle = () =>
    Promise.all([queryClient.invalidateQueries(queriesOf(getCompany)), refreshPortfolio(queryClient)])
  const onError = (error: Error) => toast(failed('Failed to save the website', reasonOf(error)))
  const restore = useMutation({
    mutationFn: ({ companyId, website }: WebsiteSuggestion) =>
      api.call(restoreWebsite, { params: { id: companyId }, body: { website } }),
    onError: (error) => toast(failed('Failed to restore the suggestion', reasonOf(error))),
    onSettled: settle,
  })
  const one = useMutation({
    mutationFn: async ({ suggestion: { companyId, website }, isRight }: Choice) => {
      const input = { params: { id: companyId }, body: { website } }
      await (isRight ? api.call(acceptWebsite, input) : api.call(dismissWebsite, input))
    },
    onSuccess: (_, { suggestion, isRight }) =>
      toast({
        title: isRight ? 'Website saved' : 'Suggestion dismissed',
        description: `${suggestion.companyName}: ${suggestion.website}`,
        ...(!isRight && { action: { label: 'Undo', onSelect: () => restore.mutate(suggestion) } }),
      }),
    onError,
    onSettled: settle,
  })
  const sure = useMutation({
    mutationFn: () => api.call(acceptSureWebsites),
    onSuccess: ({ accepted }) =>
      toast({ title: 'Websites saved', description: `${counted(accepted, 'company', 'companies')} updated.` }),
    onError,
    onSettled: settle,
  })
  return { choose: one.mutate, acceptSure: () => sure.mutate(), isPending: one.isPending || sure.isPending }
}

export const evidenceText = (evidence: WebsiteEvidence): string =>
  evidence.kind === 'says-name' ? `The site calls itself “${evidence.name}”.` : `Named in “${evidence.title}”.`

/** Grouped by company, so that two sites with the same name appear next to each other. */
export const byCompany = (suggestions: WebsiteSuggestion[]): WebsiteSuggestion[][] => [
  ...Map.groupBy(suggestions, ({ companyId }) => companyId).values(),
]

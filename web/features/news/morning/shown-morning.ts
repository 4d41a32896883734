import type { QueryClient } from '@tanstack/react-query'
import { morningQuery } from '../queries.ts'

export const SHOWN = ['shown-morning']

/** After the user has corrected what is shown, or asked for what has arrived. */
export const showLatest = (queryClient: QueryClient) =>
  queryClient.setQueryData(SHOWN, queryClient.getQueryData(morningQuery.queryKey) ?? null)

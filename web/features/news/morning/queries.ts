import { useQuery } from '@tanstack/react-query'
import { getMorning } from '#domain/news/reading-endpoints.ts'
import { useApi } from '../../../api/context.ts'

const MORNING = ['news', 'morning']

export function useMorning() {
  const api = useApi()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return useQuery({
    queryKey: MORNING,
    queryFn: ({ signal }) => api.call(getMorning, { query: { timeZone }, signal }),
  })
}

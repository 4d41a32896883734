import { createContext, use } from 'react'
import type { ApiClient } from './client.ts'

export const ApiContext = createContext<ApiClient | null>(null)

export function useApi(): ApiClient {
  const api = use(ApiContext)
  if (!api) throw new Error('useApi must be used within an ApiContext')
  return api
}

import { createContext, use } from 'react'
import type { PublicConfig } from '#domain/public-config.ts'

export const PublicConfigContext = createContext<PublicConfig | null>(null)

export function usePublicConfig(): PublicConfig {
  const config = use(PublicConfigContext)
  if (!config) throw new Error('usePublicConfig must be used within a PublicConfigContext')
  return config
}

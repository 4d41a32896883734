import type { PublicConfig } from '#domain/public-config.ts'

/**
 * The server writes its public settings into the page, so nothing is fetched before the first render. They aren't
 * validated again, because that would load the whole schema library first.
 */
export function readPublicConfig(page: Document = document): PublicConfig {
  const content = page.querySelector('meta[name="public-config"]')?.getAttribute('content') ?? ''
  const config = JSON.parse(content) as Partial<PublicConfig>
  if (typeof config.auth?.url !== 'string' || typeof config.auth.anonKey !== 'string') {
    throw new TypeError('The page was served without its public settings')
  }
  return config as PublicConfig
}

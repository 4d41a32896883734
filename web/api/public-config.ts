import type { PublicConfig } from '#domain/public-config.ts'

/**
 * The server writes its public settings into the page, so that nothing has to be asked for before the first draw.
 * Its own schema made them; checking them with it again would cost every first load the whole schema library.
 */
export function readPublicConfig(page: Document = document): PublicConfig {
  const content = page.querySelector('meta[name="public-config"]')?.getAttribute('content') ?? ''
  const config = JSON.parse(content) as Partial<PublicConfig>
  if (typeof config.auth?.url !== 'string' || typeof config.auth.anonKey !== 'string') {
    throw new TypeError('The page was served without its public settings')
  }
  return config as PublicConfig
}

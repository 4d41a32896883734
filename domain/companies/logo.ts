import { getCompanyLogo } from './endpoints.ts'
import { hostKey } from './company-key.ts'
import { urlOf } from '../endpoint.ts'

// Larger than shown (40 and 48 px), for high-density screens.
export const LOGO_PX = 100
export const FAVICON_PX = 64
export const LOGO_LIMIT_MS = 3000
export const FAVICON_LIMIT_MS = 2000

export const NO_NAME = 'No company name provided'
export const LOGO_FAILED = 'Failed to load logo'

/** A generated logo is drawn by the browser and has no URL. */
export type LogoLookup = { logoUrl: string | null; isGenerated: boolean; error: string | null }

/** The hash makes it cacheable forever. */
export const logoPath = (companyId: number, hash?: string) =>
  urlOf(getCompanyLogo, { params: { id: companyId }, query: { v: hash } })

export const isLogoPath = (url: string, companyId: number) =>
  url.startsWith(logoPath(companyId)) && /^(\?v=[\w-]{1,64})?$/.test(url.slice(logoPath(companyId).length))

export function siteKey(website: string | null): string {
  const port = website ? /:\d+$/.exec(URL.parse(website)?.origin ?? '') : null
  return hostKey(website) + (port?.[0] ?? '')
}

export const logoCacheKey = (name: string, website: string | null) => `${name.trim()}\n${siteKey(website)}`

const SEED_LENGTH = 10

export function avatarSeed(name: string): string {
  const characters = [...name.normalize('NFC')].filter((character) => /[\p{L}\p{N}]/u.test(character))
  return characters.slice(0, SEED_LENGTH).join('') || hashOf(name).toString(36)
}

export const avatarVariant = (name: string, count: number) => (hashOf(avatarSeed(name).toLowerCase()) >>> 8) % count

/** By grapheme, so that an emoji or an accented letter stays whole. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toUpperCase() ?? '?'
}

function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}

import { getCompanyLogo } from './endpoints.ts'
import { hostKey } from './company-key.ts'
import { urlOf } from '../endpoint.ts'

// Larger than they are shown (40 and 48 px), for dense screens.
export const LOGO_PX = 100
export const FAVICON_PX = 64
export const LOGO_LIMIT_MS = 3000
export const FAVICON_LIMIT_MS = 2000

export const NO_NAME = 'No company name provided'
export const LOGO_FAILED = 'Failed to load logo'

/** What a look-up ends with; a generated logo is drawn by whoever shows it, and has no address. */
export type LogoLookup = { logoUrl: string | null; isGenerated: boolean; error: string | null }

/** The only address a logo ever has: ours, by the company's id. The hash lets a browser keep it. */
export const logoPath = (companyId: number, hash?: string) =>
  urlOf(getCompanyLogo, { params: { id: companyId }, query: { v: hash } })

/** Whether an address is one of `logoPath`'s for this company; nothing else is ever asked for a picture. */
export const isLogoPath = (url: string, companyId: number) =>
  url.startsWith(logoPath(companyId)) && /^(\?v=[\w-]{1,64})?$/.test(url.slice(logoPath(companyId).length))

/** Where a company's pictures are kept: its host, and the port where it names one. Empty without a website. */
export function siteKey(website: string | null): string {
  const port = website ? /:\d+$/.exec(URL.parse(website)?.origin ?? '') : null
  return hostKey(website) + (port?.[0] ?? '')
}

export const logoCacheKey = (name: string, website: string | null) => `${name.trim()}\n${siteKey(website)}`

const SEED_LENGTH = 10

/** The first 10 letters and digits of the name, in any script; a hash where there are none. */
export function avatarSeed(name: string): string {
  const characters = [...name.normalize('NFC')].filter((character) => /[\p{L}\p{N}]/u.test(character))
  return characters.slice(0, SEED_LENGTH).join('') || hashOf(name).toString(36)
}

/** One of `count` looks, always the same for the same name. */
export const avatarVariant = (name: string, count: number) => (hashOf(avatarSeed(name).toLowerCase()) >>> 8) % count

/** The first character as a person counts them, so that an emoji or a letter with its accents stays whole. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toUpperCase() ?? '?'
}

function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}

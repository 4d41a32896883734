import { useEffect, useSyncExternalStore } from 'react'
import {
  isLogoPath,
  LOGO_FAILED,
  logoCacheKey,
  logoPath,
  NO_NAME,
  type LogoLookup,
} from '#domain/companies/logo.ts'
import { useLogoStore } from './company-logo-session.ts'

export type LogoOwner = {
  /** A company that is on its way has a negative one, and one that is only suggested has none. */
  id?: number
  name: string
  website?: string | null
  logoUrl?: string | null
}

/** Only a company of the portfolio with a site can have a picture; the others get theirs drawn at once. */
export const mayHaveLogo = ({ id = -1, name, website }: LogoOwner) =>
  id > 0 && Boolean(website) && name.trim() !== ''

/** Spec section 5: cache, stored logo, the server's look-up, a generated avatar. It asks for nothing until it `mayAsk`. */
export function useCompanyLogo(company: LogoOwner, mayAsk: boolean): LogoLookup {
  const { id = -1, name, website = null, logoUrl } = company
  const store = useLogoStore()
  const key = logoCacheKey(name, website)
  const mayHave = mayHaveLogo(company)
  const path = logoUrl && isLogoPath(logoUrl, id) ? logoUrl : logoPath(id)
  const kept = useSyncExternalStore(
    (watcher) => store.watch(key, watcher),
    () => (mayHave ? store.find(key) : null),
  )
  useEffect(() => {
    if (!mayAsk || !mayHave || store.isFresh(key)) return
    return store.ask(key, path)
  }, [mayAsk, mayHave, store, key, path])

  if (name.trim() === '') return { logoUrl: null, isGenerated: true, error: NO_NAME }
  if (kept?.url) return { logoUrl: kept.url, isGenerated: false, error: null }
  return { logoUrl: null, isGenerated: true, error: kept?.failed ? LOGO_FAILED : null }
}

import { siteOf, type Site } from './site.ts'

/** Identifies a tracked company: exactly one of `site`, `nameKey` and `sampleOf` is set. */
export type TrackedCompanyIdentity = {
  site: string | null
  nameKey: string | null
  /** The sample company that this record is reserved for. */
  sampleOf: number | null
  website: string | null
  domain: string | null
  name: string
}

type Typed = { name: string; nameKey: string; website: string | null }

/** Identified by site, or else by name, so that different spellings lead to the same record. */
export function trackedCompanyOf({ name, nameKey, website }: Typed): TrackedCompanyIdentity {
  const site = website ? siteOf(website) : null
  return site ? trackedCompanyOfSite(site) : { site: null, nameKey, sampleOf: null, website: null, domain: null, name }
}

export const trackedCompanyOfSite = (site: Site): TrackedCompanyIdentity => ({
  site: site.key,
  nameKey: null,
  sampleOf: null,
  website: site.url,
  // A site below a path can't be searched for by its host.
  domain: site.scope === '' ? site.host : null,
  name: nameOf(site),
})

/** "cedar-robotics" becomes "Cedar Robotics". */
function nameOf({ host, label, scope }: Site): string {
  const last = scope.replace(/\?.*$/, '').split('/').at(-1) ?? ''
  const words = (label || last.replace(/\.\w{2,5}$/, '')).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || host
}

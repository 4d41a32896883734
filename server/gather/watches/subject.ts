import { siteOf, type Site } from '../../curate/site/site.ts'

/** Which shared record a company belongs to: its site, else its name. Two who typed it differently get the same. */
export type SubjectKey = { key: string; website: string | null; domain: string | null; name: string }

export function subjectKey(company: { nameKey: string; website: string | null }): SubjectKey {
  const site = company.website ? siteOf(company.website) : null
  if (!site) return { key: `name:${company.nameKey}`, website: null, domain: null, name: company.nameKey }
  return subjectOfSite(site)
}

export const subjectOfSite = (site: Site): SubjectKey => ({
  key: site.key,
  website: site.url,
  // What is below a path of somebody else's host cannot be searched for by the host.
  domain: site.scope === '' ? site.host : null,
  name: nameOf(site),
})

/** As people would write it: "cedar-robotics" is Cedar Robotics. */
function nameOf({ host, label, scope }: Site): string {
  const last = scope.replace(/\?.*$/, '').split('/').at(-1) ?? ''
  const words = (label || last.replace(/\.\w{2,5}$/, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || host
}

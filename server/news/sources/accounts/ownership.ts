import { aheadOf, isOwnAddress, siteOf, type Site } from '../../site/site.ts'
import type { FactKind, TrackedCompany } from '../source.ts'

export const accountsOf = ({ facts }: TrackedCompany, kind: FactKind, pattern: RegExp, max: number): string[] =>
  [...new Set(facts.filter((fact) => fact.kind === kind && pattern.test(fact.value)).map(({ value }) => value))].slice(
    0,
    max,
  )

/** Whether any of these URLs is on the company's own site or in its GitHub organization. */
export function isTheirs({ website, domain, facts }: TrackedCompany, addresses: unknown[]): boolean {
  const own = siteOf(website ?? domain ?? '')
  const organizations = facts
    .filter(({ kind }) => kind === 'github')
    .map(({ value }) =>
      value
        .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, '')
        .split('/')[0]
        ?.toLowerCase(),
    )
  return addresses.some((address) => {
    if (typeof address !== 'string' || address === '') return false
    if (own !== null && (isOwnAddress(own, address) || isBelow(own, address))) return true
    const organization = /github\.com[/:]([\w-]{1,39})(?:\/|$)/i.exec(address)?.[1]?.toLowerCase()
    return organization !== undefined && organizations.includes(organization)
  })
}

/** Accepts any subdomain, even one without news such as docs.acme.com. */
const isBelow = (own: Site, address: string) =>
  own.scope === '' && !own.isShared && aheadOf(siteOf(address)?.host ?? '', own.host) !== null

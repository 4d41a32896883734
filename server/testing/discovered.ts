import { afterEach } from 'vitest'
import type { SubjectView } from '../gather/item.ts'
import { discover } from '../gather/site/discovery.ts'
import { companySite } from './company-site.ts'

export const mayFetch = async () => true
export const now = new Date('2026-11-15T12:00:00Z')
const open: Awaited<ReturnType<typeof companySite>>[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((site) => site.close()))
})

/** What is discovered on a site of these pages, from one of them on. */
export async function look(pages: Parameters<typeof companySite>[0], path = '/') {
  const site = await companySite(pages)
  open.push(site)
  const subject: SubjectView = {
    name: 'Acme',
    domain: null,
    website: site.url + path,
    aliases: [],
    facts: [],
  }
  const found = await discover(subject, { fetch: site.door, now, mayFetch })
  const facts = found.facts.map(({ kind, value, foundAt }) =>
    `${kind} ${value} @ ${foundAt}`.replaceAll(site.url, ''),
  )
  return { ...found, facts, asked: site.asked, subject, site }
}

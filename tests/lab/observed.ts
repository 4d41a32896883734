import { expect } from 'vitest'
import { logoPath } from '#domain/company-logo.ts'
import type { CompanySite } from './company-sites.ts'
import type { Observation, Person } from './portfolio-lab.ts'
import { companiesOf, nameOf } from './sinks.ts'

/** The answer to "what is its logo?" for each company, by its site. */
export async function logosOf(person: Person) {
  const companies = await companiesOf(person)
  const answers = new Map<string, Awaited<ReturnType<Person['get']>>>()
  for (const { id, name } of companies) answers.set(name, await person.get(logoPath(id)))
  return (site: CompanySite) => answers.get(nameOf(site))!
}

export const unique = (words: string[]) => [...new Set(words)].sort()
export const asksOf = (sites: CompanySite[]) => unique(sites.flatMap(({ host, asks = [host] }) => asks))
/** A site may be tried under its other usual name too, which is its own. */
export const plainName = (host: string) => host.replace(/^www\./, '')
export const namesIn = ({ queries }: Observation) => unique(queries.map(({ name }) => plainName(name)))
export const refusalsIn = ({ logged }: Observation) =>
  logged
    .map((line) => JSON.parse(line) as { event?: string; host?: string })
    .filter(({ event }) => event === 'fetch.refused')

/** Every connection went to a public site, every datagram to our name server or back. */
export function expectNothingElse({ hits, visits, syns, queries, datagrams }: Observation) {
  expect(hits).toEqual([])
  expect(syns).toBe(visits.length)
  expect(datagrams).toBe(2 * queries.length)
}

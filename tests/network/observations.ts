import { utils, write } from '@e965/xlsx'
import { expect } from 'vitest'
import type { Company } from '#domain/companies/company.ts'
import type { CompanySite } from './sites/company-sites.ts'
import type { Person, Observation } from './portfolio-sandbox.ts'
import { logoPath } from '#domain/companies/logo.ts'

export const websiteOf = ({ host, website = `http://${host}` }: CompanySite) => website
export const nameOf = (site: CompanySite) => `At ${websiteOf(site)}`
const table = (sites: CompanySite[]) => [
  ['Company Name', 'Website'],
  ...sites.map((site) => [nameOf(site), websiteOf(site)]),
]
const listed = (sites: CompanySite[]) => sites.map((site) => ({ name: nameOf(site), website: websiteOf(site) }))

const workbook = (sites: CompanySite[]) => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(table(sites)))
  return write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
}

export const SINKS = {
  'the form': async (person, sites) => {
    for (const company of listed(sites)) expect((await person.send('POST', '/api/companies', company)).status).toBe(201)
  },
  'an edit': async (person, sites) => {
    const names = sites.map((site) => ({ name: nameOf(site) }))
    await person.send('POST', '/api/companies/bulk', names)
    for (const { id, name } of await companiesOf(person)) {
      const website = websiteOf(sites.find((site) => nameOf(site) === name)!)
      expect((await person.send('PATCH', `/api/companies/${id}`, { website })).status).toBe(200)
    }
  },
  'a CSV file': async (person, sites) => {
    const lines = table(sites).map((cells) => cells.join(','))
    expect((await person.upload('/api/companies/bulk-upload', 'list.csv', lines.join('\n'))).status).toBe(200)
  },
  'an Excel file': async (person, sites) => {
    expect((await person.upload('/api/companies/bulk-upload', 'list.xlsx', workbook(sites))).status).toBe(200)
  },
  'a list': async (person, sites) => {
    expect((await person.send('POST', '/api/companies/bulk', listed(sites))).status).toBe(200)
  },
} satisfies Record<string, (person: Person, sites: CompanySite[]) => Promise<void>>

export const companiesOf = async (person: Person) => (await person.get('/api/companies')).json() as Company[]

export async function logosOf(person: Person) {
  const companies = await companiesOf(person)
  const answers = new Map<string, Awaited<ReturnType<Person['get']>>>()
  for (const { id, name } of companies) answers.set(name, await person.get(logoPath(id)))
  return (site: CompanySite) => answers.get(nameOf(site))!
}

export const unique = (words: string[]) => [...new Set(words)].sort()
export const asksOf = (sites: CompanySite[]) => unique(sites.flatMap(({ host, asks = [host] }) => asks))
/** A site may also be tried with or without `www.`. */
export const plainName = (host: string) => host.replace(/^www\./, '')
export const namesIn = ({ queries }: Observation) => unique(queries.map(({ name }) => plainName(name)))
export const refusalsIn = ({ logged }: Observation) =>
  logged
    .map((line) => JSON.parse(line) as { event?: string; host?: string })
    .filter(({ event }) => event === 'fetch.refused')

export function expectNothingElse({ hits, visits, syns, queries, datagrams }: Observation) {
  expect(hits).toEqual([])
  expect(syns).toBe(visits.length)
  expect(datagrams).toBe(2 * queries.length)
}

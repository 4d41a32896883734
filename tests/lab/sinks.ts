import { utils, write } from '@e965/xlsx'
import { expect } from 'vitest'
import type { Company } from '#domain/companies.ts'
import type { CompanySite } from './company-sites.ts'
import type { Person } from './portfolio-lab.ts'

export const websiteOf = ({ host, website = `http://${host}` }: CompanySite) => website
/** Each has a name of its own, also where two share a host. */
export const nameOf = (site: CompanySite) => `At ${websiteOf(site)}`
const table = (sites: CompanySite[]) => [
  ['Company Name', 'Website'],
  ...sites.map((site) => [nameOf(site), websiteOf(site)]),
]
const listed = (sites: CompanySite[]) =>
  sites.map((site) => ({ name: nameOf(site), website: websiteOf(site) }))

const workbook = (sites: CompanySite[]) => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(table(sites)))
  return write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
}

/** Every way by which a website comes into a portfolio. */
export const SINKS = {
  'the form': async (person, sites) => {
    for (const company of listed(sites))
      expect((await person.send('POST', '/api/companies', company)).status).toBe(201)
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

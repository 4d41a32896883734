import type { Company, CompanyFacets } from '#domain/companies/company.ts'
import { fakeServer } from './fake-server.ts'
import { sampleCompany } from './sample-data.ts'

const LIST = '/api/companies'

/** `manyCompanies(3)`: Company 1, Company 2, Company 3, in the order of the list. */
export const manyCompanies = (count: number): Company[] =>
  Array.from({ length: count }, (_, index) => sampleCompany({ id: index + 1, name: `Company ${index + 1}` }))

/**
 * A fake server whose list of companies comes in pages, with their two headers, as the real one's does.
 * It looks for words and filters, but keeps the order given; `portfolio.companies` may be exchanged.
 */
export function portfolioServer(companies: Company[], routes: Record<string, unknown> = {}) {
  const portfolio = { companies, removed: 0, isBroken: false, isSilent: false }
  const server = fakeServer({ [`GET ${LIST}/facets`]: () => facetsOf(portfolio), ...routes })
  const page = (path: string): Response => {
    const asked = new URL(path, 'http://localhost').searchParams
    const limit = Number(asked.get('limit'))
    const from = Number(asked.get('cursor') ?? 0)
    const found = portfolio.companies.filter((company) => matches(company, asked))
    const headers = new Headers(asked.has('total') ? { 'Total-Count': String(found.length) } : {})
    asked.delete('total')
    asked.set('cursor', String(from + limit))
    if (from + limit < found.length) headers.set('Link', `<${LIST}?${asked}>; rel="next"`)
    return Response.json(found.slice(from, from + limit), { headers })
  }
  return {
    ...server,
    portfolio,
    fetch: (path: unknown, init: RequestInit = {}) => {
      const address = String(path)
      if (!address.startsWith(`${LIST}?limit=`)) return server.fetch(path, init)
      server.calls.push({ method: 'GET', path: address, headers: new Headers(), body: undefined })
      if (portfolio.isSilent) return new Promise<never>(() => {})
      return Promise.resolve(portfolio.isBroken ? new Response('broken', { status: 500 }) : page(address))
    },
  }
}

function matches({ name, category, stage }: Company, asked: URLSearchParams): boolean {
  return (
    name.toLowerCase().includes((asked.get('q') ?? '').toLowerCase()) &&
    [null, category].includes(asked.get('category')) &&
    [null, stage].includes(asked.get('stage'))
  )
}

function facetsOf({ companies, removed }: { companies: Company[]; removed: number }): CompanyFacets {
  const counted = (values: (string | null)[]) =>
    [...new Set(values)].flatMap((value) =>
      value === null ? [] : [{ value, count: values.filter((one) => one === value).length }],
    )
  return {
    total: companies.length,
    sample: companies.filter(({ sample }) => sample).length,
    removed,
    categories: counted(companies.map(({ category }) => category)),
    stages: counted(companies.map(({ stage }) => stage)),
  }
}

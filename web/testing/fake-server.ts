import type { Upload } from '../api/upload.ts'
import type { Company, CompanyFacets } from '#domain/companies/company.ts'
import { sampleCompany } from './sample-data.ts'

type Answer = { status?: number; body?: unknown; statusText?: string }
type Handler = unknown | ((request: { body: unknown; headers: Headers }) => unknown)
type Call = {
  method: string
  path: string
  headers: Headers
  body: unknown
  credentials?: RequestCredentials
}

export class Refusal {
  readonly answer: Answer
  constructor(status: number, body: unknown = '', statusText = '') {
    this.answer = { status, body, statusText }
  }
}

/**
 * `fakeServer({ 'GET /api/companies': [...] })`. A handler is a value, a Refusal, a Response, or a function of the
 * request, which may be async.
 */
export function fakeServer(routes: Record<string, Handler>) {
  const calls: Call[] = []
  const answer = async (method: string, path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    calls.push({ method, path, headers, body, credentials: init.credentials })
    const handler = routes[`${method} ${path}`] ?? new Refusal(404, { code: 'not-found', message: 'Not found' })
    const value: unknown = typeof handler === 'function' ? await handler({ body, headers }) : handler
    if (value instanceof Response) return value.clone()
    const given = value instanceof Refusal ? value.answer : { body: value }
    const text = typeof given.body === 'string' ? given.body : JSON.stringify(given.body)
    return new Response(text, { status: given.status ?? 200, statusText: given.statusText })
  }
  const upload: Upload = async ({ path, file, token }) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await answer('POST', path, { body: file as never, headers, credentials: 'include' })
    const { ok, status, statusText } = response
    return { ok, status, statusText, body: await response.text() }
  }
  return {
    calls,
    upload,
    fetch: (path: unknown, init: RequestInit = {}) => answer(init.method ?? 'GET', String(path), init),
  }
}

const LIST = '/api/companies'

/** `manyCompanies(3)`: Company 1, Company 2, Company 3, in list order. */
export const manyCompanies = (count: number): Company[] =>
  Array.from({ length: count }, (_, index) => sampleCompany({ id: index + 1, name: `Company ${index + 1}` }))

/** Paginates like the real server and filters, but doesn't sort. Tests may replace `portfolio.companies`. */
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

import type { Upload } from '../api/upload.ts'

type Answer = { status?: number; body?: unknown; statusText?: string }
type Handler = unknown | ((request: { body: unknown; headers: Headers }) => unknown)
export type Call = {
  method: string
  path: string
  headers: Headers
  body: unknown
  credentials?: RequestCredentials
}

/** Wraps what is not a plain 200 answer. */
export class Refusal {
  readonly answer: Answer
  constructor(status: number, body: unknown = '', statusText = '') {
    this.answer = { status, body, statusText }
  }
}

/** `fakeServer({ 'GET /api/companies': [...] })`: a value, a Refusal, or a function (also async) of the request. */
export function fakeServer(routes: Record<string, Handler>) {
  const calls: Call[] = []
  const answer = async (method: string, path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    calls.push({ method, path, headers, body, credentials: init.credentials })
    const handler =
      routes[`${method} ${path}`] ?? new Refusal(404, { code: 'not-found', message: 'Not found' })
    const value: unknown = typeof handler === 'function' ? await handler({ body, headers }) : handler
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

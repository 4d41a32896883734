import type { Fetch, FetchRequest } from '../../platform/fetch/fetch.ts'

export type Canned =
  | string
  | Buffer
  | { status?: number; headers?: Record<string, string>; body?: string; retryAt?: Date }
  | Error

export function cannedFetch(answers: Record<string, Canned>) {
  const asked: FetchRequest[] = []
  const fetch: Fetch = async (request) => {
    asked.push(request)
    const canned = answers[request.url] ?? { status: 404 }
    if (canned instanceof Error) throw canned
    const {
      status = 200,
      headers = {},
      body = '',
      retryAt,
    } = typeof canned === 'string' || Buffer.isBuffer(canned) ? { body: canned } : canned
    return {
      url: request.url,
      status,
      headers,
      bytes: Buffer.from(body),
      notModified: status === 304,
      ...(retryAt && { retryAt }),
    }
  }
  return { fetch, asked }
}

export const rejected = (kind: string, retryAt?: Date): Error =>
  Object.assign(new Error(kind), { name: 'FetchError', kind, retryAt })

import type { Fetch, FetchRequest } from '../../platform/fetch/fetch.ts'

/** What the door would bring: a body, an answer with more to it, or a rejection. */
export type Canned =
  string | Buffer | { status?: number; headers?: Record<string, string>; body?: string; retryAt?: Date } | Error

/** A door that answers from a table by address, for tests. What is not in it is 404. */
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

/** A rejection of the door. */
export const rejected = (kind: string, retryAt?: Date): Error =>
  Object.assign(new Error(kind), { name: 'FetchError', kind, retryAt })

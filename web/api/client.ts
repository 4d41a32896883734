import { fillPath, type AnswerOf, type Endpoint, type Input, type Optionally, type QueryOf } from '#domain/endpoint.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { ApiError, isOutage, readReason } from './api-error.ts'
import { NO_COPIES, type DeviceCopies } from './device-copies.ts'
import { explainLoading, NetworkError } from './network-error.ts'
import type { Upload, UploadOptions } from './upload.ts'

export const NO_TOKEN = 'No authentication token available'

export type Access = {
  accessToken: () => Promise<string | null>
  renewToken: () => Promise<string | null>
  onSignedOut: () => void
  onNoAccess: (redirect: string) => void
  /** Called when the server has saved a change. */
  onSaved?: (url: string) => void
}

export type ApiClient = ReturnType<typeof createApiClient>

/** Longer than any response should take. */
const MAX_WAIT_MS = {
  /** The server's database statements time out after 15 seconds. */
  read: 20_000,
  /** A refresh responds after 50 seconds at the latest. */
  write: 90_000,
  /** A slow connection needs time for the bytes. */
  file: 5 * MINUTE_MS,
}

type Limit = keyof typeof MAX_WAIT_MS

type Outside = { fetch: typeof fetch; upload: Upload; giveUp?: (limit: Limit) => AbortSignal }

export const browserRequests: Outside = {
  fetch: (...call) => fetch(...call),
  giveUp: (limit) => AbortSignal.timeout(MAX_WAIT_MS[limit]),
  // Loaded on demand, because few sessions upload a file.
  upload: async (given) => (await import('./upload.ts').catch(explainLoading)).uploadByXhr(given),
}

export function createApiClient(access: Access, outside: Outside = browserRequests, copies: DeviceCopies = NO_COPIES) {
  const failed = (prefix: 'API request failed: ' | '', answer: Answer) => {
    const reason = readReason(answer.body, answer.statusText)
    if (answer.status === 401) access.onSignedOut()
    if (answer.status === 402 && reason.redirect) access.onNoAccess(reason.redirect)
    const text = prefix ? `${prefix}${answer.status} ${reason.text}` : `${answer.status}: ${reason.text}`
    return new ApiError(answer.status, reason, text)
  }

  // The browser's clock may be wrong, so a rejected token is renewed once before the session counts as ended.
  const withToken = async <Given extends { status: number }>(
    token: string | null,
    ask: (token: string | null) => Promise<Given>,
  ) => {
    const answer = await ask(token)
    if (answer.status !== 401 || !token) return answer
    const renewed = await access.renewToken()
    return renewed && renewed !== token ? ask(renewed) : answer
  }

  const request = (method: string, url: string, token: string | null, body: unknown, signal: AbortSignal | undefined) =>
    outside
      .fetch(url, {
        method: method.toUpperCase(),
        credentials: 'include',
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      })
      .catch(explainLoading)

  const send = async (...call: Parameters<typeof request>) => {
    const response = await request(...call)
    const { ok, status, statusText, headers } = response
    return { ok, status, statusText, headers, body: await response.text().catch(explainLoading) }
  }

  const ask = async (url: string, signal: AbortSignal) => {
    const token = await access.accessToken()
    const answer = await withToken(token, (bearer) => send('GET', url, bearer, undefined, signal))
    if (!answer.ok) throw failed('', answer)
    const { body, next, total } = { ...answer, ...listHeaders(answer.headers) }
    if (token) copies.keep({ token, url, body, next, total })
    return { body, next, total }
  }

  /** Treats a connection that hangs like no connection at all. */
  const inTime = <Value>(
    name: Limit,
    signal: AbortSignal | undefined,
    call: (signal: AbortSignal) => Promise<Value>,
  ) => {
    const limit = outside.giveUp?.(name)
    const signals = [signal, limit].filter((one) => one !== undefined)
    return call(AbortSignal.any(signals)).catch((error: unknown) => {
      throw limit?.aborted && !signal?.aborted ? new NetworkError(undefined, { cause: error }) : error
    })
  }

  const load = (url: string, signal?: AbortSignal): Promise<Loaded> =>
    inTime('read', signal, (limited) => ask(url, limited)).catch(async (error: unknown) => {
      const copy = isUnreachable(error) ? await copies.find(url) : null
      if (!copy) throw error
      return copy
    })

  const requireToken = async () => {
    const token = await access.accessToken()
    if (!token) throw new Error(NO_TOKEN)
    return token
  }

  const save = (method: string, url: string, sent: Sent): Promise<Blob> =>
    inTime('file', sent.signal, async (signal) => {
      const response = await withToken(await requireToken(), (bearer) =>
        request(method, url, bearer, sent.body, signal),
      )
      if (response.ok) return response.blob().catch(explainLoading)
      const { status, statusText } = response
      const body = await response.text().catch(explainLoading)
      throw failed('API request failed: ', { ok: false, status, statusText, body })
    })

  return {
    get: async (url: string, signal?: AbortSignal): Promise<unknown> => parsed(await load(url, signal)),

    async call<const Definition extends Endpoint>(
      { method, path }: Definition,
      ...[given]: Optionally<Input<Definition> & { signal?: AbortSignal }>
    ): Promise<AnswerOf<Definition>> {
      const { body, signal }: Sent = given ?? {}
      const url = fillPath(path, given)
      if (method === 'get') return parsed(await load(url, signal))
      const answer = await inTime('write', signal, async (limited) =>
        withToken(await requireToken(), (bearer) => send(method, url, bearer, body, limited)),
      )
      if (!answer.ok) throw failed('API request failed: ', answer)
      access.onSaved?.(url)
      return parsed(answer)
    },

    async page<const Definition extends Endpoint>(
      _definition: Definition,
      url: string,
      signal?: AbortSignal,
    ): Promise<ListPage<AnswerOf<Definition>>> {
      const answer = await load(url, signal)
      return { items: parsed(answer), next: answer.next, total: answer.total ? Number(answer.total) : null }
    },

    download: <const Definition extends Endpoint>(
      { method, path }: Definition,
      ...[given]: Optionally<Input<Definition> & { signal?: AbortSignal }>
    ): Promise<Blob> => save(method, fillPath(path, given), given ?? {}),

    picture: (url: string, signal?: AbortSignal): Promise<Blob> => save('get', url, { signal }),

    async upload<const Definition extends Endpoint>(
      { path }: Definition,
      { file, query, signal, ...options }: { file: File; query: QueryOf<Definition> } & UploadOptions,
    ): Promise<string> {
      const url = fillPath(path, { query })
      const answer = await inTime('file', signal, async (limited) =>
        withToken(await requireToken(), (bearer) =>
          outside.upload({ path: url, file, token: bearer, signal: limited, ...options }),
        ),
      )
      if (!answer.ok) throw failed('API request failed: ', answer)
      if (!('dryRun' in query && query.dryRun)) access.onSaved?.(url)
      return answer.body
    },
  }
}

type Sent = { body?: unknown; signal?: AbortSignal }

export type Answer = { ok: boolean; status: number; statusText: string; body: string; headers?: Headers }

type Loaded = { body: string; next: string | null; total: string | null }

const listHeaders = (headers: Headers) => ({
  next: /<([^>]+)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1] ?? null,
  total: headers.get('total-count'),
})

const isUnreachable = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && isOutage(error.status))

export type ListPage<Items> = { items: Items; next: string | null; total: number | null }

/** The server already validated the response against the endpoint's schema. */
const parsed = <Value>({ body }: Pick<Answer, 'body'>): Value => JSON.parse(body || 'null')

import { fillPath, type AnswerOf, type Endpoint, type Input, type Optionally, type QueryOf } from '#domain/endpoint.ts'
import { ApiError, isOutage, readReason } from './api-error.ts'
import { NO_COPIES, type DeviceCopies } from './device-copies.ts'
import type { Upload, UploadOptions } from './upload.ts'

const UNREACHABLE = 'We could not reach the server. Check your connection and try again.'
const OFFLINE = "You're offline. This needs a connection."
/** True if the browser knows there's no network. Even if it's false, the server may be unreachable. */
export const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine

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

/** Longer than any response should take: the server's database statements time out after 15 seconds. */
const MAX_WAIT_MS = 20_000

type Outside = { fetch: typeof fetch; upload: Upload; giveUp?: () => AbortSignal }

export const browserRequests: Outside = {
  fetch: (...call) => fetch(...call),
  giveUp: () => AbortSignal.timeout(MAX_WAIT_MS),
  // Loaded on demand, because few sessions upload a file.
  upload: async (given) => (await import('./upload.ts')).uploadByXhr(given),
}

export function createApiClient(access: Access, outside: Outside = browserRequests, copies: DeviceCopies = NO_COPIES) {
  const failed = (prefix: 'API request failed: ' | '', answer: Answer) => {
    const reason = readReason(answer.body, answer.statusText)
    if (answer.status === 401) access.onSignedOut()
    if (answer.status === 402 && reason.redirect) access.onNoAccess(reason.redirect)
    const text = prefix ? `${prefix}${answer.status} ${reason.text}` : `${answer.status}: ${reason.text}`
    return new ApiError(answer.status, reason, text)
  }

  const explain = (error: unknown) => {
    if (!(error instanceof TypeError)) throw error
    throw new TypeError(isOffline() ? OFFLINE : UNREACHABLE, { cause: error })
  }
  const fetchOrExplain: typeof fetch = (...call) => outside.fetch(...call).catch(explain)
  const accessToken = () => access.accessToken().catch(explain)

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
    fetchOrExplain(url, {
      method: method.toUpperCase(),
      credentials: 'include',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    })

  const send = async (...call: Parameters<typeof request>) => {
    const response = await request(...call)
    const { ok, status, statusText, headers } = response
    return { ok, status, statusText, headers, body: await response.text() }
  }

  const ask = async (url: string, signal?: AbortSignal) => {
    const token = await accessToken()
    const answer = await withToken(token, (bearer) => send('GET', url, bearer, undefined, signal))
    if (!answer.ok) throw failed('', answer)
    const { body, next, total } = { ...answer, ...listHeaders(answer.headers) }
    if (token) copies.keep({ token, url, body, next, total })
    return { body, next, total }
  }

  /** Treats a connection that hangs like no connection at all. */
  const askInTime = (url: string, signal?: AbortSignal) => {
    const limit = outside.giveUp?.()
    const signals = [signal, limit].filter((one) => one !== undefined)
    return ask(url, AbortSignal.any(signals)).catch((error: unknown) => {
      throw limit?.aborted && !signal?.aborted ? new TypeError(UNREACHABLE, { cause: error }) : error
    })
  }

  const load = (url: string, signal?: AbortSignal): Promise<Loaded> =>
    askInTime(url, signal).catch(async (error: unknown) => {
      const copy = isUnreachable(error) ? await copies.find(url) : null
      if (!copy) throw error
      return copy
    })

  const requireToken = async () => {
    const token = await accessToken()
    if (!token) throw new Error(NO_TOKEN)
    return token
  }

  const save = async (method: string, url: string, { body, signal }: Sent): Promise<Blob> => {
    const response = await withToken(await requireToken(), (bearer) => request(method, url, bearer, body, signal))
    if (response.ok) return response.blob()
    const { status, statusText } = response
    throw failed('API request failed: ', { ok: false, status, statusText, body: await response.text() })
  }

  return {
    get: async (url: string, signal?: AbortSignal): Promise<unknown> => parsed(await load(url, signal)),

    async call<const Definition extends Endpoint>(
      { method, path }: Definition,
      ...[given]: Optionally<Input<Definition> & { signal?: AbortSignal }>
    ): Promise<AnswerOf<Definition>> {
      const { body, signal }: Sent = given ?? {}
      const url = fillPath(path, given)
      if (method === 'get') return parsed(await load(url, signal))
      const answer = await withToken(await requireToken(), (bearer) => send(method, url, bearer, body, signal))
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
      { file, query, ...options }: { file: File; query: QueryOf<Definition> } & UploadOptions,
    ): Promise<string> {
      const url = fillPath(path, { query })
      const answer = await withToken(await requireToken(), (bearer) =>
        outside.upload({ path: url, file, token: bearer, ...options }),
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
  error instanceof TypeError || (error instanceof ApiError && isOutage(error.status))

export type ListPage<Items> = { items: Items; next: string | null; total: number | null }

/** The server already validated the response against the endpoint's schema. */
const parsed = <Value>({ body }: Pick<Answer, 'body'>): Value => JSON.parse(body || 'null')

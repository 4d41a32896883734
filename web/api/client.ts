import { ApiError, readReason } from './api-error.ts'
import { uploadByXhr, type Upload, type UploadOptions } from './upload.ts'

export const NO_TOKEN = 'No authentication token available'

/** What the API needs of whoever holds the session, and whom it tells when the server refuses. */
export type Access = {
  accessToken: () => Promise<string | null>
  renewToken: () => Promise<string | null>
  onSignedOut: () => void
  onNoAccess: (redirect: string) => void
}

export type ApiClient = ReturnType<typeof createApiClient>

export function createApiClient(
  access: Access,
  outside: { fetch: typeof fetch; upload: Upload } = {
    fetch: (...call) => fetch(...call),
    upload: uploadByXhr,
  },
) {
  const failed = (prefix: 'API request failed: ' | '', answer: Answer) => {
    const reason = readReason(answer.body, answer.statusText)
    if (answer.status === 401) access.onSignedOut()
    if (answer.status === 402 && reason.redirect) access.onNoAccess(reason.redirect)
    const text = prefix ? `${prefix}${answer.status} ${reason.text}` : `${answer.status}: ${reason.text}`
    return new ApiError(answer.status, reason, text)
  }

  // The browser's clock may be wrong, so a refused token is renewed once before the session is called over.
  const withToken = async <Given extends { status: number }>(
    token: string | null,
    ask: (token: string | null) => Promise<Given>,
  ) => {
    const answer = await ask(token)
    if (answer.status !== 401 || !token) return answer
    const renewed = await access.renewToken()
    return renewed && renewed !== token ? ask(renewed) : answer
  }

  const send = async (method: string, path: string, token: string | null, body?: unknown, signal?: AbortSignal) => {
    const response = await outside.fetch(path, {
      method,
      credentials: 'include',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    })
    return {
      ok: response.ok,
      status: response.status,
      statusText: response.statusText,
      body: await response.text(),
      headers: response.headers,
    }
  }

  return {
    /** With the bearer token when a session exists. */
    async get(path: string, signal?: AbortSignal): Promise<unknown> {
      const token = await access.accessToken()
      const answer = await withToken(token, (bearer) => send('GET', path, bearer, undefined, signal))
      if (!answer.ok) throw failed('', answer)
      return parsed(answer)
    },

    /** One page of a list: what stands on it, where the next one is, and, if the server was asked, how many there are. */
    async page<Item>(path: string, signal?: AbortSignal): Promise<ListPage<Item>> {
      const token = await access.accessToken()
      const answer = await withToken(token, (bearer) => send('GET', path, bearer, undefined, signal))
      if (!answer.ok) throw failed('', answer)
      const items = parsed(answer) as Item[]
      const next = /<([^>]+)>;\s*rel="?next"?/.exec(answer.headers?.get('link') ?? '')?.[1] ?? null
      const total = answer.headers?.get('total-count')
      return { items, next, total: total ? Number(total) : null }
    },

    /** Without a session it fails before anything is sent. */
    async request(
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      body?: unknown,
      signal?: AbortSignal,
    ) {
      const token = await access.accessToken()
      if (!token) throw new Error(NO_TOKEN)
      const answer = await withToken(token, (bearer) => send(method, path, bearer, body, signal))
      if (!answer.ok) throw failed('API request failed: ', answer)
      return parsed(answer)
    },

    /** A file of the user's own, for saving, or a picture. */
    async download(path: string, { signal, body }: { signal?: AbortSignal; body?: object } = {}): Promise<Blob> {
      const token = await access.accessToken()
      if (!token) throw new Error(NO_TOKEN)
      const response = await withToken(token, (bearer) =>
        outside.fetch(path, {
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
          headers: {
            authorization: `Bearer ${bearer}`,
            ...(body && { 'content-type': 'application/json' }),
          },
          credentials: 'include',
          signal,
        }),
      )
      if (response.ok) return response.blob()
      const { status, statusText } = response
      throw failed('API request failed: ', { ok: false, status, statusText, body: await response.text() })
    },

    /** Sends a file and gives the text of the answer, in whichever form was asked for. */
    async upload(path: string, file: File, options?: UploadOptions): Promise<string> {
      const token = await access.accessToken()
      if (!token) throw new Error(NO_TOKEN)
      const answer = await withToken(token, (bearer) => outside.upload({ path, file, token: bearer, ...options }))
      if (!answer.ok) throw failed('API request failed: ', answer)
      return answer.body
    },
  }
}

export type Answer = { ok: boolean; status: number; statusText: string; body: string; headers?: Headers }

export type ListPage<Item> = { items: Item[]; next: string | null; total: number | null }

const parsed = ({ body }: Answer): unknown => (body === '' ? null : JSON.parse(body))

import { AuthClient } from '@supabase/auth-js'
import { afterAll, inject } from 'vitest'
import { hostedProduct } from './hosted-product.ts'
import { freePort } from './network/free-port.ts'
import { outbox } from '../platform/database/schema/email.ts'
import { listen } from '../platform/http/listen.ts'
import { testApp } from './test-app.ts'

const OWN_DEVICE = 'a-device-that-everybody-in-tests-has'

export type LiveApp = Awaited<ReturnType<typeof liveApp>>
export type Client = ReturnType<LiveApp['client']>

type Options = Pick<NonNullable<Parameters<typeof testApp>[0]>, 'environment' | 'poolSize' | 'webhooks'>

export async function liveApp({ environment = {}, poolSize, webhooks }: Options = {}) {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const app = await testApp({
    ...(poolSize ? { poolSize } : {}),
    ...(webhooks ? { webhooks } : {}),
    environment: { PUBLIC_URL: publicUrl, PORT: String(port), AUTH_RATE_LIMITS: 'off', ...environment },
  })
  // The client library uses the system clock.
  app.time.now = new Date()
  const listening = await listen(app.app, { host: '127.0.0.1', port })
  afterAll(() => listening.close())

  const client = (
    options: {
      url?: string
      flowType?: 'pkce' | 'implicit'
      headers?: Record<string, string>
      storage?: Storage
    } = {},
  ) =>
    new AuthClient({
      url: options.url ?? `${publicUrl}/auth/v1`,
      headers: { apikey: 'embedded', 'x-device-id': OWN_DEVICE, ...options.headers },
      storage: options.storage ?? memory(),
      autoRefreshToken: false,
      detectSessionInUrl: false,
      flowType: options.flowType ?? 'implicit',
      experimental: { recoveryCodes: true },
    })

  async function emails(to: string, kind?: string) {
    await app.settleJobs()
    const rows = await app.database.system.select().from(outbox)
    return rows
      .filter((email) => email.recipient === to && (!kind || email.kind === kind))
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  }

  async function linkFor(to: string, kind: string): Promise<string> {
    const [email] = await emails(to, kind)
    const link = /https?:\/\/\S+\/verify\?\S+/.exec(email?.text ?? '')?.[0]
    if (!link) throw new Error(`no ${kind} email with a link for ${to}`)
    return link
  }

  async function codeFor(to: string, kind: string): Promise<string> {
    const [email] = await emails(to, kind)
    return /^ {4}(\d{6})$/m.exec(email?.text ?? '')?.[1] ?? ''
  }

  const open = async (link: string, headers: Record<string, string> = {}) => {
    const response = await fetch(link, { redirect: 'manual', headers })
    const location = response.headers.get('location') ?? ''
    return {
      status: response.status,
      location,
      fragment: new URLSearchParams(location.split('#')[1] ?? ''),
      response,
    }
  }

  const authUrl = `${publicUrl}/auth/v1`
  const send = (method: string, path: string, token: string | null, body?: unknown) =>
    fetch(authUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        'x-supabase-api-version': '2024-01-01',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const post = (path: string, body: unknown) => send('POST', path, null, body)

  const elsewhere = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', 'user-agent': 'Elsewhere/1' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return [await app.request(`/auth/v1${path}`, init, '192.0.2.7')] as const
  }

  async function codeOf(response: Promise<Response>): Promise<string | undefined> {
    const body = (await (await response).json()) as { code?: string }
    return body.code
  }

  async function signedUp(email: string, password: string) {
    const browser = client()
    const { data, error } = await browser.signUp({ email, password })
    if (error || !data.session || !data.user) throw error ?? new Error('no session after sign-up')
    return { client: browser, session: data.session, user: data.user }
  }

  async function signedIn(email: string, password: string) {
    const browser = client()
    const { data, error } = await browser.signInWithPassword({ email, password })
    if (error) throw error
    return { client: browser, session: data.session, user: data.user }
  }

  async function confirmed(email: string, password: string) {
    await client().signUp({ email, password })
    await open(await linkFor(email, 'confirmation'))
    later(61)
    return signedIn(email, password)
  }

  async function recoveryLink(email: string, redirectTo = `${publicUrl}/reset-password-direct.html`) {
    later(61)
    await client().resetPasswordForEmail(email, { redirectTo })
    return linkFor(email, 'recovery')
  }

  const fetchApi = inject('isAuthHosted')
    ? await hostedProduct({ authUrl, time: app.time })
    : (path: string, init: { headers: { authorization: string } }) => fetch(publicUrl + path, init)
  const api = (token: string, path = '/api/auth/user') =>
    fetchApi(path, { headers: { authorization: `Bearer ${token}` } })

  const later = (seconds: number) => {
    app.time.now = new Date(app.time.now.getTime() + seconds * 1000)
  }

  return {
    ...app,
    publicUrl,
    authUrl,
    client,
    send,
    post,
    elsewhere,
    codeOf,
    signedUp,
    signedIn,
    confirmed,
    recoveryLink,
    api,
    emails,
    linkFor,
    codeFor,
    open,
    later,
  }
}

type Storage = {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}

export function memory(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

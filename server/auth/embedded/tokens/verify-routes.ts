import { DAY_MS } from '#domain/time.ts'
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { HttpEnvironment } from '../../../platform/http/session.ts'
import { audit } from '../security-events.ts'
import { readBody, readPhone } from '../http/request-body.ts'
import { AuthError, expired, invalid } from '../http/errors.ts'
import { findByCode, findByLink, PKCE_PREFIX, type TokenRow } from './one-time-tokens.ts'
import type { RedirectAllowList } from '../http/redirect-allow-list.ts'
import type { AuthHttp, AuthParts } from '../parts.ts'
import { userStore } from '../users.ts'
import { FIRST_OF_TWO, redeem, TOKENS_OF, type Verified } from './redeem-token.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { escapeHtml, sendPlainPage } from '../../../platform/http/plain-page.ts'

/** Every email contains a new code, so guesses are also limited per day. The link still works after that. */
const MAX_CODES_PER_DAY = 30

const Body = z.object({
  type: z.string().default(''),
  token: z.string().default(''),
  token_hash: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
})

export function verifyRoutes(parts: AuthParts, redirects: RedirectAllowList) {
  const limited = parts.throttle.perPeer('verify')
  return new Hono<HttpEnvironment>()
    .get('/verify', limited, async (c) => {
      const { token, type } = readLink(c.req.query('token'), c.req.query('type'))
      const redirectTo = redirects.of(c)
      const asksForPage = c.req.header('accept')?.includes('text/html') ?? false
      return asksForPage ? confirmPage(c, { token, type, redirectTo }) : openLink(parts, c, { token, type, redirectTo })
    })
    .post('/verify', limited, async (c) => {
      if (!c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) return verifyByBody(parts, c)
      const form = new URLSearchParams(await c.req.text())
      const { token, type } = readLink(form.get('token'), form.get('type'))
      return openLink(parts, c, { token, type, redirectTo: redirects.orSite(form.get('redirect_to') ?? '') })
    })
}

function readLink(token: string | null | undefined, type: string | null | undefined) {
  if (!type) throw invalid('Verify requires a verification type')
  if (!token) throw invalid('Verify requires a token or a token hash')
  return { token, type }
}

async function openLink(
  parts: AuthParts,
  c: AuthHttp,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
) {
  const isPkce = token.startsWith(PKCE_PREFIX)
  try {
    const types = TOKENS_OF[type]
    if (!types) throw invalid('Unsupported verification type')
    const verified = await spend(parts, c, (queries) => findByLink(parts, queries, token, types), {
      type,
      byLink: true,
      mayBeScanner: c.req.method === 'GET',
    })
    return c.redirect(redirectTarget(redirectTo, verified, type), 303)
  } catch (error) {
    if (!(error instanceof AuthError) || error.status === 429) throw error
    return c.redirect(failureTarget(redirectTo, error, isPkce), 303)
  }
}

async function verifyByBody(parts: AuthParts, c: AuthHttp) {
  const body = await readBody(c, Body)
  const types = checkBody(body)
  const tries = `code ${body.email.trim().toLowerCase()}`
  if (body.token_hash === '') await parts.throttle.attempt(tries, MAX_CODES_PER_DAY, DAY_MS, () => expired('code'))
  const verified = await spend(
    parts,
    c,
    async (queries) => {
      if (body.token_hash !== '') return findByLink(parts, queries, body.token_hash, types)
      const store = userStore(queries)
      const email = body.email.trim().toLowerCase()
      const pending = body.type === 'email_change' ? await store.findByPendingEmail(email) : null
      const user = (await store.findByEmail(email)) ?? pending
      return findByCode(parts, queries, { userId: user?.id ?? randomUUID(), code: body.token, types })
    },
    { type: body.type, byLink: false, mayBeScanner: false },
    body.token_hash === '' ? 'code' : 'link',
  )
  if (body.token_hash === '') await parts.throttle.forget(tries)
  if (verified.kind === 'first-of-two') return c.json({ msg: FIRST_OF_TWO, code: '200' })
  if (verified.kind === 'code') throw new Error('a code is only given to a link')
  return c.json(verified.session)
}

/** Checks run in the protocol's order. */
function checkBody({ type, token, token_hash: hash, email, phone }: z.infer<typeof Body>) {
  if (type === '') throw invalid('Verify requires a verification type')
  if (token === '' && hash === '') throw invalid('Verify requires either a token or a token hash')
  if (token !== '' && email !== '' && phone !== '')
    throw invalid('Only an email address or phone number should be provided on verify')
  if (hash !== '' && (token !== '' || email !== '' || phone !== ''))
    throw invalid('Only the token_hash and type should be provided')
  if (type === 'sms' || type === 'phone_change') {
    readPhone(phone)
    throw expired('code')
  }
  const types = TOKENS_OF[type]
  if (!types) throw invalid('Unsupported verification type')
  if (hash === '' && phone !== '') readPhone(phone)
  if (hash === '' && !/^[^\s@]+@[^\s@]+$/.test(email.trim()))
    throw new AuthError(422, 'validation_failed', 'Invalid email format')
  return types
}

/** A wrong code must stay counted, so the transaction commits before the error is thrown. */
async function spend(
  parts: AuthParts,
  c: AuthHttp,
  find: (queries: Queries) => Promise<TokenRow | null>,
  options: Parameters<typeof redeem>[4],
  by: 'link' | 'code' = 'link',
): Promise<Verified> {
  const verified = await parts.database.asSystem(async (queries) => {
    const token = await find(queries)
    return token && redeem(parts, queries, c, token, options)
  })
  if (verified) return verified
  await audit(parts, parts.database.system, c, 'verification_failed', null, { type: options.type })
  throw expired(by)
}

function redirectTarget(redirectTo: string, verified: Verified, type: string): string {
  if (verified.kind === 'first-of-two') return withFragment(redirectTo, { message: FIRST_OF_TWO, sb: '' })
  if (verified.kind === 'code') {
    const url = new URL(redirectTo)
    url.searchParams.set('code', verified.code)
    return url.href
  }
  const { access_token, expires_at, expires_in, refresh_token, token_type } = verified.session
  const fields = {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    sb: '',
    token_type,
    type,
  }
  return withFragment(redirectTo, fields)
}

const ERROR_OF: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

function failureTarget(redirectTo: string, { status, code, message }: AuthError, isPkce: boolean): string {
  const name = ERROR_OF[status]
  const fields = { ...(name ? { error: name } : {}), error_code: code, error_description: message }
  const url = new URL(redirectTo)
  if (isPkce) for (const [field, value] of Object.entries(fields)) url.searchParams.set(field, value)
  return withFragment(url.href, { ...fields, sb: '' })
}

const withFragment = (url: string, fields: Record<string, string>) =>
  `${url.split('#')[0]}#${new URLSearchParams(fields)}`

const TITLES: Record<string, string> = {
  recovery: 'Reset your password',
  signup: 'Confirm your email address',
  invite: 'Accept your invitation',
  magiclink: 'Sign in to Tidings',
  email_change: 'Confirm your new email address',
}

const SCRIPT = `document.forms[0].submit()`

/**
 * Mail scanners open links and follow redirects but don't submit forms, so the token is redeemed by a form that
 * browsers submit automatically.
 */
function confirmPage(
  c: AuthHttp,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): Response {
  const title = TITLES[type] ?? 'Continue to Tidings'
  const fields = Object.entries({ token, type, redirect_to: redirectTo })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  const target = URL.parse(redirectTo)
  return sendPlainPage(c, {
    title,
    content: `<form method="post" action="verify">${fields}<button>Continue</button></form>`,
    script: SCRIPT,
    // Browsers check the redirect after a form submission against the CSP, so its target must be listed.
    leadsTo: target?.origin === 'null' ? target.protocol : (target?.origin ?? ''),
  })
}

import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { HttpEnvironment } from '../../../platform/http/session.ts'
import type { AuthEmail } from '../../emails/auth-email-texts.ts'
import { audit } from '../security-events.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { challengeFields, readBody, readChallenge, readEmail, metadata } from '../http/request-body.ts'
import { AuthError, invalid } from '../http/errors.ts'
import type { Flow } from './one-time-tokens.ts'
import type { RedirectAllowList } from '../http/redirect-allow-list.ts'
import { device, enqueueEmail, type AuthHttp, type AuthParts } from '../parts.ts'

const Recover = z.object({ email: z.string().default(''), ...challengeFields })
const Otp = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  create_user: z.boolean().default(true),
  data: metadata.default({}),
  ...challengeFields,
})
const Resend = z.object({
  type: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
})

/**
 * The job that sends the email looks up the account, so that every address gets the same response after the same work,
 * even while the mail server is down.
 */
export function emailRequestRoutes(parts: AuthParts, redirects: RedirectAllowList) {
  const { database, throttle } = parts
  const limited = throttle.perPeer('mail')

  const request = async (
    c: AuthHttp,
    kind: AuthEmail['kind'],
    email: string,
    flow: Flow | null,
    signUp?: AuthEmail['signUp'],
  ) => {
    await throttle.mail(kind === 'confirmation' ? 'signup' : kind, email)
    await database.asSystem(async (queries) => {
      await audit(parts, queries, c, 'user_recovery_requested', null, { kind })
      const message = {
        kind,
        to: email,
        nonce: randomUUID(),
        redirectTo: redirects.of(c),
        ...(flow ? { flow } : {}),
        ...(signUp ? { signUp, device: device(c) } : {}),
      }
      await enqueueEmail(parts, queries, message)
    })
    return c.json({})
  }

  const otp = async (c: AuthHttp) => {
    const body = await readBody(c, Otp)
    if (body.email === '' && body.phone === '') throw invalid('One of email or phone must be set')
    if (body.phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
    const flow = readChallenge(body)
    const signUp = body.create_user ? { data: body.data } : undefined
    return request(c, 'magiclink', readEmail(body.email), flow, signUp)
  }

  return new Hono<HttpEnvironment>()
    .post('/recover', limited, async (c) => {
      const body = await readBody(c, Recover)
      if (body.email === '') throw invalid('Password recovery requires an email')
      const flow = readChallenge(body)
      return request(c, 'recovery', readEmail(body.email), flow)
    })
    .post('/otp', limited, otp)
    .post('/magiclink', limited, otp)
    .post('/resend', limited, async (c) => {
      const { type, email, phone } = await readBody(c, Resend)
      if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type))
        throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
      if (email === '' && phone === '') throw invalid('Type provided requires an email address')
      if (email !== '' && phone !== '') throw invalid('Only an email address or phone number should be provided.')
      if (type === 'sms' || type === 'phone_change') {
        if (phone === '') throw invalid('Type provided requires a phone number')
        return c.json({})
      }
      if (email === '') throw invalid('Type provided requires an email address')
      return request(c, type === 'signup' ? 'confirmation' : 'email-change-new', readEmail(email), null)
    })
    .get('/reauthenticate', limited, async (c) => {
      const { user } = await authenticate(parts, c)
      if (!user.email) throw invalid('Reauthentication requires the user to have an email or a phone number')
      if (!user.emailConfirmedAt) throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
      return request(c, 'reauthentication', user.email, null)
    })
}

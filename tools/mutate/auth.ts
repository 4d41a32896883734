import type { Fault } from './fault.ts'

const SESSIONS = ['server/auth/embedded/sessions/sessions.test.ts']
const THROTTLE = ['server/auth/embedded/http/throttle.test.ts']

export const authFaults: Fault[] = [
  {
    name: 'a stolen refresh token does not end the session',
    file: 'server/auth/embedded/tokens/refresh-tokens.ts',
    from: 'await queries.delete(authSessions).where(eq(authSessions.id, found.session.id))\n      await audit',
    to: 'await audit',
    tests: SESSIONS,
  },
  {
    name: 'a replaced refresh token is good for a day',
    file: 'server/auth/embedded/tokens/refresh-tokens.ts',
    from: 'const REUSE_SECONDS = 10',
    to: 'const REUSE_SECONDS = 86_400',
    tests: SESSIONS,
  },
  {
    name: 'a mailed link never expires',
    file: 'server/auth/embedded/tokens/one-time-tokens.ts',
    from: 'const LIFE_MS = DAY_MS',
    to: 'const LIFE_MS = 1000 * DAY_MS',
    tests: [
      'server/auth/embedded/tokens/verify-routes.recovery.test.ts',
      'server/auth/embedded/auth-server.flows.test.ts',
    ],
  },
  {
    name: 'a six-digit code can be guessed without end',
    file: 'server/auth/embedded/tokens/one-time-tokens.ts',
    from: 'const MAX_CODE_ATTEMPTS = 5',
    to: 'const MAX_CODE_ATTEMPTS = 5_000_000',
    tests: ['server/auth/embedded/sign-up/confirmation.test.ts'],
  },
  {
    name: 'wrong passwords are not counted per account and address',
    file: 'server/auth/embedded/http/throttle.ts',
    from: 'if (pair?.isOver) throw tooMany(pair.seconds)',
    to: '',
    tests: THROTTLE,
  },
  {
    name: 'wrong passwords are not counted per address',
    file: 'server/auth/embedded/http/throttle.ts',
    from: 'if (from?.isOver) throw tooMany(from.seconds)',
    to: '',
    tests: THROTTLE,
  },
  {
    name: 'no cap on emails per hour',
    file: 'server/auth/embedded/http/throttle.ts',
    from: "if (total?.isOver) throw mailLimit('email rate limit exceeded', total.seconds)",
    to: '',
    tests: ['server/billing/reminders/reminders.once.test.ts'],
  },
  {
    name: 'links may lead to any IP address',
    file: 'server/auth/embedded/http/redirect-allow-list.ts',
    from: "if (isWeb && isIP(url.hostname.replace(/^\\[|\\]$/g, '')) !== 0) return false",
    to: "if (isWeb && isIP(url.hostname.replace(/^\\[|\\]$/g, '')) !== 0) return true",
    tests: ['server/auth/embedded/http/redirect-allow-list.test.ts'],
  },
  {
    name: 'a stored session that is about to expire opens the page',
    file: 'web/features/auth/stored-session.ts',
    from: '* 1000 - now > RENEWED_BEFORE_MS',
    to: '* 1000 - now > 0',
    tests: ['web/features/auth/auth-client.test.ts'],
  },
  {
    name: 'the library signs in again whoever is signing out',
    file: 'web/features/auth/auth-client.ts',
    from: 'if (isKnown(event, session)) return',
    to: '',
    tests: ['web/features/auth/auth-client.test.ts'],
  },
  {
    name: 'an account without a password is deleted by an old session',
    file: 'server/auth/embedded/embedded-auth.ts',
    from: 'user.isAnonymous || (await isAuthenticatedSince(parts, identity.sessionId))',
    to: 'true',
    tests: ['server/auth/confirm-identity.test.ts'],
  },
  {
    name: 'with hosted auth, any sign-in without a password is recent',
    file: 'server/auth/hosted/hosted-auth.ts',
    from: 'hasSignedInSince(signIns, clock(), RECENT_SECONDS, WITHOUT_PASSWORD)',
    to: 'hasSignedInSince(signIns, clock(), Infinity, WITHOUT_PASSWORD)',
    tests: ['server/auth/confirm-identity.test.ts'],
  },
]

import type { AuthLetter, Reminder } from '../ports.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

type Kind = AuthLetter['kind'] | Reminder['kind']

/** How long after its cause an email is still worth having. Links and codes: no longer than they work. */
const USEFUL_MS: Record<Kind, number> = {
  confirmation: DAY_MS,
  invite: DAY_MS,
  recovery: DAY_MS,
  magiclink: DAY_MS,
  reauthentication: HOUR_MS,
  'email-change-new': DAY_MS,
  'email-change-current': DAY_MS,
  'email-change-notice': 7 * DAY_MS,
  'email-change-refused': DAY_MS,
  'email-change-undone': 7 * DAY_MS,
  'password-changed': 7 * DAY_MS,
  'security-changed': 7 * DAY_MS,
  'new-sign-in': 3 * DAY_MS,
  'sign-up-attempted': DAY_MS,
  'account-deleted': 7 * DAY_MS,
  'trial-ending': 3 * DAY_MS,
  'trial-ended': 3 * DAY_MS,
  'payment-failed': 3 * DAY_MS,
  'account-closed': 7 * DAY_MS,
  receipt: 7 * DAY_MS,
  cancellation: 3 * DAY_MS,
  'subscription-ended': 3 * DAY_MS,
  'grant-given': 3 * DAY_MS,
  'grant-ending': 3 * DAY_MS,
}

/** False when it waited so long that it would only confuse; jobs from before `at` was kept have none. */
export const isStillUseful = (kind: Kind, at: string | undefined, now: Date): boolean =>
  at === undefined || now.getTime() - Date.parse(at) <= USEFUL_MS[kind]

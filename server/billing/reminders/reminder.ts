import { DAY_MS } from '#domain/time.ts'

export type Receipt = { number: string | null; amountCents: number; currency: string; date: string }

/** The payload of an email job about a trial or payment; sent at most once per `kind` and `about`. */
export type Reminder = { userId: string; about: string; at?: string } & (
  | { kind: 'trial-ending' | 'trial-ended' | 'payment-failed' | 'account-closed' }
  | { kind: 'cancellation' | 'subscription-ended' | 'grant-given' | 'grant-ending' }
  | { kind: 'receipt'; receipt: Receipt }
)

const LONG_LIVED: Reminder['kind'][] = ['account-closed', 'receipt']

/** An email delayed longer than this is dropped: it would only confuse. */
export const maxDelayMs = (kind: Reminder['kind']): number => (LONG_LIVED.includes(kind) ? 7 : 3) * DAY_MS

import type { JobOverview } from '#domain/admin/operations.ts'
import type { Section } from '#domain/taxonomy.ts'
import type { Queries } from './platform/database/open.ts'
import type { AccountRow } from './platform/database/account-row.ts'

/** Everything the server needs from outside itself, as types. Adapters implement these; only compose.ts knows which. */

export type Clock = () => Date

export type Log = {
  debug: (fields: object, message: string) => void
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

/** A hash only we can compute; several, when the key has been changed since: the newest first. */
export type KeyedHash = (purpose: string, value: string) => string[]

/** Who is behind a bearer token, once its signature, expiry, session row and ban have been checked. */
export type Identity = {
  id: string
  email: string
  sessionId: string
  /** The profile's row, where the look-up of the session could bring it along and save a question to the database. */
  account?: AccountRow | null
  /** The address that was proven to be theirs, by the word of the auth service and not of the token; null without one. */
  confirmedEmail?: () => Promise<string | null>
}

export type Device = { id: string; createdAt: Date; lastSeenAt: Date; ip: string; userAgent: string }

export type Auth = {
  identify: (bearer: string) => Promise<Identity | null>
  /** Whether this is the password of the account: asked again before it is erased. Throws when asked too often. */
  isPassword: (identity: Identity, password: string, peer: string) => Promise<boolean>
  /** The devices signed in to the account, where the service tells. */
  devices: (userId: string) => Promise<Device[]>
  /** False when there is no such session of this user. */
  endSession: (userId: string, sessionId: string) => Promise<boolean>
  /** All of them, where they are ours to end. */
  endSessions: (queries: Queries, userId: string) => Promise<void>
  /** What the service keeps about a user, by table; without secrets. */
  export: (userId: string) => Promise<Record<string, object[]>>
  erase: (queries: Queries, userId: string) => Promise<void>
}

export type FetchRequest = {
  url: string
  /** What to ask for, as an Accept header. */
  accept?: string
  /** Who asks, where a service wants to be told in its own way; the door says it otherwise. */
  userAgent?: string
  /** What we have already: an unchanged answer comes back as `notModified`. */
  etag?: string | null
  lastModified?: string | null
  /** Most bytes of the body, counted after decoding. */
  maxBytes?: number
  /** For everything together: name, connection, redirects, body. */
  timeoutMs?: number
  signal?: AbortSignal
}

export type Fetched = {
  /** Where the answer came from, after redirects. */
  url: string
  status: number
  headers: Record<string, string>
  bytes: Buffer
  notModified: boolean
  /** Before then the site does not want to be asked again: it answered 429 or 503 and said so. */
  retryAt?: Date
}

/** The one door to foreign addresses: guarded, bounded and polite. Rejects with a FetchError. */
export type Fetch = (request: FetchRequest) => Promise<Fetched>

export type Email = {
  /** The same at every attempt to send this letter, so that a mailbox shows it once. */
  id: string
  /** What it is about, in a word; the outbox shows it. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  replyTo: string
  /** Where one can have no more letters of this kind; mail programs offer it beside the letter. */
  unsubscribe?: string
}

export type EmailTransport = { send: (email: Email) => Promise<void> }

/** All that a language model is shown of an article; numbers count from 1, and what tells one story has one story's number. */
export type ShownArticle = {
  number: number
  story: number
  title: string
  text: string
  publisher: string | null
  publishedAt: string
}

export type WrittenSection = { heading: Section; sentences: { text: string; sources: number[] }[] }

/** What came of asking: the sections, or why there are none. Tokens are null where nobody told how many. */
export type Written = {
  outcome:
    | { sections: WrittenSection[] }
    /** `later`: everything should wait; `unusable`: this answer was no good; `refused`: an operator must look. */
    | { trouble: 'later' | 'unusable' | 'refused'; because: string; retryAfterS: number | null }
  calls: number
  tokens: { input: number; output: number } | null
}

/** A language model that writes what articles say about a company. It never rejects. */
export type Writer = {
  model: string
  /** Most tokens that one answer can take, and most that all of a day may, in and out. */
  mostOutput: number
  mostADay: number
  write: (company: { name: string }, articles: ShownArticle[]) => Promise<Written>
}

/** What a letter of the auth server says; the tokens in it are derived when it is written, and stored nowhere. */
export type AuthEmail = {
  kind:
    | 'confirmation'
    | 'recovery'
    | 'magiclink'
    | 'invite'
    | 'reauthentication'
    | 'email-change-new'
    | 'email-change-current'
    | 'email-change-notice'
    | 'email-change-undone'
    | 'password-changed'
    | 'security-changed'
    | 'new-sign-in'
    | 'sign-up-attempted'
    | 'email-change-refused'
    | 'account-deleted'
  to: string
  nonce: string
  at: string
  redirectTo?: string
  flow?: { challenge: string; method: string }
  device?: { userAgent: string; ip: string }
  newEmail?: string
  pending?: boolean
  /** Not the first sign-up with this address that waits to be confirmed. */
  repeated?: boolean
  change?:
    | 'passkey-added'
    | 'passkey-removed'
    | 'authenticator-added'
    | 'authenticator-removed'
    | 'recovery-codes-created'
    | 'recovery-codes-removed'
  /** A request for a magic link that may create the account. */
  signUp?: { data: Record<string, unknown> }
}

export type Receipt = { number: string | null; amountCents: number; currency: string; date: string }

/** A letter about trial or payment; `about` is what it may be sent about once. */
export type Reminder = { userId: string; about: string; at?: string } & (
  | { kind: 'trial-ending' | 'trial-ended' | 'payment-failed' | 'account-closed' }
  | { kind: 'cancellation' | 'subscription-ended' | 'grant-given' | 'grant-ending' }
  | { kind: 'receipt'; receipt: Receipt }
)

/** What each job needs to know. A job's name is a key here, so that none can be enqueued that nobody runs. */
export type JobPayloads = {
  'account.expire-trials': Record<string, never>
  'auth.email': AuthEmail
  'auth.clean-up': Record<string, never>
  /** Companies that came into a portfolio: one by one, or by an import. */
  'companies.added': { userId: string; companyId: number } | { userId: string; importId: number }
  'companies.purge': Record<string, never>
  /** Something the card provider told, by the event's id. */
  'billing.event': { id: string }
  'billing.reconcile': Record<string, never>
  'briefs.model': Record<string, never>
  'news.poll': Record<string, never>
  'news.fetch-texts': Record<string, never>
  'news.classify': Record<string, never>
  'news.clean-up': Record<string, never>
  'news.pause': Record<string, never>
  /** This user has access again. */
  'news.resume': { userId: string }
  'payments.deliver': Record<string, never>
  'payments.advance-time': Record<string, never>
  'reminders.email': Reminder
  'reminders.run': Record<string, never>
}

export type JobName = keyof JobPayloads

type Job<Name extends JobName> = {
  /** When it runs by itself, as a cron expression in UTC. */
  every?: string
  /** Its payload names a person: the queue keeps nothing of it once it is done. */
  isPrivate?: true
  /** Somebody looks at a screen until it is done: the queue asks for it more often. */
  isAwaited?: true
  run: (payload: JobPayloads[Name]) => Promise<void>
}

export type Jobs = { [Name in JobName]: Job<Name> }

export type Queue = {
  /** Enqueued in the transaction that makes the job necessary, so that both or neither happen. */
  enqueue: <Name extends JobName>(queries: Queries, name: Name, payload: JobPayloads[Name]) => Promise<void>
}

export type JobRunner = {
  queue: Queue
  start: (jobs: Jobs) => Promise<void>
  stop: () => Promise<void>
  /** How many jobs failed so often that they are not tried any more. */
  givenUp: () => Promise<number>
  /** How many jobs of each kind are where, and those that were given up. */
  overview: () => Promise<JobOverview>
  /** Puts a job that was given up back into its line, or forgets it: the name of the line, null where there is no such job. */
  tryAgain: (id: string) => Promise<string | null>
  discard: (id: string) => Promise<string | null>
  /** Runs what has been enqueued so far, where jobs do not run by themselves. */
  settle?: () => Promise<void>
}

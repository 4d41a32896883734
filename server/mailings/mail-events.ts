import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Clock } from '#domain/time.ts'
import type { Database } from '../platform/database/open.ts'
import type { Suppressions } from '../platform/email/suppressions.ts'
import type { Log } from '../platform/log.ts'
import { isSigned } from '../updates/delivery.ts'
import { inboundStore } from '../updates/store.ts'

const Signature = z.object({ timestamp: z.string(), token: z.string(), signature: z.string() })
const MailEvent = z.object({
  signature: Signature,
  'event-data': z.looseObject({
    event: z.string(),
    severity: z.string().optional(),
    recipient: z.string().min(3).max(320),
    'delivery-status': z.looseObject({ message: z.string().catch('') }).optional(),
  }),
})
type MailEvent = z.infer<typeof MailEvent>

type Needs = {
  database: Database
  clock: Clock
  log: Log
  suppressions: Pick<Suppressions, 'add'>
  /** Null if the mail service reports nothing. */
  secret: string | null
}

export type MailEvents = ReturnType<typeof createMailEvents>

/** Bounces and complaints that the mail service reports after it accepted an email. */
export function createMailEvents({ database, clock, log, suppressions, secret }: Needs) {
  let badSignatures = 0

  const refuse = (peer: string): never => {
    badSignatures += 1
    log.warn({ event: 'mail_event.bad_signature', peer }, 'mail event with a bad signature')
    throw new AppError('bad-request', 'Invalid signature')
  }

  return {
    badSignatures: () => badSignatures,

    /** True if the address is suppressed now. */
    async receive(rawBody: string, peer: string): Promise<boolean> {
      const now = clock()
      const event = readEvent(rawBody)
      if (!secret || !event || !isSigned(event.signature, secret, now)) return refuse(peer)
      // The signature covers only the token, so each token is good for one event.
      const hash = createHash('sha256').update(rawBody).digest('hex')
      if ((await inboundStore(database.system).useToken(event.signature.token, hash, now)) !== hash) return refuse(peer)
      const about = event['event-data']
      const reason = reasonOf(about)
      if (reason === null) return false
      await suppressions.add(about.recipient, reason, about['delivery-status']?.message ?? '')
      return true
    },
  }
}

function readEvent(rawBody: string): MailEvent | null {
  try {
    return MailEvent.safeParse(JSON.parse(rawBody)).data ?? null
  } catch {
    return null
  }
}

function reasonOf({ event, severity }: MailEvent['event-data']): 'bounced' | 'complained' | null {
  if (event === 'complained') return 'complained'
  return event === 'failed' && severity === 'permanent' ? 'bounced' : null
}

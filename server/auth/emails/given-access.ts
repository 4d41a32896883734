import { randomUUID } from 'node:crypto'
import type { Queries } from '../../platform/database/open.ts'
import type { Queue } from '../../platform/queue/queue.ts'

export type Owner = { id: string; email: string }

/** What lets someone read an account's news without signing in to it. It outlives a change of the password. */
export type GivenAccess = 'api-key' | 'private-feed' | 'webhook' | 'share'

type Given = { to: string; access: GivenAccess; at: Date }

/** So that a stolen session can't be turned into lasting access without the owner noticing. */
export async function announceAccess(queue: Queue, queries: Queries, { to, access, at }: Given): Promise<void> {
  if (to === '') return
  await queue.enqueue(queries, 'auth.email', {
    kind: 'access-given',
    to,
    nonce: randomUUID(),
    at: at.toISOString(),
    access,
  })
}

const INTEGRATIONS = '/profile/integrations'

export const GIVEN_ACCESS: Record<GivenAccess, Record<'subject' | 'text' | 'path', string>> = {
  'api-key': {
    subject: 'An API key was created',
    text: 'An API key was created for your account. Programs that have it can read what it allows.',
    path: INTEGRATIONS,
  },
  'private-feed': {
    subject: 'A private feed was created',
    text: 'A private feed was created for your account. Whoever has its address can read it.',
    path: INTEGRATIONS,
  },
  webhook: {
    subject: 'A webhook was created',
    text: 'A webhook was created for your account. Your news is sent to its address.',
    path: INTEGRATIONS,
  },
  share: {
    subject: 'Your news was shared',
    text: 'Someone was invited to read your news.',
    path: '/profile/sharing',
  },
}

import { randomUUID } from 'node:crypto'
import type { Queries } from '../../platform/database/open.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import type { GivenAccess } from './auth-email-texts.ts'

export type Owner = { id: string; email: string }

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

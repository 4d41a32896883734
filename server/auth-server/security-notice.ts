import { randomUUID } from 'node:crypto'
import type { Queries } from '../database/open.ts'
import type { AuthLetter } from '../ports.ts'
import { enqueueLetter, type AuthParts } from './parts.ts'
import type { AuthUser } from './store.ts'

type SecurityChange = NonNullable<AuthLetter['change']>

/** Tells the owner, in the transaction of the change, that a way into the account came or went; by us, if no device is named. */
export async function notifySecurityChange(
  parts: AuthParts,
  queries: Queries,
  user: AuthUser,
  change: SecurityChange,
  from?: AuthLetter['device'],
): Promise<void> {
  if (!user.email) return
  await enqueueLetter(parts, queries, {
    kind: 'security-changed',
    to: user.email,
    nonce: randomUUID(),
    change,
    ...(from ? { device: from } : {}),
  })
}

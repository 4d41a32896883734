import { randomUUID } from 'node:crypto'
import { outbox } from '../../database/mail-schema.ts'
import type { Database } from '../../database/open.ts'
import type { Clock, Mail } from '../../ports.ts'

/** Keeps letters in the database, where a developer page shows them. A letter that is sent again stays one letter. */
export const outboxMail = ({ system }: Database, clock: Clock): Mail => ({
  async send({ id, kind, to, subject, text, html }) {
    await system
      .insert(outbox)
      .values({
        id: randomUUID(),
        messageId: id,
        kind,
        recipient: to,
        subject,
        text,
        html,
        createdAt: clock(),
      })
      .onConflictDoNothing()
  },
})

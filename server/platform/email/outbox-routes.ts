import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { listOutbox, sendTestEmail } from '#domain/billing/endpoints.ts'
import { outbox } from '../database/schema/email.ts'
import type { Database } from '../database/open.ts'
import { createRoutes, route } from '../http/route.ts'
import { isForwarded, isLoopback } from '../http/peer.ts'
import type { EmailTransport } from './transport.ts'
import { composeEmail } from './email-layout.ts'

const MAX_SHOWN = 100

/** Requests from this machine see every email, others only those sent to them. */
export const outboxRoutes = ({
  database,
  mail,
  publicUrl,
  supportEmail,
}: {
  database: Database
  mail: EmailTransport
  publicUrl: string
  supportEmail: string
}) =>
  createRoutes()
    .openapi(route(listOutbox), async (c) => {
      const seesAll = isLoopback(c.var.peer) && !isForwarded(c.req.raw.headers)
      const own = seesAll ? undefined : eq(outbox.recipient, (await c.var.signedIn())?.email ?? '')
      const rows = await database.system
        .select()
        .from(outbox)
        .where(own)
        .orderBy(desc(outbox.createdAt))
        .limit(MAX_SHOWN)
      return c.json(
        rows.map(({ id, kind, recipient, subject, text, html, createdAt }) => ({
          id,
          kind,
          to: recipient,
          subject,
          text,
          html,
          createdAt: createdAt.toISOString(),
        })),
        200,
      )
    })
    .openapi(route(sendTestEmail), async (c) => {
      await mail.send(
        composeEmail({
          id: `${randomUUID()}@${new URL(publicUrl).hostname}`,
          kind: 'test',
          to: c.var.user.email,
          subject: 'Test email',
          paragraphs: [
            'This email was sent from the developer page. If you can read it, sending works.',
            { button: 'Back to the outbox', href: `${publicUrl}/test-email` },
          ],
          footer: `Sent by ${new URL(publicUrl).host}.`,
          supportEmail,
        }),
      )
      return c.json({ message: `Sent to ${c.var.user.email}` }, 200)
    })

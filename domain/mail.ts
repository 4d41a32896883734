import { z } from 'zod'

/** A letter in the outbox, as /test-email shows it. */
export const OutboxLetter = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: z.string(),
})
export type OutboxLetter = z.infer<typeof OutboxLetter>

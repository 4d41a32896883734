import type { Config } from '../../config.ts'
import type { Database } from '../../database/open.ts'
import type { Clock, Mail } from '../../ports.ts'
import { outboxMail } from './outbox.ts'
import { smtpMail } from './smtp.ts'

export const openMail = (
  config: Config['mail'],
  { database, clock }: { database: Database; clock: Clock },
): Mail => (config.kind === 'smtp' ? smtpMail(config) : outboxMail(database, clock))

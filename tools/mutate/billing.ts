import type { Fault } from './fault.ts'

const BILLING = ['server/billing/billing.test.ts', 'server/billing/stripe/provider.behavior.test.ts']

export const billingFaults: Fault[] = [
  {
    name: 'what was stored first is not replaced by what the provider says later',
    file: 'server/billing/sync.ts',
    from: 'await store.write(userId, chosen, all.length, clock())',
    to: 'if (!before) await store.write(userId, chosen, all.length, clock())',
    tests: ['server/billing/webhooks.any-order.test.ts'],
  },
  {
    name: 'somebody else’s subscription can be verified',
    file: 'server/billing/billing.ts',
    from: 'if (!row || !asked || asked.customerId !== row.customerId)',
    to: 'if (!row || !asked)',
    tests: BILLING,
  },
  {
    name: 'cards can be tried without end',
    file: 'server/billing/billing.ts',
    from: 'const MAX_STARTED_PER_DAY = 10',
    to: 'const MAX_STARTED_PER_DAY = 10_000',
    tests: BILLING,
  },
  {
    name: 'no lock between processes',
    file: 'server/billing/sync.ts',
    from: "await lock(queries, 'billing', userId)",
    to: 'await queries.execute(sql`select ${userId}::text`)',
    tests: ['server/billing/lock.test.ts'],
  },
  {
    name: 'idempotency keys dropped when creating at the provider',
    file: 'server/billing/stripe/provider.ts',
    from: 'return await make({ idempotencyKey: key })',
    to: 'return await make({ idempotencyKey: crypto.randomUUID() })',
    tests: ['server/billing/stripe/provider.idempotency.test.ts'],
  },
  {
    name: 'a webhook event is processed again',
    file: 'server/billing/webhooks.ts',
    from: 'if (!event || event.processedAt) return',
    to: 'if (!event) return',
    tests: ['server/billing/webhooks.test.ts'],
  },
  {
    name: 'trial reminders are sent twice: whoever was reminded is found again',
    file: 'server/billing/reminders/store.ts',
    from: 'notExists(sent(users.id, kind, millisecondsOf(users.trialEndsAt))),',
    to: '',
    tests: ['server/billing/reminders/reminders.once.test.ts'],
  },
  {
    name: 'trial reminders to people who unsubscribed',
    file: 'server/billing/reminders/store.ts',
    from: 'eq(users.wantsReminders, true),',
    to: '',
    tests: ['server/billing/reminders/reminders.once.test.ts'],
  },
  {
    name: 'trial reminders to people who unsubscribed between claim and delivery',
    file: 'server/billing/reminders/reminders.ts',
    from: 'row.wantsReminders && trialEmail(row, now) === reminder.kind',
    to: 'trialEmail(row, now) === reminder.kind',
    tests: ['server/billing/reminders/reminders.once.test.ts'],
  },
  {
    name: 'an email is delivered although its token was replaced',
    file: 'server/auth/emails/auth-emails.ts',
    from: 'if (await isIssued(parts, queries, email.nonce, email.flow)) return email',
    to: 'return email',
    tests: ['server/billing/reminders/reminders.once.test.ts'],
  },
  {
    name: 'calls to a provider that hangs are not cut off',
    file: 'server/billing/stripe/failures.ts',
    from: "if (now < openUntil) throw new Error('not called: the payment provider has failed repeatedly')",
    to: '',
    tests: ['server/billing/stripe/failures.test.ts'],
  },
]

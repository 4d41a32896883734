import { openPayments, type PaymentChoices } from '../billing/open-payments.ts'
import { createBillingAdministration } from '../billing/admin-actions.ts'
import { createBilling } from '../billing/billing.ts'
import { createWebhookHandler } from '../billing/webhooks.ts'
import { createLock, createSync } from '../billing/sync.ts'
import { invoiceStore } from '../billing/store.ts'
import type { Platform } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { createTrialTest } from '../billing/developer-pages.ts'
import { createReminders } from '../billing/reminders/reminders.ts'

type Needs = Platform & { hasDeveloperPages: boolean; payments: PaymentChoices }

export type Billing = Awaited<ReturnType<typeof composeBilling>>

/** Calls to the provider hold a connection each, so part of the pool is left for everything else. */
const SHARE_OF_POOL = 0.6

export async function composeBilling(
  config: Config,
  { payments: choices, mail, hash, hasDeveloperPages, ...needs }: Needs,
) {
  const { provider, test } = await openPayments(config, { ...needs, ...choices })
  const { database, clock } = needs
  const lock = createLock(database, Math.max(1, Math.floor(database.poolSize * SHARE_OF_POOL)))
  const sync = createSync({ provider, clock, queue: needs.queue })
  const parts = { ...needs, provider, lock, sync }
  const { publicUrl } = config.http
  return {
    billing: createBilling({
      ...parts,
      publicUrl,
      hasPromotionCodes: config.payments.hasPromotionCodes,
      hasTax: config.payments.tax !== null,
    }),
    administration: createBillingAdministration(parts),
    webhookHandler: createWebhookHandler(parts),
    testPayments: test,
    reminders: createReminders({
      ...needs,
      mail,
      hash,
      publicUrl,
      postalAddress: config.mail.postalAddress,
      supportEmail: config.site.supportEmail,
      invoices: (userId) => database.asUser(userId, (queries) => invoiceStore(queries).list(userId)),
      isTest: config.payments.kind === 'test',
    }),
    // Inlined, so that a build without developer pages drops it.
    trialTest:
      (typeof __DEVELOPER_PAGES__ === 'undefined' || __DEVELOPER_PAGES__) && hasDeveloperPages
        ? createTrialTest(parts)
        : null,
  }
}

import { PRICE } from '#domain/account/plan.ts'
import type { PublicConfig } from '#domain/public-config.ts'
import type { Config } from './config.ts'

export const publicConfigOf = ({
  auth,
  developerPages,
  gather,
  inbound,
  payments,
  site,
  model,
}: Config): PublicConfig => ({
  auth: {
    url: auth.url,
    anonKey: auth.anonKey,
    keepsIdentity: auth.kind === 'hosted' && auth.serviceKey === null,
  },
  // A hosted service enforces its own minimum.
  passwordMinLength: auth.kind === 'embedded' ? auth.passwordMinLength : 6,
  developerPages,
  supportEmail: site.supportEmail,
  ai: model !== null,
  founderUpdates: inbound !== null,
  sources: gather.sources,
  payments:
    payments.kind === 'stripe'
      ? { mode: 'stripe', publishableKey: payments.publishableKey }
      : { mode: 'test', publishableKey: 'pk_test_embedded', base: '/test-payments' },
  price: PRICE,
  ...(payments.prices.length > 1 || payments.hasPromotionCodes || payments.tax
    ? { offers: { prices: payments.prices, hasPromotionCodes: payments.hasPromotionCodes, tax: payments.tax } }
    : {}),
})

/** The texts that replace `%NAME%` placeholders in prerendered pages. */
export function pageTexts(config: Config): Record<string, string> {
  const { http, site } = config
  return {
    PUBLIC_CONFIG: JSON.stringify(publicConfigOf(config)),
    PUBLIC_URL: http.publicUrl,
    SUPPORT_EMAIL: site.supportEmail,
    CONVERSION_URL: site.conversion?.url ?? '',
    TESTIMONIAL_NAME: site.testimonial?.name ?? 'A sample investor',
    TESTIMONIAL_QUOTE:
      site.testimonial?.quote ??
      'On Monday I read one page and know what changed at every company I backed, and where each sentence comes from.',
    TESTIMONIAL_IS_SAMPLE: String(site.testimonial === null),
  }
}

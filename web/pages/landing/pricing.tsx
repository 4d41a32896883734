import { PREMIUM_FEATURES, PRICE, priceText, TRIAL_DAYS } from '#domain/account/plan.ts'
import { paths } from '../../paths.ts'

export function Pricing() {
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className="wide grid gap-x-16 gap-y-10 py-20 lg:grid-cols-[0.68fr_1.32fr]"
    >
      <div>
        <h2 id="pricing-title" className="text-2xl">
          One plan, one price.
        </h2>
        <p className="mt-4 max-w-[48ch] text-muted">
          Everything is in it. The first {TRIAL_DAYS} days are free and need no card. You will not be charged
          unless you add one.
        </p>
        <p className="mt-4 max-w-[48ch] text-muted">
          Cancel on the billing page whenever you like; you keep access until the end of the {PRICE.interval}{' '}
          you paid for. Your data can be exported or deleted at any time.
        </p>
      </div>
      <div className="rounded-lg border border-line bg-surface px-6 py-8 shadow-lift sm:px-8">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h3 className="text-xl">Premium</h3>
          <p className="tabular">
            <span className="font-serif text-2xl font-semibold">{priceText()}</span>{' '}
            <span className="text-muted">per {PRICE.interval}</span>
          </p>
        </div>
        <ul className="mt-6 grid gap-x-6 border-t border-line sm:grid-cols-2">
          {PREMIUM_FEATURES.map((feature) => (
            <li key={feature} className="flex items-center gap-3 border-b border-line py-3">
              <Check />
              {feature}
            </li>
          ))}
        </ul>
        <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
          <a href={paths.signUp} className="button button-primary button-large">
            Start Your Free Trial
          </a>
          <p className="text-sm text-muted">{TRIAL_DAYS}-day free trial, no credit card needed.</p>
        </div>
      </div>
    </section>
  )
}

function Check() {
  return (
    <svg
      aria-hidden="true"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      className="flex-none text-accent"
    >
      <path d="M3 8.5l3.2 3.2L13 4.8" />
    </svg>
  )
}

import { Screenshot, ExampleBrief } from './examples.tsx'
import { TRIAL_DAYS, PREMIUM_FEATURES, PRICE, priceText } from '#domain/account/plan.ts'
import { paths } from '../../paths.ts'

export function LandingPage() {
  return (
    <>
      <Hero />
      <Features />
      <Screenshot />
      <Pricing />
      <Testimonial />
      <FinalCall />
      <ConsentBar />
    </>
  )
}

function Hero() {
  return (
    <div className="wide grid items-center gap-x-16 gap-y-12 pt-12 pb-16 lg:grid-cols-[1.08fr_0.92fr] lg:pt-20 lg:pb-24">
      <div>
        <h1 className="text-3xl tracking-[-0.022em]">Know what your companies are doing.</h1>
        <p className="mt-6 max-w-[46ch] text-lg text-muted">
          List the private companies you backed. Tidings reads filings, newsrooms, hiring pages and the press for each
          of them, and tells you what changed, once, with its sources.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
          <a href={paths.signUp} className="button button-primary button-large">
            Get Started Free
          </a>
          <p className="text-sm text-muted">{TRIAL_DAYS} days free. No card needed.</p>
        </div>
      </div>
      <ExampleBrief />
    </div>
  )
}

const features = [
  {
    name: 'Portfolio management',
    text: 'Add companies one at a time, or drop in the spreadsheet you already keep. You see which rows are new, which you already have and which cannot be read before anything is written.',
  },
  {
    name: 'Real-time news',
    text: 'Company sites, filings, job boards, releases and the press are checked at least once an hour. New facts appear while you read. When there are none, it says so, and says what it checked.',
  },
  {
    name: 'AI insights',
    text: 'Four articles about one event become one story. Every sentence leads to its source, text written by a model is labeled, and what cannot be verified is not shown.',
  },
]

const included =
  'Included by default: company sites, SEC filings, job boards, releases, a list of press feeds and Hacker News. Only where the operator of this site has a key for it: searches of the whole web, the British register of companies, and a language model.'

function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="wide">
      <div className="border-t border-line pt-12 pb-16">
        <h2 id="features-title" className="sr-only">
          Features
        </h2>
        <ul className="grid gap-x-12 gap-y-10 md:grid-cols-3">
          {features.map(({ name, text }) => (
            <li key={name}>
              <h3 className="text-lg">{name}</h3>
              <p className="mt-2 max-w-[46ch] text-muted">{text}</p>
            </li>
          ))}
        </ul>
        <p className="mt-10 max-w-[72ch] text-sm text-muted">{included}</p>
      </div>
    </section>
  )
}

/** The server fills in the testimonial from the operator's settings, and whether it's a sample. */
function Testimonial() {
  return (
    <section aria-label="What a reader says" className="wide">
      <figure
        data-sample="%TESTIMONIAL_IS_SAMPLE%"
        className="testimonial grid gap-x-16 gap-y-4 border-t border-line pt-12 lg:grid-cols-[1fr_2.4fr]"
      >
        <figcaption className="order-last lg:order-first">
          <p className="font-medium">%TESTIMONIAL_NAME%</p>
          <p className="sample-label mt-1 max-w-[30ch] text-sm text-muted">
            Sample testimonial: placeholder words, not a customer's.
          </p>
        </figcaption>
        <blockquote className="quoted max-w-[42ch] font-serif text-xl leading-snug text-pretty">
          <p>%TESTIMONIAL_QUOTE%</p>
        </blockquote>
      </figure>
    </section>
  )
}

function Pricing() {
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
          Everything is in it. The first {TRIAL_DAYS} days are free and need no card. You will not be charged unless you
          add one.
        </p>
        <p className="mt-4 max-w-[48ch] text-muted">
          Cancel on the billing page whenever you like; you keep access until the end of the {PRICE.interval} you paid
          for. Your data can be exported or deleted at any time.
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

function FinalCall() {
  return (
    <section aria-labelledby="start-title" className="wide mt-20">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6 border-t border-line pt-12">
        <div>
          <h2 id="start-title" className="text-2xl">
            Start with the list you already have.
          </h2>
          <p className="mt-3 max-w-[70ch] text-muted">
            Two columns are enough: Company and Website. {TRIAL_DAYS} days to see what it finds.
          </p>
        </div>
        <a href={paths.signUp} className="button button-primary button-large">
          Create Your Account
        </a>
      </div>
    </section>
  )
}

/** prerender/consent.ts shows it if a conversion event is configured and the visitor hasn't chosen yet. */
function ConsentBar() {
  return (
    <section
      id="consent-bar"
      aria-label="Advertising measurement"
      hidden
      className="consent-bar rounded-lg border border-line-strong bg-surface p-4 shadow-lift"
    >
      <p className="text-sm">
        May this visit be counted to measure our advertising? Nothing is sent unless you allow it.{' '}
        <a href={paths.cookiePolicy}>Cookie policy</a>
      </p>
      <div className="mt-3 flex gap-2">
        <button type="button" data-consent="yes" className="button">
          Allow
        </button>
        <button type="button" data-consent="no" className="button">
          Do not allow
        </button>
      </div>
    </section>
  )
}

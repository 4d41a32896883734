import dark from './dashboard-dark.webp'
import light from './dashboard-light.webp'
import phoneDark from './dashboard-phone-dark.webp'
import phoneLight from './dashboard-phone-light.webp'

const DESCRIPTION =
  'The news feed: one card per company with its latest findings grouped under headings, the sources beneath each of them, and beside it when the company was last checked.'

/** The images are lazy, so the one that isn't displayed isn't loaded. */
export function Screenshot() {
  return (
    <section aria-labelledby="screenshot-title" className="border-y border-line bg-sunk py-16">
      <div className="wide">
        <h2 id="screenshot-title" className="text-2xl">
          Monday morning, on one page.
        </h2>
        <p className="mt-3 max-w-[60ch] text-muted">
          One card per company. What happened, in its own section, with the sources underneath; and beside it what was
          checked, when, and what did not answer.
        </p>
        <figure className="mt-8">
          <Picture wide={light} phone={phoneLight} className="light-only" />
          <Picture wide={dark} phone={phoneDark} className="dark-only" />
          <figcaption className="mt-3 text-sm text-muted">
            The dashboard with the sample portfolio. Its companies are fictional.
          </figcaption>
        </figure>
      </div>
    </section>
  )
}

function Picture({ wide, phone, className }: { wide: string; phone: string; className: string }) {
  return (
    <picture className={className}>
      <source media="(max-width: 640px)" srcSet={phone} width={390} height={720} />
      <img
        src={wide}
        alt={DESCRIPTION}
        width={1280}
        height={800}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-lg border border-line-strong shadow-lift"
      />
    </picture>
  )
}

export function ExampleBrief() {
  return (
    <figure className="min-w-0">
      <div className="rounded-lg border border-line bg-surface px-5 py-6 shadow-lift sm:px-7">
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-10 flex-none place-items-center rounded-lg bg-accent font-serif text-lg leading-none font-semibold text-on-accent"
          >
            C
          </span>
          <div>
            <p className="font-serif text-lg leading-tight font-semibold">Cedar Robotics</p>
            <p className="text-sm text-muted">
              <span aria-hidden="true" className="mr-2 inline-block size-2 rounded-full bg-good" />
              Latest Update • 2 hours ago
            </p>
          </div>
        </div>
        <Finding heading="Financial Updates" sources={['SEC Form D', 'Trade press']} first={1}>
          Raised $18 million in a Series A, a Form D filed on Monday shows; 14 investors took part.
        </Finding>
        <Finding heading="Leadership & Team" sources={['cedar-robotics.example']} first={3}>
          Named its first chief financial officer.
        </Finding>
        <p className="tabular mt-5 border-t border-line pt-4 text-sm text-muted">
          Quoted word for word. Checked 12 minutes ago.
        </p>
      </div>
      <figcaption className="mt-3 text-sm text-faint">An example. Cedar Robotics is fictional.</figcaption>
    </figure>
  )
}

type FindingProps = { heading: string; children: string; sources: string[]; first: number }

function Finding({ heading, children, sources, first }: FindingProps) {
  return (
    <div className="mt-5">
      <p className="text-sm font-semibold">{heading}</p>
      <p className="mt-1 font-serif text-base">{children}</p>
      <ul aria-label="Sources" className="mt-2 flex flex-wrap gap-1.5">
        {sources.map((source, index) => (
          <li key={source} className="chip">
            <span className="mr-1 font-medium text-accent">{first + index}</span> {source}
          </li>
        ))}
      </ul>
    </div>
  )
}

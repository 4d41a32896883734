import dark from './dashboard-dark.webp'
import light from './dashboard-light.webp'
import phoneDark from './dashboard-phone-dark.webp'
import phoneLight from './dashboard-phone-light.webp'

const DESCRIPTION =
  'The news feed: one card per company with its latest findings grouped under headings, the sources beneath each of them, and beside it when the company was last checked.'

/** Only the picture of the chosen theme is displayed, and a lazy picture that is not displayed is not loaded. */
export function Screenshot() {
  return (
    <section aria-labelledby="screenshot-title" className="border-y border-line bg-sunk py-16">
      <div className="wide">
        <h2 id="screenshot-title" className="text-2xl">
          Monday morning, on one page.
        </h2>
        <p className="mt-3 max-w-[60ch] text-muted">
          One card per company. What happened, in its own section, with the sources underneath; and beside it
          what was checked, when, and what did not answer.
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

import { paths } from '../../paths.ts'

/** Hidden in the markup: prerender/consent.ts shows it where a conversion event is configured and nobody has chosen yet. */
export function ConsentBar() {
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

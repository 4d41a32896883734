/** A brief as the product sets it, with an invented company that says it is one. */
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
          2 of 2 sentences verified. Checked 12 minutes ago.
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

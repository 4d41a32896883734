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
    text: 'Four articles about one event become one story. Every sentence leads to its source, words written by a model are labelled, and what cannot be verified is not shown.',
  },
]

export function Features() {
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
      </div>
    </section>
  )
}

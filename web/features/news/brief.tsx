import { useQuery } from '@tanstack/react-query'
import { dateAndTime, relativeTime } from '#domain/time.ts'
import { Loaded, LoadingLines } from '../../ui/loaded.tsx'
import { useNow } from '../../ui/page.tsx'
import { companyNewsQuery } from './queries.ts'
import type { BriefSection, NewsSource, PublishedBrief } from '#domain/news/briefs.ts'
import { SourceLink } from './source-link.tsx'

export function CompanyNews({ companyId }: { companyId: number }) {
  const query = useQuery(companyNewsQuery(companyId))
  const now = useNow()
  return (
    <section aria-labelledby="company-news-title" className="mt-10">
      <h2 id="company-news-title" className="text-xl">
        What happened
      </h2>
      <Loaded
        what="the news of this company"
        query={query}
        loading={
          <LoadingLines label="Loading news" widths={['w-28', 'w-full', 'w-4/5']} className="mt-5 max-w-[66ch]" />
        }
      >
        {(news) =>
          news.length === 0 ? (
            <p className="mt-4 max-w-[66ch] font-serif text-lg text-muted">
              No news yet. We check every hour; anything new appears here.
            </p>
          ) : (
            <ol className="timeline mt-5">
              {news.map((brief) => {
                const at = brief.publishedAt || brief.createdAt
                return (
                  <li key={brief.id} className="relative pb-8 pl-7">
                    <time dateTime={at} title={dateAndTime(at)} className="mb-2 block text-sm text-muted">
                      {relativeTime(at, now)}
                    </time>
                    <BriefText level="h3" brief={brief} />
                  </li>
                )
              })}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}

type Level = 'h3' | 'h4'
type Props = { brief: PublishedBrief | null; level: Level }

export function BriefText({ brief, level }: Props) {
  if (!brief || brief.sections.length === 0) return <p className="text-muted">No news content available.</p>
  const { sections, sources, sentences, verified, model, status } = brief
  return (
    <>
      {model && <p className="mb-3 text-sm text-muted">Written by AI from the sources below</p>}
      <div className="grid gap-4.5">
        {sections.map((section) => (
          <Section key={section.heading} section={section} sources={sources} level={level} />
        ))}
      </div>
      {status !== 'headlines' && (
        <details className="mt-4 w-fit max-w-[62ch] text-sm text-muted">
          <summary className="cursor-pointer rounded-sm tabular-nums hover:text-ink">
            {verified} of {sentences} {sentences === 1 ? 'sentence' : 'sentences'} verified
          </summary>
          <p className="mt-1">
            {model
              ? 'A sentence is verified when its names, numbers, dates and claims appear in the sources it cites. Unverified AI sentences are left out.'
              : 'A sentence is verified when it appears word for word in the source it cites.'}
          </p>
        </details>
      )}
    </>
  )
}

type SectionProps = { section: BriefSection; sources: NewsSource[]; level: Level }

/** Rendered as plain text, never as markup. */
function Section({ section: { heading, sentences }, sources, level: Heading }: SectionProps) {
  const cited = [...new Set(sentences.flatMap(({ citations }) => citations))].flatMap((number) => {
    const source = sources[number - 1]
    return source ? [{ number, source }] : []
  })
  /** A sentence that only repeats a headline links to its source itself. */
  const headlineOf = (text: string) =>
    cited.find(({ source: { title, publisher } }) => text === title || text === `${title} (${publisher})`)
  const headlines = new Set(sentences.map(({ text }) => headlineOf(text)))
  return (
    <div className="max-w-[66ch]">
      <Heading className="mb-2 font-sans text-sm leading-tight font-semibold tracking-normal">{heading}</Heading>
      <ul className="grid gap-1.5 font-serif text-lg text-pretty break-words">
        {sentences.map(({ text, citations }, index) => {
          const headline = headlineOf(text)
          const number = citations.find((each) => sources[each - 1])
          const source = number === undefined ? undefined : sources[number - 1]
          return (
            // oxlint-disable-next-line react/no-array-index-key -- sentences never change places
            <li key={index} className="grid grid-cols-[auto_1fr] gap-x-3 pl-1">
              <span aria-hidden className="text-faint tabular-nums">
                •
              </span>
              <span>
                {headline ? (
                  <SourceLink url={headline.source.url} title={text} />
                ) : source ? (
                  <SourceLink url={source.url} title={text} cites={number} />
                ) : (
                  text
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <Sources cited={cited.filter((each) => !headlines.has(each))} />
    </div>
  )
}

function Sources({ cited }: { cited: { number: number; source: NewsSource }[] }) {
  if (cited.length === 0) return null
  return (
    <ol aria-label="Sources" className="mt-2.5 grid gap-1 text-sm text-muted">
      {cited.map(({ number, source: { title, url, publisher } }) => (
        <li key={number} value={number} className="grid grid-cols-[auto_1fr] gap-x-2">
          <span className="tabular-nums">[{number}]</span>
          <span className="min-w-0 break-words">
            <SourceLink url={url} title={title} />
            {publisher && `, ${publisher}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

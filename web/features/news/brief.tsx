import { useQuery } from '@tanstack/react-query'
import { dateAndTime, relativeTime } from '#domain/time.ts'
import { LoadFailure, Skeleton } from '../../ui/feedback.tsx'
import { Status } from '../../ui/button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { companyNewsQuery } from './queries.ts'
import type { Brief, NewsSource } from '#domain/news/briefs.ts'
import { newsSections, NO_CONTENT, type NewsLine, type NewsPart, type NewsSection } from '#domain/news/brief-text.ts'
import { SourceLink } from './source-link.tsx'

/** What has been told about one company, newest first, along a line of time. */
export function CompanyNews({ companyId }: { companyId: number }) {
  const { data: news, error, refetch } = useQuery(companyNewsQuery(companyId))
  const now = useNow()
  return (
    <section aria-labelledby="company-news-title" className="mt-10">
      <h2 id="company-news-title" className="text-xl">
        What happened
      </h2>
      {error && !news ? (
        <LoadFailure what="the news of this company" error={error} onRetry={() => void refetch()} />
      ) : !news ? (
        <Status className="appear-late mt-5 grid max-w-[66ch] gap-3">
          <span className="sr-only">Loading news</span>
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-4/5" />
        </Status>
      ) : news.length === 0 ? (
        <p className="mt-4 max-w-[66ch] font-serif text-lg text-muted">
          Nothing yet. We keep looking, and what we find will stand here.
        </p>
      ) : (
        <ol className="timeline mt-5">
          {news.map((brief) => (
            <li key={brief.id} className="relative pb-8 pl-7">
              <time
                dateTime={brief.publishedAt || brief.createdAt}
                title={dateAndTime(brief.publishedAt || brief.createdAt)}
                className="mb-2 block text-sm text-muted"
              >
                {relativeTime(brief.publishedAt || brief.createdAt, now)}
              </time>
              <BriefText level="h3" brief={brief} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type Props = { brief: Brief | null; level: 'h3' | 'h4' }

/** A brief, who wrote it, and how much of it was found in what it cites. */
export function BriefText({ brief, level }: Props) {
  if (!brief) return <NewsContent level={level} content="" sources={[]} />
  const { content, sources, sentences, verified, model } = brief
  return (
    <>
      {model && <p className="mb-3 text-sm text-muted">Written by AI from the sources below</p>}
      <NewsContent level={level} content={content} sources={sources} />
      {sentences > 0 && (
        <details className="mt-4 w-fit max-w-[62ch] text-sm text-muted">
          <summary className="cursor-pointer rounded-sm tabular-nums hover:text-ink">
            {verified} of {sentences} {sentences === 1 ? 'sentence' : 'sentences'} verified
          </summary>
          <p className="mt-1">
            {model
              ? 'A sentence counts as verified when its names, numbers, dates and claims were found in the sources it cites. What AI wrote and could not be verified is left out.'
              : 'A sentence counts as verified when it was found word for word in the source it cites.'}
          </p>
        </details>
      )}
    </>
  )
}

/* oxlint-disable react/no-array-index-key -- the lines of a text never move among each other */

type Level = 'h3' | 'h4'
type ContentProps = { content: string; sources: NewsSource[]; level: Level }

/** A brief as headed sections of plain text: nothing of it is ever read as markup. */
function NewsContent({ content, sources, level }: ContentProps) {
  const sections = newsSections(content)
  if (sections.length === 0) return <p className="text-muted">{NO_CONTENT}</p>
  return (
    <div className="grid gap-4.5">
      {sections.map((section, index) => (
        <Section key={index} section={section} sources={sources} level={level} />
      ))}
    </div>
  )
}

type SectionProps = { section: NewsSection } & Pick<ContentProps, 'sources' | 'level'>

function Section({ section: { heading, lines, references }, sources, level: Heading }: SectionProps) {
  const cited = references.flatMap((number) => {
    const source = sources[number - 1]
    return source ? [{ number, source }] : []
  })
  /** A line that is a headline and nothing else leads to its source itself, instead of saying it twice. */
  const headlineOf = (text: string) =>
    cited.find(({ source: { title, publisher } }) => text === title || text === `${title} (${publisher})`)
  const said = new Set(lines.map(({ text }) => headlineOf(text)))
  const lineOf = ({ text, parts }: NewsLine) => {
    const headline = headlineOf(text)
    return headline ? (
      <SourceLink url={headline.source.url} title={text} />
    ) : (
      parts.map((part, index) => <Sentence key={index} part={part} sources={sources} />)
    )
  }
  return (
    <div className="max-w-[66ch]">
      {heading && (
        <Heading className="mb-2 font-sans text-sm leading-tight font-semibold tracking-normal">{heading}</Heading>
      )}
      <div className="grid gap-1.5 font-serif text-lg text-pretty break-words">
        {groups(lines).map((group, index) =>
          Array.isArray(group) ? (
            <ul key={index} className="grid gap-1.5">
              {group.map((line, item) => (
                <li key={item} className="grid grid-cols-[auto_1fr] gap-x-3 pl-1">
                  <span aria-hidden className="text-faint tabular-nums">
                    {line.bullet}
                  </span>
                  <span>{lineOf(line)}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p key={index}>{lineOf(group)}</p>
          ),
        )}
      </div>
      <Sources cited={cited.filter((each) => !said.has(each))} />
    </div>
  )
}

/** Leads to the first source that it cites; the others are listed beneath. */
function Sentence({ part: { text, references }, sources }: { part: NewsPart; sources: NewsSource[] }) {
  const number = references.find((each) => sources[each - 1])
  const source = number === undefined ? undefined : sources[number - 1]
  if (!source) return text
  const said = text.trim()
  return (
    <>
      {text.startsWith(said) ? '' : ' '}
      <SourceLink url={source.url} title={said} cites={number} />
    </>
  )
}

/** What the markers of a section pointed to: the n-th source is what [n] means. */
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

/** Neighbouring bullets form one list. */
function groups(lines: NewsLine[]): (NewsLine | NewsLine[])[] {
  const result: (NewsLine | NewsLine[])[] = []
  for (const line of lines) {
    const last = result.at(-1)
    if (line.bullet === null) result.push(line)
    else if (Array.isArray(last)) last.push(line)
    else result.push([line])
  }
  return result
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { articleHref } from '#domain/news/sample-article.ts'
import { isReversed } from '#domain/news/search-filters.ts'
import type { Fragment, SearchHit } from '#domain/news/search.ts'
import { eventNamed } from '#domain/taxonomy.ts'
import { dateAndTime, relativeTime, shortDate } from '#domain/time.ts'
import { sourceText } from '#domain/news/source-registry.ts'
import { paths } from '../../paths.ts'
import { Alert, EmptyState, LoadFailure } from '../../ui/feedback.tsx'
import { Button, cx, Status } from '../../ui/button.tsx'
import { useNow } from '../../ui/page.tsx'
import { reasonOf } from '../../api/api-error.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { formatNumber, webAddress } from '../../ui/text.ts'
import { resultsText, useSearch } from './queries.ts'
import { ResultsSkeleton } from '../news/news-skeleton.tsx'
import { searchFilter, type SearchFilter, type SearchView } from './search-view.ts'

type Props = { view: SearchView; company: 'all' | number; onEvent: (event: string) => void }

export function SearchResults(props: Props) {
  if (isReversed(props.view)) return null
  const named = props.view.event === '' ? eventNamed(props.view.q) : ''
  return (
    <Results
      filter={searchFilter(props.view, props.company)}
      byEvent={named && <Button onClick={() => props.onEvent(named)}>Show stories labeled {named}</Button>}
    />
  )
}

function Results({ filter, byEvent }: { filter: SearchFilter; byEvent: ReactNode }) {
  const { hits, error, refetch, isOld, more } = useSearch(filter)
  const now = useNow()
  if (error && !hits) return <LoadFailure what="the results" error={error} onRetry={() => void refetch()} />
  if (!hits) return <ResultsSkeleton />
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Status className="text-sm text-muted tabular-nums">
          {isOld ? 'Searching...' : resultsText(hits.length, more.isThere)}
        </Status>
        {hits.length > 0 && byEvent}
      </div>
      {hits.length === 0 ? (
        <EmptyState title="No news found" text="No stories match this search. Try other words or fewer filters.">
          {byEvent}
        </EmptyState>
      ) : (
        <ol aria-label="Results" aria-busy={isOld} className={cx('transition-opacity', isOld && 'opacity-60')}>
          {hits.map((hit) => (
            <Hit key={`${hit.type} ${hit.companyId} ${hit.id}`} hit={hit} now={now} />
          ))}
        </ol>
      )}
      {more.hasFailed && error && <Alert>{reasonOf(error)}</Alert>}
      {more.isThere && (
        <div className="flex justify-center border-t border-line pt-7">
          <Button busy={more.isFetching} onClick={() => void more.fetch()}>
            Load More
          </Button>
        </div>
      )}
    </>
  )
}

function Hit({ hit, now }: { hit: SearchHit; now: Date }) {
  const { type, companyId, companyName, title, snippet, section, publisher, url, source, articleCount: outlets } = hit
  return (
    <li data-row className="min-w-0 border-t border-line py-5">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
        <Link
          to={paths.company(companyId)}
          className="rounded-sm font-medium break-words text-ink underline-offset-3 hover:underline"
        >
          {companyName}
        </Link>
        {section && <span>• {section}</span>}
      </p>
      <h3 className="mt-0.5 max-w-[66ch] text-lg font-semibold break-words">
        <TitleLink url={url} companyId={companyId}>
          <Marked parts={title} />
        </TitleLink>
      </h3>
      {snippet.length > 0 && (
        <p className="mt-1 max-w-[66ch] font-serif text-pretty break-words">
          <Marked parts={snippet} />
        </p>
      )}
      <p className="mt-1.5 text-sm text-muted">
        {publisher && `${publisher} • `}
        <HitDate hit={hit} now={now} />
        {type === 'story' && ` • ${sourceText(source)}`}
        {outlets > 1 && ` • ${formatNumber(outlets)} outlets`}
      </p>
    </li>
  )
}

function TitleLink({ url, companyId, children }: { url: string | null; companyId: number; children: ReactNode }) {
  const linkClass = 'rounded-sm underline-offset-4 hover:underline'
  if (url === null)
    return (
      <Link to={paths.company(companyId)} className={linkClass}>
        {children}
      </Link>
    )
  const address = webAddress(url)
  if (!address) return children
  return (
    <ExternalLink href={articleHref(address)} className={linkClass}>
      {children}
    </ExternalLink>
  )
}

function Marked({ parts }: { parts: Fragment[] }) {
  return parts.map(({ text, hit }, index) =>
    hit ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change places
      <mark key={index} className="rounded-sm bg-accent-soft text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

/** Shows a date that's no more precise than the source. */
function HitDate({ hit: { publishedAt, precision }, now }: { hit: SearchHit; now: Date }) {
  if (precision === 'day') return <time dateTime={publishedAt.slice(0, 10)}>{shortDate(publishedAt, 'UTC')}</time>
  if (precision === 'none') return <span>Date unknown</span>
  return (
    <time dateTime={publishedAt} title={dateAndTime(publishedAt)}>
      {relativeTime(publishedAt, now)}
    </time>
  )
}

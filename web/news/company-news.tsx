import { useQuery } from '@tanstack/react-query'
import { dateAndTime, relativeTime } from '#domain/time.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { BriefText } from './brief-text.tsx'
import { companyNewsQuery } from './queries.ts'

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

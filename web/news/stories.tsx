import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateAndTime, relativeTime, shortDate } from '#domain/relative-time.ts'
import { sourceText } from '#domain/source-register.ts'
import type { Story, StoryArticle } from '#domain/stories.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { lower } from './coverage-words.ts'
import { storiesQuery } from './queries.ts'
import { SourceLink } from './source-link.tsx'

const AT_FIRST = 20

/** What was published about one company, newest first, and what says that it is about this company. */
export function Stories({ companyId }: { companyId: number }) {
  const { data: stories, error, refetch } = useQuery(storiesQuery(companyId))
  const [showsAll, setShowsAll] = useState(false)
  const now = useNow()
  return (
    <Panel title="Stories">
      {error && !stories ? (
        <LoadFailure what="the stories" error={error} onRetry={() => void refetch()} />
      ) : !stories ? (
        <Status className="appear-late grid max-w-[66ch] gap-3">
          <span className="sr-only">Loading stories</span>
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-3/5" />
        </Status>
      ) : stories.length === 0 ? (
        <p className="text-muted">No story about this company has been found yet.</p>
      ) : (
        <>
          <ul className="grid max-w-[72ch] gap-5">
            {stories.slice(0, showsAll ? undefined : AT_FIRST).map((story) => (
              <StoryItem key={story.id} story={story} now={now} />
            ))}
          </ul>
          {!showsAll && stories.length > AT_FIRST && (
            <Button className="mt-6" onClick={() => setShowsAll(true)}>
              Show all {stories.length}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}

function StoryItem({ story: { title, evidence, articles }, now }: { story: Story; now: Date }) {
  const [first, ...others] = articles
  return (
    <li className="min-w-0 break-words">
      <h3 className="text-lg font-semibold">
        {first ? <SourceLink url={first.url} title={title} /> : title}
      </h3>
      {first && (
        <p className="mt-1 text-sm text-muted">
          {first.publisher && `${first.publisher} • `}
          <StoryDate article={first} now={now} />
          {` • ${sourceText(first.source)}`}
        </p>
      )}
      {others.length > 0 && (
        <ul aria-label="Also told by" className="mt-1 grid gap-0.5 text-sm text-muted">
          {others.map(({ id, url, title: told, publisher }) => (
            <li key={id}>
              <SourceLink url={url} title={told} />
              {publisher && `, ${publisher}`}
            </li>
          ))}
        </ul>
      )}
      {evidence.length > 0 && <p className="mt-0.5 text-sm text-faint">Matched: {evidence.join(', ')}</p>}
    </li>
  )
}

/** No finer than it is known: a day is not made an hour, and a missing date is the day we found it. */
function StoryDate({ article: { publishedAt, precision }, now }: { article: StoryArticle; now: Date }) {
  if (precision === 'second')
    return (
      <time dateTime={publishedAt} title={dateAndTime(publishedAt)}>
        {relativeTime(publishedAt, now)}
      </time>
    )
  if (precision === 'day')
    return <time dateTime={publishedAt.slice(0, 10)}>{shortDate(publishedAt, 'UTC')}</time>
  return (
    <span title={dateAndTime(publishedAt)}>no date given, found {lower(relativeTime(publishedAt, now))}</span>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { CompanyStory } from '#domain/news/stories.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Loaded, LoadingLines } from '../../../ui/loaded.tsx'
import { useNow } from '../../../ui/page.tsx'
import { Fold } from '../feed/fold.tsx'
import { coverageQuery, storiesQuery } from '../queries.ts'
import { arrangeEvents, type EventLine } from './arrange-events.ts'
import { filterEvents } from './event-filter.tsx'
import { ReleasesItem } from './releases-item.tsx'
import { StoryItem } from './story-item.tsx'
import { useNamedEvent } from './use-named-event.ts'

type Tracked = { id: number; name: string }

const NotMineDialog = lazyComponent(() => import('./exclusion-dialog.tsx'), 'NotMineDialog')

type Props = {
  company: Tracked
  /** The label of the chosen events, or all. */
  events: string
  onAll: () => void
  filter: ReactNode
}

/** Everything that happened to a company, with each event listed once. */
export function Stories({ company, events, onAll, filter }: Props) {
  const query = useQuery(storiesQuery(company.id))
  useNamedEvent(query.data !== undefined)
  return (
    <section aria-labelledby="what-happened" className="min-w-0">
      <h2 id="what-happened" className="sr-only">
        What happened
      </h2>
      {filter && <div className="-mx-2 mt-1">{filter}</div>}
      <Loaded
        what="the news of this company"
        query={query}
        loading={
          <LoadingLines label="Loading news" widths={['w-full', 'w-4/5', 'w-3/5']} className="mt-5 max-w-[66ch]" />
        }
      >
        {(list) =>
          list.length === 0 ? (
            <NoStories companyId={company.id} />
          ) : (
            <StoryList company={company} stories={filterEvents(list, events)} onAll={onAll} />
          )
        }
      </Loaded>
    </section>
  )
}

function NoStories({ companyId }: { companyId: number }) {
  const { data } = useQuery(coverageQuery(companyId))
  const next =
    data?.state === 'broken'
      ? 'Its sources are not responding; we keep trying.'
      : data?.state === 'checking'
        ? 'The first check is running.'
        : 'We check every hour; anything new appears here.'
  return <p className="mt-4 max-w-[66ch] font-serif text-lg text-muted">No news yet. {next}</p>
}

type ListProps = { company: Tracked; stories: CompanyStory[]; onAll: () => void }

function StoryList({ company, stories, onAll }: ListProps) {
  const [notMine, setNotMine] = useState<CompanyStory | null>(null)
  const now = useNow()
  const list = useRef<HTMLDivElement>(null)
  const hasLeft = useRef(false)
  useEffect(() => {
    // The pressed button disappears with its story, so focus moves to the list.
    if (!hasLeft.current || document.activeElement !== document.body) return
    hasLeft.current = false
    list.current?.focus()
  })
  if (stories.length === 0)
    return (
      <div className="mt-4 grid justify-items-start gap-3">
        <p className="text-muted">No events of this type.</p>
        <Button onClick={onAll}>Show all events</Button>
      </div>
    )
  const { recent, thisYear, earlier, earlierText } = arrangeEvents(stories, now)
  const shared = { company, now, onNotMine: setNotMine, onReach: NotMineDialog.preload }
  return (
    <>
      <div ref={list} tabIndex={-1} className="outline-none">
        {recent.length > 0 && <EventList {...shared} label="What happened" lines={recent} isLarge />}
        {thisYear.length > 0 && (
          <>
            <h2 className="border-t border-line pt-5 pb-1 font-sans text-sm font-semibold tracking-normal">
              Earlier this year
            </h2>
            <EventList {...shared} label="What happened earlier this year" lines={thisYear} />
          </>
        )}
        {earlier.length > 0 && (
          <Fold text={earlierText} startsOpen={recent.length + thisYear.length === 0}>
            <EventList {...shared} label="What happened before" lines={earlier} />
          </Fold>
        )}
      </div>
      {notMine && (
        <NotMineDialog
          companyId={company.id}
          story={notMine}
          onDone={() => {
            hasLeft.current = true
            setNotMine(null)
          }}
          onClose={() => setNotMine(null)}
        />
      )}
    </>
  )
}

type EventListProps = {
  company: Tracked
  now: Date
  onNotMine: (story: CompanyStory) => void
  onReach: () => void
  label: string
  lines: EventLine[]
  isLarge?: boolean
}

function EventList({ label, lines, isLarge = false, ...shared }: EventListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {lines.map((line) => {
        const [story, ...older] = line
        const item = (one: CompanyStory) => <StoryItem key={one.id} story={one} isLarge={isLarge} {...shared} />
        return older.length === 0 ? (
          item(story)
        ) : (
          <ReleasesItem key={story.id} releases={line} company={shared.company} now={shared.now}>
            {line.map(item)}
          </ReleasesItem>
        )
      })}
    </ul>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { CompanyStory } from '#domain/news/stories.ts'
import { eventLabel } from '#domain/taxonomy.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded, LoadingLines } from '../../../ui/loaded.tsx'
import { Select } from '../../../ui/forms/controls.tsx'
import { useNow, useQueryChange } from '../../../ui/page.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { formatNumber } from '../../../ui/text.ts'
import { coverageQuery, storiesQuery } from '../queries.ts'
import { StoryItem } from './story-item.tsx'

const AT_FIRST = 20

type Tracked = { id: number; name: string }

const NotMineDialog = lazyComponent(() => import('./exclusion-dialog.tsx'), 'NotMineDialog')

/** Everything that happened to a company, with each event listed once. */
export function Stories({ company }: { company: Tracked }) {
  const query = useQuery(storiesQuery(company.id))
  const stories = query.data
  const search = useSearch({ strict: false })
  const changeQuery = useQueryChange()
  const view = readStoriesView(search)
  const onView = (next: StoriesView) => changeQuery({ ...search, ...writeStoriesView(next) }, true)
  return (
    <section aria-labelledby="what-happened" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="what-happened" className="text-xl">
          What happened
        </h2>
        {stories && stories.length > 1 && <ViewChoice stories={stories} view={view} onView={onView} />}
      </div>
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
            <StoryList
              company={company}
              stories={orderStories(list, view)}
              onAll={() => onView({ ...view, label: 'all' })}
            />
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
  const [showsAll, setShowsAll] = useState(false)
  const [notMine, setNotMine] = useState<CompanyStory | null>(null)
  const now = useNow()
  const list = useRef<HTMLUListElement>(null)
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
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="What happened"
        className="mt-2 divide-y divide-dashed divide-line outline-none"
      >
        {stories.slice(0, showsAll ? undefined : AT_FIRST).map((story) => (
          <StoryItem
            key={story.id}
            story={story}
            company={company}
            now={now}
            onNotMine={setNotMine}
            onReach={NotMineDialog.preload}
          />
        ))}
      </ul>
      {!showsAll && stories.length > AT_FIRST && (
        <Button className="mt-4" onClick={() => setShowsAll(true)}>
          Show all {formatNumber(stories.length)}
        </Button>
      )}
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

type ChoiceProps = { stories: CompanyStory[]; view: StoriesView; onView: (view: StoriesView) => void }

function ViewChoice({ stories, view, onView }: ChoiceProps) {
  const counts = [...Map.groupBy(stories, eventLabel)].map(([label, own]) => ({ label, count: own.length }))
  const isEmpty = view.label !== 'all' && !counts.some(({ label }) => keyOf(label) === view.label)
  return (
    <div className="flex min-w-0 flex-wrap gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      <Select
        label="Events"
        className="max-w-64 max-sm:w-full"
        value={view.label}
        onChange={(value) => onView({ ...view, label: value })}
      >
        <option value="all">All events</option>
        {isEmpty && <option value={view.label}>None of this type</option>}
        {counts
          .toSorted((a, b) => b.count - a.count)
          .map(({ label, count }) => (
            <option key={label} value={keyOf(label)}>
              {label} ({formatNumber(count)})
            </option>
          ))}
      </Select>
      <Select
        label="Order"
        className="max-sm:w-full"
        value={view.order}
        onChange={(order) => onView({ ...view, order: order === 'important' ? 'important' : 'newest' })}
      >
        <option value="newest">Newest first</option>
        <option value="important">Most important first</option>
      </Select>
    </div>
  )
}

type StoriesView = { label: string; order: 'newest' | 'important' }

const keyOf = (label: string) => label.toLowerCase()

const readStoriesView = (search: Record<string, unknown>): StoriesView => ({
  label: typeof search.events === 'string' && /^[a-z]{2,20}$/.test(search.events) ? search.events : 'all',
  order: search.order === 'important' ? 'important' : 'newest',
})

const writeStoriesView = ({ label, order }: StoriesView) => ({
  events: label === 'all' ? undefined : label,
  order: order === 'newest' ? undefined : order,
})

function orderStories(stories: CompanyStory[], { label, order }: StoriesView): CompanyStory[] {
  const chosen = stories.filter((story) => label === 'all' || keyOf(eventLabel(story)) === label)
  return order === 'newest' ? chosen : chosen.toSorted((a, b) => b.weight - a.weight || byTime(a, b))
}

const byTime = (a: CompanyStory, b: CompanyStory) =>
  Date.parse(b.publishedAt) - Date.parse(a.publishedAt) || b.id - a.id

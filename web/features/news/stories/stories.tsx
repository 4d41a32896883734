import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Story } from '#domain/news/stories.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded, LoadingLines } from '../../../ui/loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/forms/controls.tsx'
import { useNow, useQueryChange } from '../../../ui/page.tsx'
import { storiesQuery } from '../queries.ts'
import { StoryItem } from './story-item.tsx'
import { SECTIONS, type Section } from '#domain/taxonomy.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'

const AT_FIRST = 20

type Tracked = { id: number; name: string }

const NotMineDialog = lazyComponent(() => import('./exclusion-dialog.tsx'), 'NotMineDialog')

export function Stories({ company }: { company: Tracked }) {
  const query = useQuery(storiesQuery(company.id))
  const stories = query.data
  const search = useSearch({ strict: false })
  const changeQuery = useQueryChange()
  const view = readStoriesView(search)
  const onView = (next: StoriesView) => changeQuery({ ...search, ...writeStoriesView(next) }, true)
  return (
    <Panel
      title="Stories"
      action={stories && stories.length > 1 && <ViewChoice stories={stories} view={view} onView={onView} />}
    >
      <Loaded
        what="the stories"
        query={query}
        loading={<LoadingLines label="Loading stories" widths={['w-full', 'w-3/5']} className="max-w-[66ch]" />}
      >
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">No stories about this company yet.</p>
          ) : (
            <StoryList
              company={company}
              stories={orderStories(list, view)}
              onAll={() => onView({ ...view, section: 'all' })}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

type ListProps = { company: Tracked; stories: Story[]; onAll: () => void }

function StoryList({ company, stories, onAll }: ListProps) {
  const [showsAll, setShowsAll] = useState(false)
  const [notMine, setNotMine] = useState<Story | null>(null)
  const now = useNow()
  const list = useRef<HTMLUListElement>(null)
  const hasLeft = useRef(false)
  useEffect(() => {
    // The pressed button is gone together with its story.
    if (!hasLeft.current || document.activeElement !== document.body) return
    hasLeft.current = false
    list.current?.focus()
  })
  if (stories.length === 0)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">No stories in this section.</p>
        <Button onClick={onAll}>Show all sections</Button>
      </div>
    )
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Stories" className="grid max-w-[72ch] gap-6 outline-none">
        {stories.slice(0, showsAll ? undefined : AT_FIRST).map((story) => (
          <StoryItem
            key={story.id}
            story={story}
            company={company.name}
            now={now}
            onNotMine={setNotMine}
            onReach={NotMineDialog.preload}
          />
        ))}
      </ul>
      {!showsAll && stories.length > AT_FIRST && (
        <Button className="mt-6" onClick={() => setShowsAll(true)}>
          Show all {stories.length}
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

type ChoiceProps = { stories: Story[]; view: StoriesView; onView: (view: StoriesView) => void }

function ViewChoice({ stories, view, onView }: ChoiceProps) {
  const sections = sectionCounts(stories)
  const isEmpty = view.section !== 'all' && !sections.some(([section]) => section === view.section)
  return (
    <div className="flex min-w-0 flex-wrap gap-3">
      <Select
        label="Section"
        className="max-w-64"
        value={view.section}
        onChange={(value) =>
          onView({ ...view, section: sections.find(([section]) => section === value)?.[0] ?? 'all' })
        }
      >
        <option value="all">All sections</option>
        {isEmpty && <option value={view.section}>{view.section} (0)</option>}
        {sections.map(([section, count]) => (
          <option key={section} value={section}>
            {section} ({count})
          </option>
        ))}
      </Select>
      <Select
        label="Order of stories"
        value={view.order}
        onChange={(order) => onView({ ...view, order: order === 'important' ? 'important' : 'newest' })}
      >
        <option value="newest">Newest first</option>
        <option value="important">Most important first</option>
      </Select>
    </div>
  )
}

export type StoriesView = { section: 'all' | Section; order: 'newest' | 'important' }

const shortName = (section: Section) => section.toLowerCase().replaceAll(/[^a-z]+/g, '-')

const readStoriesView = (search: Record<string, unknown>): StoriesView => ({
  section: SECTIONS.find((section) => shortName(section) === search.section) ?? 'all',
  order: search.order === 'important' ? 'important' : 'newest',
})

const writeStoriesView = ({ section, order }: StoriesView) => ({
  section: section === 'all' ? undefined : shortName(section),
  order: order === 'newest' ? undefined : order,
})

function orderStories(stories: Story[], { section, order }: StoriesView): Story[] {
  const chosen = stories.filter((story) => section === 'all' || story.section === section)
  return order === 'newest' ? chosen : chosen.toSorted((a, b) => b.weight - a.weight || byTime(a, b))
}

const byTime = (a: Story, b: Story) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt) || b.id - a.id

const sectionCounts = (stories: Story[]): [section: Section, count: number][] =>
  SECTIONS.map((section): [Section, number] => [
    section,
    stories.filter((story) => story.section === section).length,
  ]).filter(([, count]) => count > 0)

import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { dateAndTime, relativeTime, shortDate } from '#domain/time.ts'
import { sourceText } from '#domain/news/source-registry.ts'
import type { Story, StoryArticle } from '#domain/news/stories.ts'
import { Button, cx } from '../../../ui/button.tsx'
import { SourceLink } from '../source-link.tsx'
import { factTexts } from '#domain/news/fact-text.ts'
import { importanceMark } from './story-text.ts'

const OTHERS_AT_FIRST = 3

type Props = {
  story: Story
  company: string
  now: Date
  onNotMine: (story: Story) => void
  onReach: () => void
}

export function StoryItem({ story, company, now, onNotMine, onReach }: Props) {
  const { title, extractedFacts, evidence, articles } = story
  const [first, ...others] = articles
  const facts = extractedFacts ? factTexts(extractedFacts, company) : []
  return (
    <li data-row className="min-w-0 break-words">
      <StoryMarks story={story} />
      <h3 className="text-lg font-semibold">{first ? <SourceLink url={first.url} title={title} /> : title}</h3>
      {first && (
        <p className="mt-1 text-sm text-muted">
          {first.publisher && `${first.publisher} • `}
          <StoryDate article={first} now={now} />
          {` • ${sourceText(first.source)}`}
        </p>
      )}
      {facts.length > 0 && <p className="mt-1 text-sm">{facts.join(' • ')}</p>}
      {others.length > 0 && <OtherArticles others={others} />}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <p className="min-w-0 text-sm text-faint">{evidence.length > 0 && `Why it’s here: ${evidence.join(', ')}`}</p>
        <Button
          variant="quiet"
          className="-mr-3.5 max-md:-ml-4"
          aria-label={`Not my company: ${title}`}
          onFocus={onReach}
          onPointerEnter={onReach}
          onClick={() => onNotMine(story)}
        >
          Not my company
        </Button>
      </div>
    </li>
  )
}

/** Each mark has a text and a shape, so it never depends on color alone. */
function StoryMarks({ story }: { story: Story }) {
  const { section, direction, isPrimary } = story
  const { word, bars } = importanceMark(story)
  return (
    <p className="mb-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-muted">
      {section && <span>{section}</span>}
      <Mark shape={<Bars filled={bars} />}>{word}</Mark>
      {direction === 'up' && <Mark shape={<ArrowUpRight className="size-3.5" />}>Positive</Mark>}
      {direction === 'down' && <Mark shape={<ArrowDownRight className="size-3.5" />}>Negative</Mark>}
      {!isPrimary && (
        <span
          className="rounded-full border border-line-strong px-2"
          title="Mentions the company but is about something else"
        >
          Passing mention
        </span>
      )}
    </p>
  )
}

const Mark = ({ shape, children }: { shape: ReactNode; children: string }) => (
  <span className="inline-flex items-center gap-1">
    <span aria-hidden>{shape}</span>
    {children}
  </span>
)

const Bars = ({ filled }: { filled: number }) => (
  <span className="flex items-end gap-px">
    {['h-1.5', 'h-2', 'h-2.5'].map((height, bar) => (
      <span key={height} className={cx('w-1', height, bar < filled ? 'bg-muted' : 'bg-line-strong')} />
    ))}
  </span>
)

function OtherArticles({ others }: { others: StoryArticle[] }) {
  const [showsAll, setShowsAll] = useState(others.length <= OTHERS_AT_FIRST + 1)
  const shown = showsAll ? others : others.slice(0, OTHERS_AT_FIRST)
  const label = `${others.length} more ${others.length === 1 ? 'outlet' : 'outlets'}`
  return (
    <div className="mt-1 text-sm text-muted">
      <p>{label}:</p>
      <ul aria-label={label} className="mt-0.5 grid gap-0.5 border-l border-line pl-3">
        {shown.map(({ id, url, title, publisher }) => (
          <li key={id}>
            <SourceLink url={url} title={title} />
            {publisher && `, ${publisher}`}
          </li>
        ))}
      </ul>
      {!showsAll && (
        <Button variant="quiet" onClick={() => setShowsAll(true)}>
          Show {others.length - OTHERS_AT_FIRST} more
        </Button>
      )}
    </div>
  )
}

/** No more precise than the source. */
function StoryDate({ article: { publishedAt, precision }, now }: { article: StoryArticle; now: Date }) {
  if (precision === 'second')
    return (
      <time dateTime={publishedAt} title={dateAndTime(publishedAt)}>
        {relativeTime(publishedAt, now)}
      </time>
    )
  if (precision === 'day') return <time dateTime={publishedAt.slice(0, 10)}>{shortDate(publishedAt, 'UTC')}</time>
  return <span>Date unknown</span>
}

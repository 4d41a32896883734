import { useId, useState } from 'react'
import { dateAndTime, publishedDate, shortDate } from '#domain/time.ts'
import { factTexts } from '#domain/news/fact-text.ts'
import { timeOfEvent } from '#domain/news/event-line.ts'
import { leadSentence } from '#domain/news/morning/lead-sentence.ts'
import { sourceText } from '#domain/news/source-registry.ts'
import type { CompanyStory, StoryArticle } from '#domain/news/stories.ts'
import { CORRECTION, eventLabel, FOUNDER_UPDATE, isAlarming } from '#domain/taxonomy.ts'
import { cx } from '../../../ui/button.tsx'
import { asSentence } from '../../../ui/text.ts'
import { withoutBreaks } from '../morning/sentence.ts'
import { EventRow } from '../reading/event-row.tsx'
import { useOnScreen } from '../reading/on-screen.ts'
import { useMarkRead } from '../reading/queries.ts'
import { SourceLink } from '../source-link.tsx'
import { Outlets } from './outlets.tsx'
import { RowAction } from './row-action.tsx'
import { eventAnchor } from './use-named-event.ts'

type Props = {
  story: CompanyStory
  company: { id: number; name: string }
  now: Date
  isLarge?: boolean
  /** Missing for guests, who can't change anything. */
  onNotMine?: (story: CompanyStory) => void
  onReach?: () => void
}

/** One event on a line, which expands to its sentences, articles and evidence. */
export function StoryItem({ story, company, now, isLarge = true, onNotMine, onReach }: Props) {
  const { articles, certainty, isNew, isPrimary, roots, sentences, extractedFacts, evidence } = story
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  const markRead = useMarkRead()
  const ref = useOnScreen<HTMLLIElement>(isNew, () => markRead([{ companyId: company.id, roots }]))
  const label = eventLabel(story)
  // A founder update is moved to another company on its own page, so it has no "Not my company" button.
  const isUpdate = articles.every(({ kind }) => kind === FOUNDER_UPDATE)
  const facts = extractedFacts ? factTexts(extractedFacts, company.name) : []
  const { sentence } = leadSentence({ ...story, companyName: company.name, quotes: sentences }, 'en')
  const more = sentences.flatMap(({ text }) => (text === sentence ? [] : text))
  const correction = label === CORRECTION ? correctionIn(story) : null
  const earlier = correction && takenBack(story, correction)
  const time = timeOfEvent(story, label)
  return (
    <li ref={ref} data-row id={eventAnchor(story.id)} tabIndex={-1} className="group/row min-w-0 break-words">
      <EventRow
        label={isPrimary ? label : 'Mention'}
        isBad={isAlarming(story)}
        isNew={isNew}
        isReported={certainty === 'reported'}
        isLarge={isLarge}
        publishedAt={time.publishedAt}
        precision={time.precision}
        now={now}
      >
        <h3
          className={cx(
            'max-w-[62ch] font-normal tracking-normal text-pretty',
            isLarge ? 'text-lg/[1.42]' : 'text-base/[1.45]',
          )}
        >
          {withoutBreaks(sentence)}
        </h3>
        {earlier && <p className="mt-0.5 text-sm text-muted">{correctionText(earlier)}</p>}
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-0.5 text-sm leading-6 text-muted">
          <Outlets
            articles={articles}
            company={company.name}
            renderMore={(rest) => (
              <RowAction
                isShy={rest === null && !isOpen}
                isExpanded={isOpen}
                controls={details}
                onClick={() => setIsOpen(!isOpen)}
              >
                {isOpen ? 'Less' : (rest ?? 'More')}
              </RowAction>
            )}
          />
          {onNotMine && !isUpdate && (
            <RowAction
              isShy={!isOpen}
              label={`Not my company: ${story.title}`}
              onReach={onReach}
              onClick={() => onNotMine(story)}
            >
              Not my company
            </RowAction>
          )}
        </div>
        {isOpen && (
          <div id={details} className="mt-2 grid max-w-[66ch] gap-2 border-l border-line pl-4 text-sm">
            {more.length > 0 && <p className="font-serif text-base">{more.map(asSentence).join(' ')}</p>}
            {facts.length > 0 && <p>{facts.join(' • ')}</p>}
            <Articles articles={articles} />
            {evidence.length > 0 && <p className="text-muted">Why it’s here: {evidence.join(', ')}</p>}
          </div>
        )}
      </EventRow>
    </li>
  )
}

const correctionIn = ({ articles, title }: CompanyStory): StoryArticle | null =>
  articles.find((article) => article.title === title) ?? null

/** The report that a correction retracts: the same outlet's, or else the first, because later ones may deny it too. */
function takenBack({ articles }: CompanyStory, correction: StoryArticle): StoryArticle | null {
  const earlier = articles
    .filter(({ publishedAt }) => publishedAt < correction.publishedAt)
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))
  return earlier.findLast(({ publisher }) => publisher === correction.publisher) ?? earlier[0] ?? null
}

const correctionText = ({ title, publisher, publishedAt }: StoryArticle) =>
  `Corrects “${title}” (${[publisher, publishedDate(publishedAt)].filter(Boolean).join(', ')})`

function Articles({ articles }: { articles: StoryArticle[] }) {
  return (
    <ul aria-label="Articles" className="grid gap-1">
      {articles.map(({ id, url, title, publisher, publishedAt, precision, source }) => (
        <li key={id} className="min-w-0 break-words">
          <SourceLink url={url} title={title} />
          <span className="text-muted" title={precision === 'second' ? dateAndTime(publishedAt) : undefined}>
            {` ${[publisher, precision === 'none' ? 'date unknown' : shortDate(publishedAt, precision === 'day' ? 'UTC' : undefined), sourceText(source)].filter(Boolean).join(' • ')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

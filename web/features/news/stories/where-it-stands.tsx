import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { standingOf, whereItStands } from '#domain/news/standing.ts'
import type { CompanyStory } from '#domain/news/stories.ts'
import { useNow } from '../../../ui/page.tsx'
import { StandingWord } from '../standing-word.tsx'
import { eventAnchor } from './use-named-event.ts'

type Props = { company: { name: string }; stories: CompanyStory[] }

/** A word, and what it comes from, each part of which leads to its event. */
export function WhereItStands({ company, stories }: Props) {
  const now = useNow()
  if (stories.length === 0) return null
  const parts = whereItStands(stories, company.name, now)
  return (
    <section aria-labelledby="where-it-stands" className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <h2 id="where-it-stands" className="font-sans text-sm font-normal tracking-normal text-muted">
          Where it stands
        </h2>
        <StandingWord standing={standingOf(stories, now)} />
      </div>
      {parts.length > 0 && (
        <p className="mt-1.5 font-serif text-xl/[1.4] text-pretty wrap-anywhere">
          {company.name}{' '}
          {parts.map(({ storyId, text, when }, at) => (
            <Fragment key={storyId}>
              {at > 0 && separator(at, parts.length)}
              <Link
                to="."
                hash={eventAnchor(storyId)}
                resetScroll={false}
                hashScrollIntoView={false}
                className="rounded-sm underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-current"
              >
                {text}
              </Link>{' '}
              {when}
            </Fragment>
          ))}
          .
        </p>
      )}
    </section>
  )
}

const separator = (at: number, count: number) => (at < count - 1 ? ', ' : count > 2 ? ', and ' : ' and ')

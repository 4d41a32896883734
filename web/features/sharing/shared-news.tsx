import { Link } from '@tanstack/react-router'
import { ALL_COMPANIES } from '#domain/integrations/choices.ts'
import { eventLine, timeOfEvent } from '#domain/news/event-line.ts'
import type { SharedNews } from '#domain/sharing/share.ts'
import { eventLabel, isAlarming } from '#domain/taxonomy.ts'
import { paths } from '../../paths.ts'
import { PageHeading, useNow } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { formatNumber } from '../../ui/text.ts'
import { EventRow } from '../news/reading/event-row.tsx'
import { Outlets } from '../news/stories/outlets.tsx'

/** The newest stories of all shared companies, followed by the companies. */
export function SharedNewsList({ id, ownerEmail, name, companies, stories }: SharedNews) {
  return (
    <>
      <PageHeading>{name ?? ALL_COMPANIES}</PageHeading>
      <p className="mt-1 text-sm break-words text-muted">Shared by {ownerEmail} · Read-only</p>
      <section aria-labelledby="latest" className="mt-8">
        <h2 id="latest" className="text-xl">
          Latest news
        </h2>
        {stories.length === 0 ? (
          <p className="mt-4 max-w-[66ch] font-serif text-lg text-muted">Nothing happened in the last 90 days.</p>
        ) : (
          <ul aria-label="Latest news" className="mt-2 divide-y divide-dashed divide-line">
            {stories.map((story) => (
              <SharedStory
                key={`${story.companyId} ${story.id}`}
                story={story}
                shareId={id}
                hasPages={companies.length > 0}
              />
            ))}
          </ul>
        )}
      </section>
      {companies.length > 0 && (
        <Panel title={`${formatNumber(companies.length)} ${companies.length === 1 ? 'company' : 'companies'}`}>
          <ul className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
            {companies.map((company) => (
              <li key={company.id} className="min-w-0 break-words">
                <Link
                  to={paths.sharedCompany(id, company.id)}
                  className="inline-block underline-offset-4 hover:text-accent hover:underline pointer-coarse:py-2"
                >
                  {company.name}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

type StoryProps = { story: SharedNews['stories'][number]; shareId: number; hasPages: boolean }

function SharedStory({ story, shareId, hasPages }: StoryProps) {
  const now = useNow()
  const { companyId, companyName, articles } = story
  const label = eventLabel(story)
  const { publishedAt, precision } = timeOfEvent(story, label)
  return (
    <li className="min-w-0 break-words">
      <EventRow label={label} isBad={isAlarming(story)} publishedAt={publishedAt} precision={precision} now={now}>
        {hasPages ? (
          <Link
            to={paths.sharedCompany(shareId, companyId)}
            className="text-sm font-medium underline-offset-4 hover:text-accent hover:underline"
          >
            {companyName}
          </Link>
        ) : (
          <p className="text-sm font-medium">{companyName}</p>
        )}
        <h3 className="max-w-[62ch] font-serif text-lg font-normal text-pretty">
          {eventLine(story, companyName).text}
        </h3>
        <div className="mt-1 text-sm text-muted">
          <Outlets articles={articles} company={companyName} />
        </div>
      </EventRow>
    </li>
  )
}

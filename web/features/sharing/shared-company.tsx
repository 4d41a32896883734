import type { SharedCompanyNews } from '#domain/sharing/share.ts'
import { WebsiteLink } from '../../ui/external-link.tsx'
import { lazyComponent } from '../../ui/lazy.tsx'
import { PageHeading, useNow } from '../../ui/page.tsx'
import { StoryItem } from '../news/stories/story-item.tsx'

const SharedPositions = lazyComponent(() => import('./shared-extras.tsx'), 'SharedPositions')
const SharedUpdates = lazyComponent(() => import('./shared-extras.tsx'), 'SharedUpdates')

export function SharedCompany({ share, company, stories, positions, updates }: SharedCompanyNews) {
  const now = useNow()
  return (
    <>
      <PageHeading>{company.name}</PageHeading>
      {company.website && <WebsiteLink website={company.website} />}
      <p className="mt-1 text-sm break-words text-muted">
        {[company.category, company.stage].filter(Boolean).join(' · ')}
        {(company.category || company.stage) && ' · '}Shared by {share.ownerEmail}
      </p>
      <section aria-labelledby="what-happened" className="mt-8">
        <h2 id="what-happened" className="text-xl">
          What happened
        </h2>
        {stories.length === 0 ? (
          <p className="mt-4 max-w-[66ch] font-serif text-lg text-muted">No news yet.</p>
        ) : (
          <ul aria-label="What happened" className="mt-2 divide-y divide-dashed divide-line">
            {stories.map((story) => (
              <StoryItem key={story.id} story={story} company={company} now={now} />
            ))}
          </ul>
        )}
      </section>
      {positions !== null && <SharedPositions positions={positions} />}
      {updates !== null && <SharedUpdates updates={updates} />}
    </>
  )
}

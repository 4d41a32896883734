import type { Position } from '#domain/companies/positions/position.ts'
import { moneyText } from '#domain/companies/positions/money.ts'
import type { SharedCompanyNews } from '#domain/sharing/share.ts'
import { shortDate } from '#domain/time.ts'
import type { WholeUpdate } from '#domain/updates/update.ts'
import { WebsiteLink } from '../../ui/external-link.tsx'
import { PageHeading, useNow } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { KIND_NAMES } from '../companies/positions/position-dialog.tsx'
import { termsOf } from '../companies/positions/positions-panel.tsx'
import { StoryItem } from '../news/stories/story-item.tsx'
import { StatedMetrics } from '../updates/stated-metrics.tsx'

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

function SharedPositions({ positions }: { positions: Position[] }) {
  return (
    <Panel title="Positions">
      {positions.length === 0 ? (
        <p className="text-muted">No positions were entered.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {positions.map((position) => (
            <li key={position.id} className="py-3">
              <p className="font-medium break-words tabular-nums">
                {KIND_NAMES[position.kind]}:{' '}
                {position.kind === 'investment' ? termsOf(position) : moneyText(position.amount, position.currency)}
              </p>
              <p className="text-sm break-words text-muted">
                {[position.date ? shortDate(position.date, 'UTC') : 'No date', position.notes]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function SharedUpdates({ updates }: { updates: WholeUpdate[] }) {
  return (
    <Panel title="Founder updates">
      {updates.length === 0 ? (
        <p className="text-muted">No updates were received.</p>
      ) : (
        <ul className="grid gap-8">
          {updates.map(({ id, subject, senderName, senderAddress, sentAt, text, metrics }) => (
            <li key={id} className="min-w-0">
              <h3 className="font-medium break-words">{subject}</h3>
              <p className="mb-3 text-sm break-words text-muted">
                {[senderName || senderAddress, shortDate(sentAt)].join(' · ')}
              </p>
              {metrics.length > 0 && <StatedMetrics metrics={metrics} />}
              <p className="mt-4 max-w-[66ch] font-serif text-lg break-words whitespace-pre-line">{text}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

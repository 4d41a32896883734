import type { Position } from '#domain/companies/positions/position.ts'
import { shortDate } from '#domain/time.ts'
import type { WholeUpdate } from '#domain/updates/update.ts'
import { Panel } from '../../ui/panel.tsx'
import { PositionLines } from '../companies/positions/position-lines.tsx'
import { EmailBody } from '../updates/email-body.tsx'
import { previousOf, StatedMetrics } from '../updates/stated-metrics.tsx'

export function SharedPositions({ positions }: { positions: Position[] }) {
  return (
    <Panel title="Positions">
      {positions.length === 0 ? (
        <p className="text-muted">No positions were entered.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {positions.map((position) => (
            <li key={position.id} className="py-3">
              <PositionLines position={position} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

export function SharedUpdates({ updates }: { updates: WholeUpdate[] }) {
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
              {metrics.length > 0 && (
                <StatedMetrics
                  metrics={metrics}
                  noteOf={(metric) =>
                    previousOf(
                      metric,
                      updates.filter((other) => other.sentAt < sentAt),
                    )
                  }
                />
              )}
              <div className="mt-4 max-w-[66ch] font-serif text-lg">
                <EmailBody text={text} heading="h4" />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

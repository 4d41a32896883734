import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Company } from '#domain/companies/company.ts'
import { moneyText } from '#domain/companies/positions/money.ts'
import type { Position } from '#domain/companies/positions/position.ts'
import { stakesOf, type NoMultiple, type Stake } from '#domain/companies/positions/stakes.ts'
import { shortDate } from '#domain/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { ConfirmButton } from '../../../ui/overlays/dialog.tsx'
import { Facts, Panel } from '../../../ui/panel.tsx'
import { irrText } from './irr.ts'
import { PositionDialog } from './position-dialog.tsx'
import { PositionLines } from './position-lines.tsx'
import { KIND_NAMES, termsOf } from './position-text.ts'
import { positionsQuery, useRemovePosition } from './queries.ts'

type Props = {
  company: Company
  /** The newest round in the news, as "$18M Series A". */
  latestRound: { text: string; publishedAt: string } | null
}

export function PositionsPanel({ company, latestRound }: Props) {
  const query = useQuery(positionsQuery(company.id))
  const [edited, setEdited] = useState<Position | 'new' | null>(null)
  const usual = query.data?.at(-1)?.currency ?? 'USD'
  return (
    <Panel
      title="Your positions"
      action={
        <Button onClick={() => setEdited('new')}>
          <Plus aria-hidden />
          Add position
        </Button>
      }
    >
      <Loaded what="your positions" query={query} loading={null}>
        {(positions) =>
          positions.length === 0 ? (
            <p className="text-muted">No positions yet. Add what you invested to see it beside the news.</p>
          ) : (
            <div className="grid gap-6">
              <BesideTheNews positions={positions} latestRound={latestRound} />
              {stakesOf(positions).map((stake) => (
                <StakeFacts key={stake.currency} stake={stake} />
              ))}
              <ul className="divide-y divide-line border-y border-line">
                {positions.map((position) => (
                  <PositionRow key={position.id} position={position} onEdit={() => setEdited(position)} />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
      {edited !== null && (
        <PositionDialog
          companyId={company.id}
          position={edited === 'new' ? null : edited}
          currency={usual}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  )
}

const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** "You invested in Mar 2022: $25,000 SAFE, $8M cap. Latest round: $18M Series A." */
function BesideTheNews({ positions, latestRound }: { positions: Position[]; latestRound: Props['latestRound'] }) {
  const first = positions.find(({ kind, date }) => kind === 'investment' && date !== null)
  if (!first?.date || latestRound === null || latestRound.publishedAt.slice(0, 10) <= first.date) return null
  return (
    <p className="font-serif text-lg">
      You invested in {month.format(new Date(first.date))}: {termsOf(first)}. Latest round: {latestRound.text}.
    </p>
  )
}

const NO_MULTIPLE: Record<NoMultiple, string> = {
  'no-investment': 'No investment in this currency',
  'no-value': 'Needs a current value',
  'old-value': 'The value is older than your last position',
}

function StakeFacts({ stake }: { stake: Stake }) {
  const { currency, invested, proceeds, value, multiple, noMultiple, flows } = stake
  const rate = irrText(flows)
  const lacksDates = multiple !== null && flows === null
  return (
    <Facts
      facts={[
        ['Invested', moneyText(invested, currency)],
        ...(proceeds === '0' ? [] : [['Proceeds', moneyText(proceeds, currency)] as [string, string]]),
        ['Current value', value ? `${moneyText(value.amount, currency)}, ${shortDate(value.date, 'UTC')}` : '—'],
        ['Multiple', multiple === null ? `— ${noMultiple ? NO_MULTIPLE[noMultiple] : ''}` : `${multiple.toFixed(2)}×`],
        ...(rate === null && !lacksDates
          ? []
          : [['IRR', rate ?? '— Needs the date of every position'] as [string, string]]),
      ]}
    />
  )
}

function PositionRow({ position, onEdit }: { position: Position; onEdit: () => void }) {
  const { mutate, isPending } = useRemovePosition()
  const { kind, date, amount, currency } = position
  const title = `${KIND_NAMES[kind]} of ${moneyText(amount, currency)}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <PositionLines position={position} />
      </div>
      <div className="-mx-3.5 flex">
        <Button variant="quiet" aria-label={`Edit: ${title}`} onClick={onEdit}>
          Edit
        </Button>
        <ConfirmButton
          variant="quiet"
          busy={isPending}
          aria-label={`Remove: ${title}`}
          question={{
            title: 'Remove this position?',
            text: `${title}${date ? ` on ${shortDate(date, 'UTC')}` : ''} will be deleted.`,
            action: 'Remove',
          }}
          onConfirm={() => mutate(position.id)}
        >
          Remove
        </ConfirmButton>
      </div>
    </li>
  )
}

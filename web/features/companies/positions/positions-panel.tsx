import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Company } from '#domain/companies/company.ts'
import { moneyText } from '#domain/companies/positions/money.ts'
import type { Position } from '#domain/companies/positions/position.ts'
import { stakesOf, type Stake } from '#domain/companies/positions/stakes.ts'
import type { MorningEvent } from '#domain/news/morning/morning.ts'
import { latestMark } from '#domain/news/morning/stake.ts'
import type { CompanyStory } from '#domain/news/stories.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { irrText } from './irr.ts'
import { PositionDialog } from './position-dialog.tsx'
import { PositionRow } from './position-row.tsx'
import { positionsQuery } from './queries.ts'

type Props = { company: Company; stories: CompanyStory[] }

export function PositionsPanel({ company, stories }: Props) {
  const query = useQuery(positionsQuery(company.id))
  const [edited, setEdited] = useState<Position | 'investment' | 'value' | null>(null)
  const positions = query.data ?? []
  const usual = positions.at(-1)?.currency ?? 'USD'
  return (
    <section aria-labelledby="positions">
      <h2 id="positions" className="flex h-11 items-center border-b border-line text-lg md:h-10.25">
        Your positions
      </h2>
      <Loaded what="your positions" query={query} loading={null}>
        {() =>
          positions.length === 0 ? (
            <p className="pt-3 text-sm text-muted">
              No positions yet. Add what you invested to see it beside the news.
            </p>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {positions.map((position) => (
                  <PositionRow key={position.id} position={position} onEdit={() => setEdited(position)} />
                ))}
              </ul>
              {stakesOf(positions).map((stake) => (
                <StakeFacts
                  key={stake.currency}
                  stake={stake}
                  isSum={positions.filter(({ kind }) => kind === 'investment').length > 1}
                />
              ))}
              <Mark mark={latestMark(stories, positions)} />
            </>
          )
        }
      </Loaded>
      <div className="mt-3 flex flex-wrap gap-x-4 print:hidden">
        <Action onClick={() => setEdited('investment')}>Add position</Action>
        {positions.length > 0 && <Action onClick={() => setEdited('value')}>Update value</Action>}
      </div>
      {edited !== null && (
        <PositionDialog
          companyId={company.id}
          position={typeof edited === 'string' ? null : edited}
          kind={typeof edited === 'string' ? edited : edited.kind}
          currency={usual}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}

function Mark({ mark }: { mark: MorningEvent['mark'] }) {
  if (!mark) return null
  return (
    <div className="mt-3 rounded-md bg-accent-soft px-3.5 py-3 text-sm tabular-nums">
      <p className="font-serif text-base/[1.4] font-semibold text-balance">{mark.text}</p>
      <p>{mark.detail}</p>
    </div>
  )
}

function StakeFacts({ stake, isSum }: { stake: Stake; isSum: boolean }) {
  const { currency, invested, proceeds, value, multiple, noMultiple, flows } = stake
  const facts: [name: string, text: string | null][] = [
    ['Invested', isSum ? moneyText(invested, currency) : null],
    ['Proceeds', isSum && proceeds !== '0' ? moneyText(proceeds, currency) : null],
    ['Current value', isSum && value ? moneyText(value.amount, currency) : null],
    ['Multiple', multiple === null ? null : `${multiple.toFixed(2)}×`],
    ['IRR', irrText(flows)],
  ]
  const known = facts.filter(([, text]) => text !== null)
  const missing =
    noMultiple === 'old-value'
      ? 'No multiple: the value is older than your last position.'
      : multiple !== null && flows === null
        ? 'The IRR needs the date of every position.'
        : null
  if (known.length === 0 && missing === null) return null
  return (
    <div className="border-t border-line py-2.5 text-sm">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 tabular-nums">
        {known.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right">{text}</dd>
          </div>
        ))}
      </dl>
      {missing && <p className="text-muted">{missing}</p>}
    </div>
  )
}

const Action = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button
    type="button"
    className="cursor-pointer rounded-sm py-1 text-sm font-medium text-accent underline-offset-3 hover:underline pointer-coarse:py-2.5"
    onClick={onClick}
  >
    {children}
  </button>
)

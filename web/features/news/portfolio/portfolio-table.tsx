import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useLinkHandlers } from '../../../ui/link-handlers.ts'
import { useNow } from '../../../ui/page.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { portfolioPositionsQuery } from '../../companies/positions/queries.ts'
import { MoreRows, useRowWindow, type More } from '../../companies/table/row-window.tsx'
import { cx } from '../../../ui/button.tsx'
import type { PortfolioRow } from './by-latest-event.ts'
import { Amounts, CompanyRow, ROW_REM, SkeletonRow, STATUS_CELL, VALUE_CELL, type Shape } from './portfolio-row.tsx'
import { stakeTexts, type StakeTexts } from './portfolio-stakes.ts'

const SKELETON_ROWS = [1, 2, 3]
const NONE: PortfolioRow[] = []

type Props = {
  caption: string
  /** Undefined while they load. */
  rows: PortfolioRow[] | undefined
  /** Rows still to be loaded included. */
  total: number
  more: More
  hasHeadings?: boolean
}

export function PortfolioTable({ caption, rows, total, more, hasHeadings = true }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const isWide = useIsWide()
  const now = useNow()
  const { data: positions } = useQuery(portfolioPositionsQuery)
  const stakes = useMemo(() => positions && stakeTexts(positions), [positions])
  const shape = { isWide, hasStakes: stakes !== undefined && stakes.of.size > 0 }
  const window = useRowWindow(rows?.length ?? 0, more, body, ROW_REM[isWide ? 'wide' : 'phone'])
  const { isLong, start, end, before, after } = window
  const link = useLinkHandlers()
  const above = hasHeadings ? 1 : 0
  return (
    <>
      <table
        className="w-full table-fixed border-collapse text-left"
        aria-busy={!rows}
        aria-rowcount={rows && total + above}
      >
        <caption className="sr-only">{rows ? caption : `Loading ${caption.toLowerCase()}`}</caption>
        <Columns shape={shape} />
        {hasHeadings && <Headings shape={shape} total={stakes?.total} />}
        <tbody ref={body}>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {(rows ?? NONE).slice(start, end).map((row, index) => (
            <CompanyRow
              key={row.company.id}
              row={row}
              shape={shape}
              stake={stakes?.of.get(row.company.id)}
              number={start + index + 1 + above}
              isFixed={isLong}
              link={link}
              now={now}
            />
          ))}
          {!rows && SKELETON_ROWS.map((row) => <SkeletonRow key={row} shape={shape} />)}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
      {rows && <MoreRows more={more} />}
    </>
  )
}

/** The same for all tables on the page, so that they line up. */
function Columns({ shape: { isWide, hasStakes } }: { shape: Shape }) {
  return (
    <colgroup>
      <col className={cx(isWide && 'w-58')} />
      {isWide && <col />}
      {isWide && <col className={cx('w-34', STATUS_CELL)} />}
      {isWide && hasStakes && <col className="w-24" />}
      {isWide && hasStakes && <col className={cx('w-26', VALUE_CELL)} />}
      <col className={isWide ? 'w-19' : 'w-15'} />
    </colgroup>
  )
}

/* oxlint-disable jsx-a11y/control-has-associated-label -- cells without a heading, on purpose */
function Headings({ shape: { isWide, hasStakes }, total }: { shape: Shape; total: StakeTexts | undefined }) {
  return (
    <thead className="border-b border-line-strong align-bottom text-sm text-muted">
      <tr aria-rowindex={1}>
        <th scope="col" className="pb-2.5 font-medium">
          Company
        </th>
        {isWide && <td />}
        {isWide && <td className={STATUS_CELL} />}
        {isWide && hasStakes && (
          <>
            <Total label="Invested" texts={total?.invested ?? []} />
            <Total label="Value" texts={total?.value ?? []} className={VALUE_CELL} />
          </>
        )}
        <th scope="col" className="pb-2.5 text-right font-medium">
          Actions
        </th>
      </tr>
    </thead>
  )
}
/* oxlint-enable jsx-a11y/control-has-associated-label */

function Total({ label, texts, className }: { label: string; texts: string[]; className?: string }) {
  return (
    <td className={cx('pb-2.5 text-right tabular-nums', className)}>
      <span aria-hidden className="block">
        {label}
      </span>
      {texts.length > 0 ? (
        <Amounts label={label} texts={texts} className="font-semibold text-ink" />
      ) : (
        <span className="block">at cost</span>
      )}
    </td>
  )
}

import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import { CompanyLogo } from '../../companies/logo/company-logo.tsx'
import { isOnItsWay } from '../../companies/queries.ts'
import { SampleMark } from '../../companies/sample-portfolio.tsx'
import { CompanyName, type CompanyLink } from '../../companies/table/row-window.tsx'
import { StandingWord } from '../standing-word.tsx'
import type { PortfolioRow } from './by-latest-event.ts'
import { LatestEvent } from './latest-event.tsx'
import type { StakeTexts } from './portfolio-stakes.ts'

/** On a phone, what happened is below the name, and there are no amounts. */
export type Shape = { isWide: boolean; hasStakes: boolean }

/** Narrower than this, the word joins the event's second line; the value leaves earlier. */
export const STATUS_CELL = '@max-[760px]:hidden'
export const VALUE_CELL = '@max-[920px]:hidden'

type Props = {
  row: PortfolioRow
  shape: Shape
  stake: StakeTexts | undefined
  number: number
  /** All rows of a long table have the same height, so that they can be positioned without being rendered. */
  isFixed: boolean
  link: CompanyLink
  now: Date
}

export function CompanyRow({ row: { company, standing }, shape, stake, number, isFixed, link, now }: Props) {
  const waiting = isOnItsWay(company)
  const event = <LatestEvent company={company} standing={standing} now={now} isBelow={!shape.isWide} />
  return (
    <tr
      data-row
      aria-rowindex={number}
      className={cx(
        'border-b border-line last:border-b-0',
        (shape.isWide || isFixed) && ROW_HEIGHT[shape.isWide ? 'wide' : 'phone'],
      )}
    >
      <td className={cx(shape.isWide ? 'pr-4' : 'pr-2', !shape.isWide && !isFixed && 'py-3')}>
        <div className={cx('flex min-w-0 gap-3', shape.isWide ? 'items-center' : 'items-start')}>
          <CompanyLogo company={company} size="row" />
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
              <CompanyName
                company={company}
                link={link}
                className="line-clamp-2 min-w-0 text-base leading-tight wrap-anywhere"
              />
              {company.sample && <SampleMark />}
            </div>
            {!shape.isWide && event}
          </div>
        </div>
      </td>
      {shape.isWide && (
        <>
          <td className="pr-6">{event}</td>
          <td className={cx('pr-3', STATUS_CELL)}>{standing && <StandingWord standing={standing.standing} />}</td>
        </>
      )}
      {shape.isWide && shape.hasStakes && (
        <>
          <td className="text-right tabular-nums">
            {waiting ? null : stake ? (
              <Amounts label="Invested" texts={stake.invested} />
            ) : (
              <a
                href={paths.company(company.id)}
                {...link}
                aria-label={`Add what you invested in ${company.name}`}
                className="rounded-sm py-2 text-sm font-medium text-accent underline-offset-3 hover:underline pointer-coarse:py-3"
              >
                Add
              </a>
            )}
          </td>
          <td className={cx('text-right tabular-nums', VALUE_CELL)}>
            {stake &&
              (stake.value.length > 0 ? (
                <Amounts label="Value" texts={stake.value} />
              ) : (
                <span className="text-sm text-muted">at cost</span>
              ))}
          </td>
        </>
      )}
      <td className={cx('text-right', !shape.isWide && 'align-top')}>
        {waiting ? (
          <span className="text-sm text-muted">Adding...</span>
        ) : (
          <a
            href={paths.company(company.id)}
            {...link}
            aria-label={`View ${company.name}`}
            className={cx(
              'inline-flex h-9 items-center rounded-md border border-transparent text-sm font-medium text-muted hover:border-line-strong hover:text-ink pointer-coarse:h-11',
              '-mr-3 px-3',
            )}
          >
            View
          </a>
        )}
      </td>
    </tr>
  )
}

/** Matches the rows' heights in rem that the window of a long table counts with. */
export const ROW_REM = { wide: 3.875, phone: 6.5 }
const ROW_HEIGHT = { wide: 'h-[3.875rem]', phone: 'h-[6.5rem]' }

/** One line, and how many more currencies there are. */
export function Amounts({ label, texts, className }: { label: string; texts: string[]; className?: string }) {
  const [first, ...others] = texts
  return (
    <>
      <span className="sr-only">{label}: </span>
      <span className={cx('block', className)}>{first}</span>
      {others.length > 0 && (
        <span className="block text-sm text-muted" title={others.join(' and ')}>
          {others.length === 1 ? `and ${others[0]}` : `and ${others.length} more`}
        </span>
      )}
    </>
  )
}

export function SkeletonRow({ shape: { isWide } }: { shape: Shape }) {
  return (
    <tr className={cx('appear-late border-b border-line', ROW_HEIGHT[isWide ? 'wide' : 'phone'])}>
      <td>
        <div className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-lg" />
          <Skeleton className="h-4 w-32" />
        </div>
      </td>
      {isWide && (
        <td>
          <Skeleton className="h-4 w-3/4" />
        </td>
      )}
      <td>
        <Skeleton className="ml-auto h-3.5 w-10" />
      </td>
    </tr>
  )
}

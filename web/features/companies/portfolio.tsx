import { Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { paths } from '../../paths.ts'
import { useLinkHandlers } from '../../ui/link-handlers.ts'
import { LinkButton, buttonClass, cx } from '../../ui/button.tsx'
import { LoadFailure, Skeleton } from '../../ui/feedback.tsx'
import { ExportMenu } from './export-menu.tsx'
import { useCompanies, isOnItsWay } from './queries.ts'
import { PortfolioEmpty, SampleNotice, SampleMark } from './sample-portfolio.tsx'
import { useRef, type ComponentType } from 'react'
import type { Company } from '#domain/companies/company.ts'
import { CompanyLogo } from './logo/company-logo.tsx'
import { CompanyName, MoreRows, type CompanyLink, useRowWindow } from './table/row-window.tsx'

export function Portfolio({ onAdd, activity }: { onAdd: () => void; activity?: RowActivity }) {
  const { companies, total, error, refetch, more } = useCompanies({})
  return (
    <section aria-labelledby="portfolio-title">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 id="portfolio-title" className="text-xl">
            Your Investment Portfolio
          </h2>
          {total > 0 && (
            <span className="flex gap-x-4 max-sm:hidden">
              <QuietLink to={paths.investments}>Full table</QuietLink>
              <QuietLink to={paths.analytics}>Analytics</QuietLink>
            </span>
          )}
        </div>
        <div className="flex gap-3">
          <LinkButton to={paths.upload}>
            <Upload aria-hidden />
            Bulk Upload
          </LinkButton>
          <ExportMenu />
        </div>
      </div>
      <SampleNotice companies={companies} />
      {error && !companies ? (
        <LoadFailure what="your companies" error={error} onRetry={() => void refetch()} />
      ) : companies?.length === 0 ? (
        <PortfolioEmpty onAdd={onAdd} />
      ) : (
        <PortfolioTable companies={companies} total={total} more={more} activity={activity} />
      )}
    </section>
  )
}

function QuietLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex h-11 items-center rounded-sm text-sm text-muted underline-offset-3 hover:text-ink hover:underline md:h-auto"
    >
      {children}
    </Link>
  )
}

const SKELETON_ROWS = [1, 2, 3]

export type RowActivity = ComponentType<{ company: Pick<Company, 'id' | 'name'> }>

type Props = Pick<ReturnType<typeof useCompanies>, 'companies' | 'total' | 'more'> & {
  activity?: RowActivity | undefined
}

function PortfolioTable({ companies, total, more, activity }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { isLong, start, end, before, after } = useRowWindow(companies?.length ?? 0, more, body)
  const link = useLinkHandlers()
  return (
    <>
      <table
        className="w-full table-fixed border-collapse text-left"
        aria-busy={!companies}
        aria-rowcount={companies && total + 1}
      >
        <caption className="sr-only">{companies ? 'Your companies' : 'Loading your companies'}</caption>
        <thead className="border-b border-line-strong text-sm text-muted">
          <tr aria-rowindex={1}>
            <th scope="col" className="pb-2.5 font-medium md:w-[40%]">
              Company
            </th>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell without a heading, on purpose */}
            <td className="max-md:hidden" />
            <th scope="col" className="w-24 pb-2.5 text-right font-medium">
              Actions
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {companies
            ? companies
                .slice(start, end)
                .map((company, index) => (
                  <CompanyRow
                    key={company.id}
                    company={company}
                    number={start + index + 2}
                    isFixed={isLong}
                    link={link}
                    activity={activity}
                  />
                ))
            : SKELETON_ROWS.map((row) => <SkeletonRow key={row} />)}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
      {companies && <MoreRows more={more} />}
    </>
  )
}

type RowProps = { company: Company; number: number; isFixed: boolean; link: CompanyLink } & Pick<Props, 'activity'>

/** All rows of a long table have the same height, so that they can be positioned without being rendered. */
function CompanyRow({ company, number, isFixed, link, activity: Activity }: RowProps) {
  const waiting = isOnItsWay(company)
  const padding = isFixed ? '' : 'py-3'
  return (
    <tr data-row aria-rowindex={number} className={cx('border-b border-line', isFixed && 'h-[4.0625rem]')}>
      <td className={cx(padding, 'pr-4')}>
        <div className="flex min-w-0 items-center gap-3">
          <CompanyLogo company={company} size="row" />
          <CompanyName
            company={company}
            link={link}
            className={cx('min-w-0 break-words', isFixed && 'line-clamp-2 leading-tight')}
          />
          {company.sample && <SampleMark />}
        </div>
      </td>
      <td className={cx(padding, 'pr-6 max-md:hidden')}>
        <div className="h-6">{Activity && !waiting && <Activity company={company} />}</div>
      </td>
      <td className={cx(padding, 'text-right')}>
        {waiting ? (
          <span className="text-sm text-muted">Adding...</span>
        ) : (
          <a href={paths.company(company.id)} {...link} aria-label={`View ${company.name}`} className={buttonClass()}>
            View
          </a>
        )}
      </td>
    </tr>
  )
}

function SkeletonRow() {
  return (
    <tr className="appear-late border-b border-line">
      <td className="py-3">
        <div className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-lg" />
          <Skeleton className="h-4 w-40" />
        </div>
      </td>
      <td className="py-3 max-md:hidden">
        <Skeleton className="h-3.5 w-48" />
      </td>
      <td className="py-3">
        <Skeleton className="ml-auto h-9 w-16" />
      </td>
    </tr>
  )
}

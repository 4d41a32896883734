import './report.css'
import type { CompanyFilter } from '#domain/companies/company.ts'
import type { PortfolioExport } from '#domain/companies/export.ts'
import { dateAndTime, shortDate } from '#domain/time.ts'
import { SORT_LABELS } from '../table/table-view.ts'
import { Breakdown } from './breakdown.tsx'
import { Holdings } from './holdings.tsx'
import { figures, shares } from './summary.ts'

type Props = { report: PortfolioExport; owner: string; filter: CompanyFilter; isSelection: boolean }

/** The portfolio as a page of a financial paper, made to be printed. */
export function PortfolioReport({ report: { exportedAt, companies }, owner, filter, isSelection }: Props) {
  const all = figures(companies)
  const facts: [string, string][] = [
    ['Companies', count(all.companies)],
    ['Categories', count(all.categories)],
    ['With news', count(all.withNews)],
    ['News items', count(all.newsItems)],
    ['Latest news', all.latestNews ? shortDate(all.latestNews) : 'None yet'],
    ['Stories, 90 days', count(all.stories)],
    ['Gone quiet', count(all.quiet)],
  ]
  return (
    <article className="report">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 text-sm text-muted">
        <span className="font-serif text-base font-semibold text-ink">Tidings</span>
        <time dateTime={exportedAt}>{dateAndTime(exportedAt)}</time>
      </p>
      <h1 tabIndex={-1} className="mt-1.5 border-t-4 border-double border-ink pt-4 text-2xl outline-none">
        Portfolio report
      </h1>
      <p className="mt-1.5 text-muted">{subtitle(owner, filter, isSelection)}</p>
      <dl className="report-figures mt-5 border-y border-line-strong py-3.5">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-serif text-xl font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="report-breakdowns mt-6">
        <Breakdown title="By category" shares={shares(companies, ({ category }) => category)} />
        <Breakdown title="By stage" shares={shares(companies, ({ stage }) => stage)} />
        <Breakdown
          title="By year invested"
          shares={shares(companies, ({ investmentDate }) => yearOf(investmentDate), 'newest first')}
        />
      </div>
      <div className="mt-8">
        <Holdings companies={companies} />
      </div>
      <p className="mt-4 text-sm text-muted">
        {all.samples > 0 && 'Companies marked Sample are fictional. '}
        News as gathered by Tidings up to {dateAndTime(exportedAt)}.
      </p>
    </article>
  )
}

const count = (number: number) => number.toLocaleString('en-US')
const yearOf = (date: string | null) => date?.slice(0, 4) ?? null

function subtitle(owner: string, { q, category, stage, sort }: CompanyFilter, isSelection: boolean): string {
  const parts = [
    owner && `Prepared for ${owner}`,
    isSelection && 'Selected companies',
    q && `Search: “${q}”`,
    category && `Category: ${category}`,
    stage && `Stage: ${stage}`,
    `Order: ${SORT_LABELS[sort ?? 'newest']}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

import '../../../ui/print.css'
import './report.css'
import type { ReactNode } from 'react'
import type { CompanyFilter } from '#domain/companies/company.ts'
import type { PortfolioExport, ExportedCompany } from '#domain/companies/export.ts'
import { dateAndTime, publishedDate } from '#domain/time.ts'
import { SORT_LABELS } from '../table/table-view.ts'
import { stats, sharesBy, type Share } from './summary.ts'
import { hostKey } from '#domain/companies/company-key.ts'
import { formatNumber } from '../../../ui/text.ts'
import { SampleMark } from '../sample-portfolio.tsx'

type Props = {
  report: PortfolioExport
  owner: string
  filter: CompanyFilter
  isSelection: boolean
  headlines: ReactNode
}

export function PortfolioReport({ report: { exportedAt, companies }, owner, filter, isSelection, headlines }: Props) {
  const all = stats(companies)
  const facts: [string, string][] = [
    ['Companies', formatNumber(all.companies)],
    ['Categories', formatNumber(all.categories)],
    ['With news', formatNumber(all.withNews)],
    ['Latest news', all.latestNews ? publishedDate(all.latestNews) : 'None yet'],
    ['Stories, 90 days', formatNumber(all.stories)],
    ['Gone quiet', formatNumber(all.quiet)],
  ]
  return (
    <article className="report printed">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 text-sm text-muted">
        <span className="font-serif text-base font-semibold text-ink">Tidings</span>
        <time dateTime={exportedAt}>{dateAndTime(exportedAt)}</time>
      </p>
      <h1 tabIndex={-1} className="mt-1.5 border-t-4 border-double border-ink pt-4 text-2xl outline-none">
        Portfolio report
      </h1>
      <p className="mt-1.5 text-muted">{subtitle(owner, filter, isSelection)}</p>
      <dl className="report-stats mt-5 border-y border-line-strong py-3.5">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-serif text-xl font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="report-breakdowns mt-6">
        <Breakdown title="By category" shares={sharesBy(companies, ({ category }) => category)} />
        <Breakdown title="By stage" shares={sharesBy(companies, ({ stage }) => stage)} />
        <Breakdown
          title="By year invested"
          shares={sharesBy(companies, ({ investmentDate }) => yearOf(investmentDate), 'newest first')}
        />
      </div>
      {headlines}
      <div className="mt-8">
        <Holdings companies={companies} />
      </div>
      <p className="mt-4 text-sm text-muted">
        {all.samples > 0 && 'Companies marked Sample are fictional. '}
        Stories of the last 90 days, as gathered by Tidings up to {dateAndTime(exportedAt)}.
      </p>
    </article>
  )
}

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

function Breakdown({ title, shares }: { title: string; shares: Share[] }) {
  return (
    <table className="report-breakdown w-full border-collapse text-sm">
      <caption className="border-b border-ink pb-1.5 text-left font-serif text-base font-semibold">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Group</th>
          <th scope="col">Companies</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ label, count, share }) => (
          <tr key={label}>
            <th scope="row" className="w-full pt-1.5 pr-3 text-left align-top font-normal break-words">
              {label}
              <span
                aria-hidden
                className="mt-1 block border-t-2 border-muted"
                style={{ width: `max(2px, ${(share * 100).toFixed(1)}%)` }}
              />
            </th>
            <td className="pt-1.5 text-right align-top tabular-nums">{formatNumber(count)}</td>
            <td className="w-12 pt-1.5 pl-3 text-right align-top text-muted tabular-nums">{percent(share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const percent = (share: number) => (share < 0.005 ? '<1%' : `${Math.round(share * 100)}%`)

const NONE = '–'
// Long tables are split, because browsers lay out printed tables in quadratic time.
const LINES = 500

// Shared because creating a formatter is slower than rendering a line.
const plainDays = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function Holdings({ companies }: { companies: ExportedCompany[] }) {
  const starts = Array.from({ length: Math.ceil(companies.length / LINES) }, (_, at) => at * LINES)
  return starts.map((start) => {
    const part = companies.slice(start, start + LINES)
    const range = starts.length > 1 ? `, ${formatNumber(start + 1)} to ${formatNumber(start + part.length)}` : ''
    return (
      <div key={start} className="report-part">
        <HoldingsTable title={`Holdings${range}`} companies={part} />
      </div>
    )
  })
}

function HoldingsTable({ title, companies }: { title: string; companies: ExportedCompany[] }) {
  return (
    <table className="report-holdings w-full border-collapse text-left text-sm">
      <caption className="pb-1.5 text-left font-serif text-base font-semibold">{title}</caption>
      <thead className="border-y border-ink text-muted">
        <tr>
          <th scope="col">Company</th>
          <th scope="col" className="report-wide report-website">
            Website
          </th>
          <th scope="col" className="report-wide report-category">
            Category
          </th>
          <th scope="col" className="report-wide report-stage">
            Stage
          </th>
          <th scope="col" className="report-wide report-day">
            Invested
          </th>
          <th scope="col" className="report-day">
            Latest news
          </th>
          <th scope="col" className="report-wide report-number">
            Stories
          </th>
        </tr>
      </thead>
      <tbody>
        {companies.map((company) => (
          <Holding key={`${company.name} ${company.website}`} company={company} />
        ))}
      </tbody>
    </table>
  )
}

function Holding({ company }: { company: ExportedCompany }) {
  const { name, category, stage, investmentDate, sample, news, stories } = company
  const host = hostKey(company.website)
  const invested = investmentDate && plainDays.format(new Date(investmentDate))
  const facts = [host, category, stage, invested && `invested ${invested}`].filter(Boolean)
  return (
    <tr className="border-b border-line">
      <th scope="row" className="font-serif text-base font-semibold break-words">
        {name}{' '}
        {sample && (
          <span className="font-sans font-normal">
            <SampleMark />
          </span>
        )}
        <span className="report-narrow block font-sans text-sm font-normal text-muted">{facts.join(' · ')}</span>
      </th>
      <td className="report-wide break-words text-muted">{host || NONE}</td>
      <td className="report-wide break-words">{category ?? NONE}</td>
      <td className="report-wide break-words">{stage ?? NONE}</td>
      <td className="report-wide report-day">{invested ?? NONE}</td>
      <td className="report-day">{news.latestAt ? publishedDate(news.latestAt) : NONE}</td>
      <td className="report-wide report-number">{formatNumber(stories.last90Days)}</td>
    </tr>
  )
}

import { Link } from '@tanstack/react-router'
import type { CompanyWeeks, QuietCompany } from '#domain/news/analytics.ts'
import { paths } from '../../paths.ts'
import { Panel } from '../../ui/panel.tsx'
import { Sparkline, quietFor } from './sparkline.tsx'
import { formatNumber } from '../../ui/text.ts'
import { useState } from 'react'
import { dateAndTime, relativeTime, publishedDate } from '#domain/time.ts'
import { Button } from '../../ui/button.tsx'
import { useNow } from '../../ui/page.tsx'

const SHOWN = 10

export function MostActive({ companies }: { companies: CompanyWeeks[] }) {
  return (
    <Panel title="Most active">
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="sr-only">Companies with the most stories</caption>
        <thead className="border-b border-line-strong text-sm text-muted">
          <tr>
            <th scope="col" className="pb-2.5 font-medium">
              Company
            </th>
            <th scope="col" className="w-[38%] pb-2.5 font-medium max-md:w-24 max-[22rem]:w-18">
              News per week
            </th>
            <th scope="col" className="w-16 pb-2.5 text-right font-medium">
              Stories
            </th>
          </tr>
        </thead>
        <tbody>
          {companies.slice(0, SHOWN).map(({ companyId, name, stories, weeks }) => (
            <tr key={companyId} className="border-b border-line">
              <th scope="row" className="py-3 pr-4 font-normal break-words">
                <Link
                  to={paths.company(companyId)}
                  className="rounded-sm font-serif text-lg font-semibold underline-offset-4 hover:underline"
                >
                  {name}
                </Link>
              </th>
              <td className="py-3 pr-4">
                <Sparkline perWeek={weeks} className="w-full max-w-80" />
              </td>
              <td className="py-3 text-right tabular-nums">{formatNumber(stories)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

const AT_FIRST = 10

type Props = { quiet: QuietCompany[]; total: number; afterDays: number }

export function QuietList({ quiet, total, afterDays }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const now = useNow()
  return (
    <Panel title="Gone quiet">
      {total === 0 ? (
        <p className="max-w-[66ch] text-muted">
          None. Every company with past news has been in the news in the last {afterDays} days.
        </p>
      ) : (
        <>
          <p className="mb-3 max-w-[66ch] text-muted">
            In the news before, but not in the last {afterDays} days. Open roles, releases, filings and a working site
            are signs of life.
          </p>
          <ul>
            {quiet.slice(0, showsAll ? undefined : AT_FIRST).map((company) => (
              <Quiet key={company.companyId} company={company} now={now} />
            ))}
          </ul>
          {!showsAll && quiet.length > AT_FIRST && (
            <Button className="mt-5 print:hidden" onClick={() => setShowsAll(true)}>
              Show {quiet.length === total ? `all ${formatNumber(total)}` : `the last ${formatNumber(quiet.length)}`}
            </Button>
          )}
          {total > quiet.length && (
            <p className="mt-4 text-sm text-muted">
              {formatNumber(total - quiet.length)} more have been quiet for longer; the export names them all.
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

function Quiet({ company, now }: { company: QuietCompany; now: Date }) {
  const { companyId, name, lastNewsAt, lastNewsTitle } = company
  return (
    <li className="grid gap-x-8 gap-y-2 border-t border-line py-4 break-inside-avoid md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      <div className="min-w-0 break-words">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Link
            to={paths.company(companyId)}
            className="rounded-sm font-serif text-lg font-semibold underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <span className="text-sm tabular-nums">{quietFor(lastNewsAt, now)}</span>
        </p>
        <p className="text-sm text-muted">
          {publishedDate(lastNewsAt)}: {lastNewsTitle}
        </p>
      </div>
      <Signs company={company} now={now} />
    </li>
  )
}

function Signs({ company, now }: { company: QuietCompany; now: Date }) {
  const { hiringAt, releaseAt, filingAt, siteGoodAt, siteFailingSince, checkedAt } = company
  const signs: [name: string, at: string | null][] = [
    ['Open roles changed', hiringAt],
    ['Release', releaseAt],
    ['Filing', filingAt],
    ['Site answered', siteGoodAt],
    ['Site failing since', siteFailingSince],
    ['Last checked', checkedAt],
  ]
  const known = signs.filter((sign): sign is [string, string] => sign[1] !== null)
  if (known.length === 0) return <p className="text-sm text-muted">Never seen.</p>
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm tabular-nums">
      {known.map(([label, at]) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd title={dateAndTime(at)}>{relativeTime(at, now)}</dd>
        </div>
      ))}
    </dl>
  )
}

import { Link } from '@tanstack/react-router'
import type { Analytics, QuietCompany } from '#domain/news/analytics.ts'
import { dateAndTime, publishedDate, relativeTime } from '#domain/time.ts'
import { paths } from '../../paths.ts'
import { useNow } from '../../ui/page.tsx'
import { formatNumber } from '../../ui/text.ts'
import { quietText } from './answers.ts'
import { Question, useFirst } from './question.tsx'
import { quietFor } from './sparkline.tsx'

export function QuietCompanies({
  data: { quiet, quietTotal, quietAfterDays, companies, without },
}: {
  data: Analytics
}) {
  const [shown, more] = useFirst(quiet)
  const now = useNow()
  return (
    <Question question="Who went quiet?" answer={quietText(quietTotal, companies.length + without, quietAfterDays)}>
      {quietTotal > 0 && (
        <p className="mb-3 max-w-[66ch] text-sm text-muted">
          Open roles, releases, filings and a working site are signs of life.
        </p>
      )}
      <ul>
        {shown.map((company) => (
          <Quiet key={company.companyId} company={company} now={now} />
        ))}
      </ul>
      {more}
      {quietTotal > quiet.length && (
        <p className="mt-4 text-sm text-muted">
          {formatNumber(quietTotal - quiet.length)} more have been quiet for longer; the export names them all.
        </p>
      )}
    </Question>
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

import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { dateAndTime, relativeTime, shortDate } from '#domain/time.ts'
import type { CoverageSummary } from '#domain/news/coverage.ts'
import type { CompanyWithNews } from '#domain/news/briefs.ts'
import { CompanyLogo } from '../../companies/logo/company-logo.tsx'
import { WebsiteLink } from '../../../ui/external-link.tsx'
import { paths } from '../../../paths.ts'
import { Button, cx } from '../../../ui/button.tsx'
import { BriefText } from '../brief.tsx'
import { coverageText } from '#domain/news/coverage-text.ts'
import { StatusDot } from '../coverage/status-dot.tsx'

type Props = {
  row: CompanyWithNews
  coverage: CoverageSummary | undefined
  now: Date
  /** Below the first screen: not laid out before somebody scrolls there. */
  below: boolean
  refreshing: boolean
  onRefresh: () => void
}

export function NewsCard({ row, coverage, now, below, refreshing, onRefresh }: Props) {
  const { id, name, website, hasNews, latestNews, createdAt } = row
  const published = latestNews?.publishedAt || latestNews?.createdAt
  return (
    <article
      data-row
      className={cx(
        'grid gap-x-12 gap-y-4 border-t border-line py-7 md:grid-cols-[1fr_190px]',
        below && '[contain-intrinsic-size:auto_340px] [content-visibility:auto] [overflow-clip-margin:16px]',
      )}
    >
      <header className="flex min-w-0 items-center gap-4 md:col-span-2">
        <CompanyLogo company={row} size="card" />
        <div className="min-w-0">
          <h3 className="text-xl break-words">
            <Link to={paths.company(id)} className="rounded-sm underline-offset-4 hover:underline">
              {name}
            </Link>
          </h3>
          {hasNews ? (
            <Status good text={`Latest Update • ${relativeTime(published, now)}`} title={dateAndTime(published)} />
          ) : (
            <Status text={`No news yet • Added ${shortDate(createdAt)}`} title={dateAndTime(createdAt)} />
          )}
        </div>
      </header>
      <div className="min-w-0">
        {hasNews ? (
          <BriefText level="h4" brief={latestNews} />
        ) : (
          <p className="max-w-[66ch] font-serif text-lg text-muted">
            No recent news available for this company. Click "Refresh All" to fetch the latest updates.
          </p>
        )}
        {coverage && (
          <CardCoverage name={name} coverage={coverage} now={now} retrying={refreshing} onRetry={onRefresh} />
        )}
      </div>
      <aside aria-label={`About ${name}`} className="self-start text-sm md:border-l md:border-line md:pl-6">
        <dl className="grid gap-3 max-md:flex max-md:flex-wrap max-md:gap-x-8">
          {website && (
            <div className="min-w-0">
              <dt className="text-muted">Website</dt>
              <dd>
                <WebsiteLink website={website} />
              </dd>
            </div>
          )}
          <div>
            <dt className="text-muted">Added</dt>
            <dd className="tabular-nums">{shortDate(createdAt)}</dd>
          </div>
        </dl>
        <Button
          variant="quiet"
          busy={refreshing}
          onClick={onRefresh}
          className="mt-2 -ml-3.5"
          aria-label={`Refresh ${name}`}
        >
          {!refreshing && <RefreshCw aria-hidden />}
          Refresh
        </Button>
      </aside>
    </article>
  )
}

function Status({ good = false, text, title }: { good?: boolean; text: string; title: string }) {
  return (
    <p className="mt-0.5 flex items-center gap-2 text-sm text-muted" title={title}>
      <StatusDot tone={good ? 'good' : 'quiet'} />
      {text}
    </p>
  )
}

type CardCoverageProps = { name: string; coverage: CoverageSummary; now: Date; retrying: boolean; onRetry: () => void }

function CardCoverage({ name, coverage, now, retrying, onRetry }: CardCoverageProps) {
  const { tone, text } = coverageText(coverage, now)
  return (
    <div className="mt-2.5 flex max-w-[66ch] flex-wrap items-center gap-x-3">
      <p className="flex min-w-0 flex-1 basis-60 items-baseline gap-2 text-sm text-muted">
        <StatusDot tone={tone} />
        <span className="min-w-0 break-words">{text}</span>
      </p>
      {coverage.state === 'broken' && (
        <Button busy={retrying} onClick={onRetry} aria-label={`Retry ${name}`}>
          Retry
        </Button>
      )}
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { memo, useState } from 'react'
import { dateAndTime, relativeTime, shortDate } from '#domain/time.ts'
import type { CoverageSummary } from '#domain/news/coverage.ts'
import type { CompanyWithNews } from '#domain/news/briefs.ts'
import type { MutedCompany } from '#domain/news/new-stories.ts'
import { coverageText, untilText } from '#domain/news/coverage-text.ts'
import { CompanyLogo } from '../../companies/logo/company-logo.tsx'
import { paths } from '../../../paths.ts'
import { Button, cx } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { counted } from '../../../ui/text.ts'
import { BriefOrigin, BriefText } from '../brief.tsx'
import { StatusDot } from '../coverage/status-dot.tsx'
import { MuteMenu } from '../reading/mute-menu.tsx'

const NotMineDialog = lazyComponent(() => import('../stories/exclusion-dialog.tsx'), 'NotMineDialog')

type Props = {
  row: CompanyWithNews
  coverage: CoverageSummary | undefined
  newMarks: ReadonlySet<number>
  muted: MutedCompany | undefined
  now: Date
  /** Below the first screen, so it isn't laid out until the user scrolls there. */
  below: boolean
  refreshing: boolean
  onRefresh: (companyId: number) => void
}

/** Memoized so that it isn't rendered again each time the list grows. */
export const NewsCard = memo(function NewsCard({
  row,
  coverage,
  newMarks,
  muted,
  now,
  below,
  refreshing,
  onRefresh,
}: Props) {
  const { id, name, hasNews, latestNews, createdAt } = row
  const published = latestNews?.publishedAt || latestNews?.createdAt
  const [notMine, setNotMine] = useState<{ id: number; title: string } | null>(null)
  return (
    <article
      data-row
      className={cx(
        'border-t border-line py-5 md:py-7',
        below && '[contain-intrinsic-size:auto_340px] [content-visibility:auto] [overflow-clip-margin:16px]',
      )}
    >
      <header className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
        <CompanyLogo company={row} size="card" />
        <div className="min-w-0 flex-1 basis-48">
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
        {coverage && !needsWords(coverage, hasNews) && <Checked coverage={coverage} now={now} />}
      </header>
      <div className="mt-4 min-w-0">
        {hasNews ? (
          <BriefText
            brief={latestNews}
            companyId={id}
            newMarks={newMarks}
            now={now}
            onNotMine={setNotMine}
            onReach={NotMineDialog.preload}
          />
        ) : (
          <p className="max-w-[66ch] font-serif text-lg text-muted">
            No recent news available for this company. Click "Refresh All" to fetch the latest updates.
          </p>
        )}
      </div>
      <footer className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        {coverage && needsWords(coverage, hasNews) && <Trouble coverage={coverage} now={now} />}
        <BriefOrigin brief={latestNews} />
        <div className="-mx-3.5 flex flex-wrap items-center">
          {coverage?.state === 'broken' ? (
            <Button variant="quiet" busy={refreshing} onClick={() => onRefresh(id)} aria-label={`Retry ${name}`}>
              Retry
            </Button>
          ) : (
            <Button variant="quiet" busy={refreshing} onClick={() => onRefresh(id)} aria-label={`Refresh ${name}`}>
              {!refreshing && <RefreshCw aria-hidden />}
              Refresh
            </Button>
          )}
          <MuteMenu company={row} muted={muted} />
        </div>
      </footer>
      {notMine && (
        <NotMineDialog
          companyId={id}
          story={notMine}
          onDone={() => setNotMine(null)}
          onClose={() => setNotMine(null)}
        />
      )}
    </article>
  )
})

function Status({ good = false, text, title }: { good?: boolean; text: string; title: string }) {
  return (
    <p className="mt-0.5 flex items-center gap-2 text-sm text-muted" title={title}>
      <StatusDot tone={good ? 'good' : 'quiet'} />
      {text}
    </p>
  )
}

/** When the company was last checked, with how many sources, and when the next check is. */
function Checked({ coverage: { goodAt, nextAt, sources }, now }: { coverage: CoverageSummary; now: Date }) {
  if (goodAt === null) return null
  return (
    <p className="text-sm text-muted tabular-nums max-md:hidden md:text-right">
      {`Checked ${relativeTime(goodAt, now).toLowerCase()}, ${counted(sources, 'source', 'sources')}`}
      {nextAt && <span className="block">{`Next check ${untilText(nextAt, now)}`}</span>}
    </p>
  )
}

/** If there's news and all sources respond, the header says everything. */
const needsWords = ({ state }: CoverageSummary, hasNews: boolean) =>
  !hasNews || state === 'broken' || state === 'partial'

function Trouble({ coverage, now }: { coverage: CoverageSummary; now: Date }) {
  const { tone, text } = coverageText(coverage, now)
  return (
    <p className="flex min-w-0 basis-full items-baseline gap-2 text-sm text-muted">
      <StatusDot tone={tone} />
      <span className="min-w-0 max-w-[66ch] break-words">{text}</span>
    </p>
  )
}

import { useMemo, type ComponentProps } from 'react'
import type { CompanyWithNews } from '#domain/news/briefs.ts'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import type { Morning } from '#domain/news/morning/morning.ts'
import type { MutedCompany } from '#domain/news/new-stories.ts'
import { reasonOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback.tsx'
import { counted } from '../../../ui/text.ts'
import { arrangeRows, entryOf, type Entry } from './arrange-rows.ts'
import { LOAD_MORE, type FeedView } from './feed-view.ts'
import { Fold } from './fold.tsx'
import { NewsRow } from './news-row.tsx'
import type { useFeed } from './use-feed.ts'

type Props = {
  rows: CompanyWithNews[]
  companies: readonly { id: number }[]
  morning: Morning | undefined
  /** Only cards, in the order of the rows. */
  isPlain: boolean
  view: FeedView
  onView: (view: FeedView) => void
  more: ReturnType<typeof useFeed>['more']
  error: Error | null
  card: Pick<ComponentProps<typeof NewsRow>, 'newMarks' | 'now' | 'onRefresh'>
  coverageOf: ReadonlyMap<number, CompanyCoverage>
  muted: MutedCompany[] | undefined
  refreshing: ReadonlySet<number>
}

export function NewsList(props: Props) {
  const { rows, companies, morning, isPlain, view, onView, more, error, card, coverageOf, muted, refreshing } = props
  const { show } = view
  const { lines, above, quiet } = useMemo(() => {
    const shown = rows.slice(0, show)
    return isPlain ? { lines: shown.map(entryOf), above: [], quiet: [] } : arrangeRows(shown, companies, morning)
  }, [rows, show, isPlain, companies, morning])
  const listed = (entries: Entry[], look: ComponentProps<typeof NewsRow>['look']) =>
    entries.map((entry) => (
      <NewsRow
        key={entry.company.id}
        entry={entry}
        look={look}
        coverage={coverageOf.get(entry.company.id)}
        muted={muted?.find(({ companyId }) => companyId === entry.company.id)}
        isRefreshing={refreshing.has(entry.company.id)}
        {...card}
      />
    ))
  const next = (
    <>
      {more.hasFailed && error && <Alert>{reasonOf(error)}</Alert>}
      {(more.isThere || rows.length > show) && (
        <div className="flex justify-center border-t border-line py-5">
          <Button
            busy={more.isFetching}
            onClick={() => (more.hasFailed ? void more.fetch() : onView({ ...view, show: show + LOAD_MORE }))}
          >
            Load More
          </Button>
        </div>
      )}
    </>
  )
  const silent = companies.length - above.length - lines.length
  return (
    <>
      <div className="*:first:border-t-0">{listed(lines, isPlain ? 'card' : 'line')}</div>
      {above.length > 0 && (
        <Fold text={`${counted(above.length, 'company', 'companies')}: told above.`}>{listed(above, 'line')}</Fold>
      )}
      {quiet.length > 0 && (
        <Fold
          text={`${counted(silent, 'company', 'companies')}: nothing new.`}
          startsOpen={lines.length + above.length === 0}
        >
          <div className="gap-x-8 lg:grid lg:grid-cols-2">{listed(quiet, 'half')}</div>
          {next}
        </Fold>
      )}
      {/* Companies with news come first, so what follows the quiet ones is quiet too. */}
      {quiet.length === 0 && next}
    </>
  )
}

import { memo, useState } from 'react'
import type { CoverageSummary } from '#domain/news/coverage.ts'
import type { MutedCompany } from '#domain/news/new-stories.ts'
import { cx } from '../../../ui/button.tsx'
import { UntilFound } from '../../../ui/until-found.tsx'
import type { Entry } from './arrange-rows.ts'
import { CardBody } from './card-body.tsx'
import { RowHead } from './row-head.tsx'

type Props = {
  entry: Entry
  /** A line of a list, half a line, or a card that is always open. */
  look: 'line' | 'half' | 'card'
  coverage: CoverageSummary | undefined
  newMarks: ReadonlySet<number>
  muted: MutedCompany | undefined
  now: Date
  isRefreshing: boolean
  onRefresh: (companyId: number) => void
}

/** Memoized so that it isn't rendered again each time the list grows. */
export const NewsRow = memo(function NewsRow(props: Props) {
  const { entry, look, coverage, newMarks, now } = props
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = look === 'card' || isUnfolded
  const body = entry.row && <CardBody row={entry.row} coverage={coverage} newMarks={newMarks} now={now} />
  return (
    <article data-row className={cx('min-w-0 border-t border-line', look === 'half' && isOpen && 'lg:col-span-2')}>
      <RowHead {...props} isOpen={isOpen} onFold={setUnfolded} />
      {look === 'card' ? (
        // The menu above must not be clipped, so the header isn't part of it.
        <div className="[contain-intrinsic-size:auto_15rem] [content-visibility:auto] [overflow-clip-margin:1rem]">
          {body}
        </div>
      ) : (
        <UntilFound isHidden={!isOpen} onFound={() => setUnfolded(true)}>
          {body}
        </UntilFound>
      )}
    </article>
  )
})

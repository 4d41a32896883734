import type { CompanyCoverage } from '#domain/news/coverage.ts'
import { Notice } from '../../../ui/feedback.tsx'

/** Shows nothing until it is known whether the first checks are still running. */
export function NothingYetNotice({ coverage }: { coverage: CompanyCoverage[] | undefined }) {
  if (!coverage) return null
  return (
    <div className="mb-5">
      <Notice>
        {coverage.some(({ state }) => state === 'checking')
          ? 'First check is running... News appears here as we find it; this can take a while.'
          : 'No news about your companies yet. Each card shows whether its sources are quiet, failing or not found.'}
      </Notice>
    </div>
  )
}

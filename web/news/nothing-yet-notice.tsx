import type { CompanyCoverage } from '#domain/news/coverage.ts'
import { Notice } from '../ui/alert.tsx'

/** No company has news: because the first checks still run, or although they are done. Nothing is said before that is known. */
export function NothingYetNotice({ coverage }: { coverage: CompanyCoverage[] | undefined }) {
  if (!coverage) return null
  return (
    <div className="mb-5">
      <Notice>
        {coverage.some(({ state }) => state === 'checking')
          ? 'First check is running... News appears here as soon as something is found; nothing is wrong if it takes a while.'
          : 'Nothing has been found about your companies so far. Each card says whether its sources are quiet, broken or were never found.'}
      </Notice>
    </div>
  )
}

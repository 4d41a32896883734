import { useState } from 'react'
import type { RefreshProgress } from '#domain/news/briefs.ts'
import { counted, formatNumber } from '../../../ui/text.ts'
import { Button, Status } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/panel.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback.tsx'
import { uncheckedQuery } from '../refresh.ts'
import type { CompanyCoverage } from '#domain/news/coverage.ts'

type Props = {
  progress: RefreshProgress
  hasToast: boolean
}

export function RefreshBar({ progress: { done, total }, hasToast }: Props) {
  const [isHidden, setHidden] = useState(false)
  if (isHidden) return null
  const count = `${formatNumber(done)} of ${counted(total, 'company', 'companies')} checked`
  return (
    <div className="mb-6 grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex flex-wrap gap-x-3 text-sm font-medium">
          {!hasToast && <span>Fetching latest news...</span>}
          <Status className="tabular-nums">{count}</Status>
        </div>
        <Button variant="quiet" className="-mr-3.5" onClick={() => setHidden(true)}>
          Hide
        </Button>
      </div>
      <Progress label="Companies checked" value={total > 0 ? (100 * done) / total : 0} />
      <p className="text-sm text-muted">You can leave this page. Checking continues, and news appears as we find it.</p>
    </div>
  )
}

export function UncheckedNotice() {
  const queryClient = useQueryClient()
  const { data: unchecked = [] } = useQuery({ ...uncheckedQuery, enabled: false })
  if (unchecked.length === 0) return null
  const count = unchecked.length
  return (
    <div className="mb-5">
      <Notice
        action={
          <Button variant="quiet" onClick={() => queryClient.setQueryData(uncheckedQuery.queryKey, [])}>
            Dismiss
          </Button>
        }
      >
        <details>
          <summary className="cursor-pointer font-medium">
            {counted(count, 'company', 'companies')} could not be checked
          </summary>
          <ul className="mt-2 grid max-h-60 gap-1 overflow-y-auto">
            {unchecked.map(({ id, name, reason }) => (
              <li key={id} className="break-words">
                <Link to={paths.company(id)} className="font-medium underline-offset-3 hover:underline">
                  {name}
                </Link>
                : {reason}
              </li>
            ))}
          </ul>
        </details>
      </Notice>
    </div>
  )
}

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

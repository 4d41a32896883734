import type { ImportReport } from '#domain/companies/imports.ts'
import { Status } from '../../ui/status.tsx'
import { ALL_HERE, uploadProblem } from '../messages.ts'
import { hasSomethingToImport, ignoredColumnsLine, planSentence } from './plan-lines.ts'

type Props = {
  plan: ImportReport | undefined
  error: Error | null
  isChecking: boolean
  onSeeRows: () => void
}

/** What an upload would do, in one line. */
export function PlanSummary({ plan, error, isChecking, onSeeRows }: Props) {
  const ignored = plan ? ignoredColumnsLine(plan) : null
  return (
    <Status className="text-sm empty:hidden">
      {isChecking && <p className="appear-late text-muted">Looking at the file...</p>}
      {error && <p className="break-words text-bad">{uploadProblem(error)}</p>}
      {plan && (
        <p>
          {hasSomethingToImport(plan) || plan.counts.invalid > 0 ? `${planSentence(plan)}.` : ALL_HERE}{' '}
          <button
            type="button"
            onClick={onSeeRows}
            className="min-h-8 cursor-pointer rounded-sm text-accent underline underline-offset-3"
          >
            See every row
          </button>
        </p>
      )}
      {ignored && <p className="break-words text-muted">{ignored}</p>}
    </Status>
  )
}

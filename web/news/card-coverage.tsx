import type { CoverageSummary } from '#domain/news/coverage.ts'
import { Button } from '../ui/button.tsx'
import { coverageWords } from './coverage-words.ts'
import { StatusDot } from './status-dot.tsx'

type Props = { name: string; coverage: CoverageSummary; now: Date; retrying: boolean; onRetry: () => void }

/** What was checked and when, and why there is nothing. What fails can be tried again from here. */
export function CardCoverage({ name, coverage, now, retrying, onRetry }: Props) {
  const { tone, text } = coverageWords(coverage, now)
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

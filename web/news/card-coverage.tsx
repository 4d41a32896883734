import { useQuery } from '@tanstack/react-query'
import { useStaysInSight } from '../companies/company-logo-sight.ts'
import { coverageWords } from './coverage-words.ts'
import { coverageQuery } from './queries.ts'
import { StatusDot } from './status-dot.tsx'

/** Why there is nothing: quiet, broken or never found. Asked for only once the card is looked at. */
export function CardCoverage({ companyId, now }: { companyId: number; now: Date }) {
  const { ref, hasStayed } = useStaysInSight<HTMLParagraphElement>(true)
  const { data: coverage } = useQuery({ ...coverageQuery(companyId), enabled: hasStayed })
  const words = coverage && coverageWords(coverage, now)
  return (
    <p ref={ref} className="mt-2.5 flex min-h-5 max-w-[66ch] items-baseline gap-2 text-sm text-muted">
      {words && (
        <>
          <StatusDot tone={words.tone} />
          <span className="min-w-0">{words.text}</span>
        </>
      )}
    </p>
  )
}

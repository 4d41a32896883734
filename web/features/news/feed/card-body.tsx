import type { CompanyWithNews } from '#domain/news/briefs.ts'
import type { CoverageSummary } from '#domain/news/coverage.ts'
import { coverageText } from '#domain/news/coverage-text.ts'
import { BriefText, AiLabel } from '../brief.tsx'
import { StatusDot } from '../coverage/status-dot.tsx'

type Props = {
  row: CompanyWithNews
  coverage: CoverageSummary | undefined
  newMarks: ReadonlySet<number>
  now: Date
}

export function CardBody({ row, coverage, newMarks, now }: Props) {
  const { id, name, hasNews, latestNews } = row
  return (
    <div className="pb-5">
      {hasNews ? (
        <BriefText brief={latestNews} company={{ id, name }} newMarks={newMarks} now={now} />
      ) : (
        <p className="max-w-[66ch] text-muted">
          No recent news available for this company. Click "Refresh All" to fetch the latest updates.
        </p>
      )}
      {coverage && needsWords(coverage, hasNews) && <Trouble coverage={coverage} now={now} />}
      <AiLabel brief={latestNews} />
    </div>
  )
}

const needsWords = ({ state }: CoverageSummary, hasNews: boolean) =>
  state === 'broken' || state === 'partial' || (state === 'not-found' && !hasNews)

function Trouble({ coverage, now }: { coverage: CoverageSummary; now: Date }) {
  const { tone, text } = coverageText(coverage, now)
  return (
    <p className="mt-2 flex min-w-0 items-baseline gap-2 text-sm text-muted">
      <StatusDot tone={tone} />
      <span className="min-w-0 max-w-[66ch] break-words">{text}</span>
    </p>
  )
}

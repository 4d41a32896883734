import { useQuery } from '@tanstack/react-query'
import { timelineQuery } from './queries.ts'
import { Sparkline, storyCount } from './sparkline.tsx'

export function StoriesPerWeek({ companyId }: { companyId: number }) {
  const { data } = useQuery(timelineQuery(companyId))
  if (!data) return null
  const total = data.perWeek.reduce((sum, stories) => sum + stories, 0)
  return (
    <>
      <Sparkline perWeek={data.perWeek} className="w-full" />
      <p aria-hidden className="mt-1 text-sm text-muted tabular-nums">
        {storyCount(total)} in {data.perWeek.length} weeks
      </p>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { Company } from '#domain/companies/company.ts'
import { Button } from '../../ui/button.tsx'
import { facetsQuery } from './queries.ts'
import { useRemoveSample } from './sample-queries.ts'

export function SampleNotice({ companies }: { companies?: Company[] | undefined }) {
  const { data: facets } = useQuery(facetsQuery)
  const { mutate, isPending } = useRemoveSample()
  const count = facets?.sample ?? companies?.filter(({ sample }) => sample).length ?? 0
  if (count === 0) return null
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 rounded-md bg-sunk py-1 pr-1 pl-3.5 text-sm">
      <p>
        {count === 1
          ? 'Sample data: this company is fictional.'
          : `Sample data: these ${count} companies are fictional.`}
      </p>
      <Button variant="quiet" busy={isPending} onClick={() => mutate()}>
        Remove sample
      </Button>
    </div>
  )
}

export function SampleMark() {
  return <span className="flex-none rounded-sm border border-line-strong px-1.5 text-sm text-muted">Sample</span>
}

import { useQuery } from '@tanstack/react-query'
import type { Company } from '#domain/companies/company.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { formatNumber } from '../../ui/text.ts'
import { useAddInvestment } from './add-investment.tsx'
import { PasteCompanies } from './import/paste-companies.tsx'
import { facetsQuery, useLoadSample, useRemoveSample } from './queries.ts'

export function PortfolioEmpty({ onAdd, level }: { onAdd: () => void; level?: 'h2' | 'h3' }) {
  return (
    <EmptyState level={level} title="No investments yet" text="Add your first investment to start tracking news">
      <Button variant="primary" onClick={onAdd}>
        Add Company
      </Button>
      <LoadSampleButton />
      <PasteCompanies />
    </EmptyState>
  )
}

function LoadSampleButton() {
  const { mutate, isPending } = useLoadSample()
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      Load sample portfolio
    </Button>
  )
}

/** The actions offered while there are no companies. */
export function FirstSteps() {
  const add = useAddInvestment()
  return (
    <>
      {add.button}
      <LoadSampleButton />
      <PasteCompanies />
      {add.dialog}
    </>
  )
}

export function SampleNotice({ companies }: { companies?: Company[] | undefined }) {
  const { data: facets } = useQuery(facetsQuery)
  const { mutate, isPending } = useRemoveSample()
  const count = facets?.sample ?? companies?.filter(({ sample }) => sample).length ?? 0
  if (count === 0) return null
  return (
    <div className="mb-2 flex items-center justify-between gap-x-2 rounded-md sm:mb-4 bg-sunk py-1 pr-1 pl-3.5 text-sm">
      <p>
        {count === 1
          ? 'Sample data: this company is fictional.'
          : `Sample data: these ${formatNumber(count)} companies are fictional.`}
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

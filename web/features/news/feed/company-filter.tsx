import { useMemo, useState } from 'react'
import type { CompanyName } from '#domain/companies/company.ts'
import { Select } from '../../../ui/forms/controls.tsx'
import type { FeedView } from './feed-view.ts'

const FEW_COMPANIES = 300
const NO_COMPANIES: CompanyName[] = []
const names = new Intl.Collator()

type Props = { companies: CompanyName[] | undefined; view: FeedView; onView: (view: FeedView) => void }

/** Thousands of options render more slowly than the news they filter, so they wait for hover or focus. */
export function CompanyFilter({ companies, view, onView }: Props) {
  const [isReached, setReached] = useState(false)
  const all = companies ?? NO_COMPANIES
  const hasAll = isReached || all.length <= FEW_COMPANIES
  const byName = useMemo(
    () => all.filter(({ id }) => hasAll || id === view.company).toSorted((a, b) => names.compare(a.name, b.name)),
    [all, hasAll, view.company],
  )
  const isKnown = view.company === 'all' || byName.some(({ id }) => id === view.company)
  return (
    <Select
      label="Company"
      className="sm:max-w-60"
      value={String(view.company)}
      onChange={(value) => onView({ ...view, company: value === 'all' ? 'all' : Number(value) })}
      onReach={() => setReached(true)}
    >
      <option value="all">All Companies</option>
      {!isKnown && <option value={String(view.company)}>{companies ? 'Unknown company' : 'Loading...'}</option>}
      {byName.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId, type ComponentProps } from 'react'
import { Field, Input } from '../../ui/forms/controls.tsx'
import { facetsQuery } from './queries.ts'

export type DetailName = 'category' | 'stage' | 'investmentDate'

const USUAL_ROUNDS = ['Pre-seed', 'Seed', 'Series A', 'Series B', 'Series C', 'Series D', 'Growth', 'Exited']

type Props = {
  control: (name: DetailName) => ComponentProps<'input'>
  problems: Record<DetailName, string | undefined>
  isOpen?: boolean
}

export function MoreDetails({ control, problems, isOpen = false }: Props) {
  const { data: facets } = useQuery(facetsQuery)
  const id = useId()
  const used = (values: { value: string }[] = []) => values.map(({ value }) => value)
  return (
    <details open={isOpen || Object.values(problems).some(Boolean)} className="group">
      <summary className="-ml-1 inline-flex h-11 cursor-pointer list-none items-center gap-1.5 rounded-sm px-1 text-sm text-muted hover:text-ink md:h-9 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        More details
      </summary>
      <div className="mt-3 grid gap-5">
        <Field label="Category" optional error={problems.category}>
          {(described) => (
            <Input {...described} {...control('category')} list={`${id}-categories`} autoComplete="off" />
          )}
        </Field>
        <Suggestions id={`${id}-categories`} values={used(facets?.categories)} />
        <Field label="Stage" optional error={problems.stage}>
          {(described) => <Input {...described} {...control('stage')} list={`${id}-stages`} autoComplete="off" />}
        </Field>
        <Suggestions id={`${id}-stages`} values={[...new Set([...used(facets?.stages), ...USUAL_ROUNDS])]} />
        <Field label="Investment Date" optional error={problems.investmentDate}>
          {(described) => <Input {...described} {...control('investmentDate')} type="date" />}
        </Field>
      </div>
    </details>
  )
}

function Suggestions({ id, values }: { id: string; values: string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </datalist>
  )
}

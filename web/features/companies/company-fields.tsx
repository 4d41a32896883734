import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId, useState, type ComponentProps } from 'react'
import { websiteAddress } from '#domain/companies/company-key.ts'
import { isProfilePage } from '#domain/companies/profile-page.ts'
import { TextField } from '../../ui/forms/controls.tsx'
import { facetsQuery } from './queries.ts'

/** Accepts a profile page, because some companies have no other, but says what it costs. */
export function WebsiteField({ onChange, ...props }: ComponentProps<typeof TextField>) {
  const [typed, setTyped] = useState(String(props.value ?? props.defaultValue ?? ''))
  return (
    <TextField
      hint={
        isProfilePage(websiteAddress(typed) ?? '') &&
        'This looks like a profile page. The company’s own website finds more news.'
      }
      onChange={(event) => {
        setTyped(event.target.value)
        return onChange?.(event)
      }}
      placeholder="https://example.com"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}

const DETAILS = ['category', 'stage', 'investmentDate'] as const
export type DetailName = (typeof DETAILS)[number]

const USUAL_ROUNDS = ['Pre-seed', 'Seed', 'Series A', 'Series B', 'Series C', 'Series D', 'Growth', 'Exited']

type Props = {
  control: (name: DetailName) => ComponentProps<'input'>
  problems: Record<string, string>
  isOpen?: boolean
}

export function MoreDetails({ control, problems, isOpen = false }: Props) {
  const { data: facets } = useQuery(facetsQuery)
  const id = useId()
  const used = (values: { value: string }[] = []) => values.map(({ value }) => value)
  const field = (name: DetailName, label: string) => ({
    label,
    optional: true,
    error: problems[name],
    ...control(name),
  })
  return (
    <details open={isOpen || DETAILS.some((name) => problems[name])} className="group">
      <summary className="-ml-1 inline-flex h-11 cursor-pointer list-none items-center gap-1.5 rounded-sm px-1 text-sm text-muted hover:text-ink md:h-9 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        More details
      </summary>
      <div className="mt-3 grid gap-5">
        <TextField {...field('category', 'Category')} list={`${id}-categories`} autoComplete="off" />
        <Suggestions id={`${id}-categories`} values={used(facets?.categories)} />
        <TextField {...field('stage', 'Stage')} list={`${id}-stages`} autoComplete="off" />
        <Suggestions id={`${id}-stages`} values={[...new Set([...used(facets?.stages), ...USUAL_ROUNDS])]} />
        <TextField {...field('investmentDate', 'Investment Date')} type="date" />
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

import { useQuery } from '@tanstack/react-query'
import { ALL_COMPANIES } from '#domain/integrations/choices.ts'
import { listViews } from '#domain/news/explore-endpoints.ts'
import { query } from '../../api/context.ts'
import { namesQuery } from '../companies/queries.ts'
import { Field, Select } from '../../ui/forms/controls.tsx'

type Props = { label: string; value: string; onChange: (value: string) => void }

/** Selects the whole portfolio, a saved view, or one company. */
export function NewsOf({ label, value, onChange }: Props) {
  const names = useQuery(namesQuery)
  const views = useQuery(query(listViews))
  return (
    <Field label={label}>
      {() => (
        <Select label={label} value={value} onChange={onChange} isTall>
          <option value="">{ALL_COMPANIES}</option>
          {views.data && views.data.length > 0 && (
            <optgroup label="Saved views">
              {views.data.map(({ id, name }) => (
                <option key={id} value={`view ${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
          <optgroup label="Companies">
            {names.data
              ?.toSorted((a, b) => a.name.localeCompare(b.name))
              .map(({ id, name }) => (
                <option key={id} value={companyChoice(id)}>
                  {name}
                </option>
              ))}
          </optgroup>
        </Select>
      )}
    </Field>
  )
}

export const companyChoice = (id: number | string) => `company ${id}`

export function chosenNews(value: string): { companyId: number | null; viewId: number | null } {
  const [kind, id] = value.split(' ')
  return { companyId: kind === 'company' ? Number(id) : null, viewId: kind === 'view' ? Number(id) : null }
}

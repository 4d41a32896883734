import type { Company } from '../../curate/match/company.ts'
import type { SubjectView } from '../item.ts'

/** A company as matching looks for it: by its names, its site, its people and what it says of itself. */
export function companyOf({ name, website, aliases, facts }: SubjectView): Company {
  const told = (kind: string) => facts.filter((fact) => fact.kind === kind).map(({ value }) => value)
  const description = [...told('title'), ...told('description')].join('\n')
  return { name, website, aliases, description, people: told('person'), places: told('place') }
}

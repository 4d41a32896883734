import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { useEffect } from 'react'
import { hostKey } from '#domain/companies/company-key.ts'
import type { CompanyName } from '#domain/companies/company.ts'
import { namesQuery } from '../companies/names-query.ts'
import { paths } from '../paths.ts'
import type { Choice } from './choice.ts'
import { find, findable, isBlank, type Findable, type Found } from './match.ts'

const MOST = 8
/** After the palette is on the screen, and before anybody has typed a letter. */
const PREPARE_AFTER_MS = 60

const idOf = ({ id }: CompanyName) => `company:${id}`

/** The companies that fit what was typed; before that, those among the ones chosen last. */
export function useCompanyHits(typed: string, recent: string[], mayUse: boolean): Found<Choice>[] {
  const navigate = useNavigate()
  const { data } = useQuery({ ...namesQuery(useQueryClient()), enabled: mayUse })
  const names = (mayUse && data) || NONE
  useEffect(() => {
    const timer = setTimeout(() => prepared(names), PREPARE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [names])
  const found = isBlank(typed)
    ? names.filter((name) => recent.includes(idOf(name))).map((item) => ({ item, rank: 0 }))
    : find(prepared(names), typed, MOST)
  return found.map(({ item, rank }) => ({
    rank,
    item: {
      id: idOf(item),
      label: item.name,
      hint: hostKey(item.website),
      icon: Building2,
      run: () => void navigate({ to: paths.company(item.id) }),
    },
  }))
}

const NONE: CompanyName[] = []
const ready = new WeakMap<CompanyName[], Findable<CompanyName>[]>()

/** Thousands of names are made comparable once, not at every key and not at every opening. */
function prepared(names: CompanyName[]): Findable<CompanyName>[] {
  const made = ready.get(names) ?? names.map((one) => findable(one, one.name, hostKey(one.website)))
  ready.set(names, made)
  return made
}

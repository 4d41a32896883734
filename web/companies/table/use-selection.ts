import { useState } from 'react'
import type { Company } from '#domain/companies/company.ts'

type State = { list: string; ids: ReadonlySet<number>; last: number | null }

const NOTHING: ReadonlySet<number> = new Set()

/** Which rows are chosen. Another list starts with none, so that nothing out of sight is ever acted upon. */
export function useSelection(companies: Company[], list: string) {
  const [state, setState] = useState<State>({ list, ids: NOTHING, last: null })
  const ids = state.list === list ? state.ids : NOTHING
  const last = state.list === list ? state.last : null
  const chosen = ids.size === 0 ? [] : companies.filter(({ id }) => ids.has(id))

  /** With a range, everything between the row chosen last and this one becomes what this one becomes. */
  const toggle = (index: number, isRange: boolean) => {
    const company = companies[index]
    if (!company) return
    const [from, to] =
      isRange && last !== null ? [Math.min(last, index), Math.max(last, index)] : [index, index]
    const next = new Set(ids)
    const isChosen = !ids.has(company.id)
    for (const { id } of companies.slice(from, to + 1)) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    setState({ list, ids: next, last: index })
  }
  const choose = (all: Company[]) => setState({ list, ids: new Set(all.map(({ id }) => id)), last: null })
  return { ids, chosen, toggle, choose, clear: () => choose([]) }
}

export type Selection = ReturnType<typeof useSelection>

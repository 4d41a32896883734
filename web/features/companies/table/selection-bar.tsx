import { useEffect, useRef, useState } from 'react'
import type { Company, CompanyFilter } from '#domain/companies/company.ts'
import { Button, Status } from '../../../ui/button.tsx'
import { ExportMenu } from '../export-menu.tsx'
import { formatNumber } from '../../../ui/text.ts'
import type { useCompanies } from '../queries.ts'

type Props = {
  selection: Selection
  companies: Company[]
  filter: CompanyFilter
  onRemove: () => void
} & Pick<ReturnType<typeof useCompanies>, 'total' | 'more'>

export function SelectionBar({ selection, companies, filter, total, more, onRemove }: Props) {
  const { chosen, clear } = selection
  const all = useChooseAll(selection, more)
  const isEverything = chosen.length === total
  if (chosen.length === 0) return null
  return (
    <div className="sticky bottom-16 z-10 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md max-sm:gap-x-1 border border-line-strong bg-surface p-2 sm:pl-4 shadow-lift sm:bottom-4">
      <Status className="text-sm font-medium tabular-nums max-sm:pl-2">
        {all.isOn
          ? `Loading ${formatNumber(companies.length)} of ${formatNumber(total)}`
          : `${formatNumber(chosen.length)} of ${formatNumber(total)} selected`}
      </Status>
      {all.isOn ? (
        <Button variant="quiet" onClick={all.stop}>
          Stop
        </Button>
      ) : (
        more.isThere &&
        chosen.length === companies.length && (
          <Button variant="quiet" onClick={all.begin} className="max-sm:px-2">
            Select all {formatNumber(total)}
          </Button>
        )
      )}
      <div className="ml-auto flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-3 max-sm:*:px-2">
        <Button variant="quiet" onClick={clear}>
          Clear
        </Button>
        <ExportMenu {...(isEverything ? { filter } : { ids: chosen.map(({ id }) => id) })} />
        <Button variant="danger" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  )
}

/** Loads the rest of the list before selecting all. */
function useChooseAll({ choose }: Selection, { fetch }: Props['more']) {
  const [isOn, setOn] = useState(false)
  const isStopped = useRef(false)
  const stop = () => {
    isStopped.current = true
  }
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const begin = async () => {
    isStopped.current = false
    setOn(true)
    let list = await fetch()
    while (list.hasNextPage && !list.isError && !isStopped.current) list = await fetch()
    setOn(false)
    if (!list.hasNextPage && list.data) choose(list.data.pages.flatMap(({ items }) => items))
  }
  return { isOn, begin: () => void begin(), stop }
}

type State = { list: string; ids: ReadonlySet<number>; last: number | null }

const NOTHING: ReadonlySet<number> = new Set()

/** A different list starts with nothing selected, so that rows out of sight are never changed. */
export function useSelection(companies: Company[], list: string) {
  const [state, setState] = useState<State>({ list, ids: NOTHING, last: null })
  const ids = state.list === list ? state.ids : NOTHING
  const last = state.list === list ? state.last : null
  const chosen = ids.size === 0 ? [] : companies.filter(({ id }) => ids.has(id))

  const toggle = (index: number, isRange: boolean) => {
    const company = companies[index]
    if (!company) return
    const [from, to] = isRange && last !== null ? [Math.min(last, index), Math.max(last, index)] : [index, index]
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

import { useEffect, useRef, useState } from 'react'
import type { Company, CompanyFilter } from '#domain/companies/company.ts'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import { ExportMenu } from '../export-menu.tsx'
import { figure } from '../messages.ts'
import type { useCompanies } from '../queries.ts'
import type { Selection } from './use-selection.ts'

type Props = {
  selection: Selection
  companies: Company[]
  filter: CompanyFilter
  onRemove: () => void
} & Pick<ReturnType<typeof useCompanies>, 'total' | 'more'>

/** What can be done with the chosen rows, in sight however far the page is scrolled. */
export function SelectionBar({ selection, companies, filter, total, more, onRemove }: Props) {
  const { chosen, clear } = selection
  const all = useChooseAll(selection, more)
  const isEverything = chosen.length === total
  if (chosen.length === 0) return null
  return (
    <div className="sticky bottom-16 z-10 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md max-sm:gap-x-1 border border-line-strong bg-surface p-2 sm:pl-4 shadow-lift md:bottom-4">
      <Status className="text-sm font-medium tabular-nums max-sm:pl-2">
        {all.isOn
          ? `Loading ${figure(companies.length)} of ${figure(total)}`
          : `${figure(chosen.length)} of ${figure(total)} selected`}
      </Status>
      {all.isOn ? (
        <Button look="quiet" onClick={all.stop}>
          Stop
        </Button>
      ) : (
        more.isThere &&
        chosen.length === companies.length && (
          <Button look="quiet" onClick={all.begin} className="max-sm:px-2">
            Select all {figure(total)}
          </Button>
        )
      )}
      <div className="ml-auto flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-3 max-sm:*:px-2">
        <Button look="quiet" onClick={clear}>
          Clear
        </Button>
        <ExportMenu {...(isEverything ? { filter } : { ids: chosen.map(({ id }) => id) })} />
        <Button look="danger" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  )
}

/** All can only be chosen when all are known: the rest of the list is fetched first, and that can be stopped. */
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

import { useEffect, useRef, type RefObject } from 'react'
import { isShortcut } from '../../ui/shortcuts.ts'

type Keys = {
  search: RefObject<HTMLInputElement | null>
  body: RefObject<HTMLTableSectionElement | null>
  onSelect: (index: number) => void
  /** Without a row: whatever is selected. */
  onRemove: (index: number | null) => void
}

/** `/` search, `j` and `k` down and up, `o` open, `x` select, `#` remove; off while typing and in a dialog. */
export function useTableKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isShortcut(event) && act(event.key, latest.current)) event.preventDefault()
    }
    // Not on the window: the keys of the whole application are heard there, after those of a page.
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function act(key: string, { search, body, onSelect, onRemove }: Keys): boolean {
  const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const index = at === -1 ? null : Number(rows[at]?.dataset.row)
  if (key === '/') search.current?.focus()
  else if (key === 'j') goTo(at === -1 ? rows.find(isInView) : rows[at + 1])
  else if (key === 'k') goTo(at === -1 ? rows.find(isInView) : rows[at - 1])
  else if (key === 'o') rows[at]?.querySelector('a')?.click()
  else if (key === 'x' && index !== null) onSelect(index)
  else if (key === '#') onRemove(index)
  else return false
  return true
}

/** Where the focus is, is the current row: there is no second cursor to lose. */
function goTo(row: HTMLElement | undefined): void {
  row?.querySelector('a')?.focus({ preventScroll: true })
  row?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
}

const isInView = (row: HTMLElement) => row.getBoundingClientRect().top >= 0

const PATIENCE_MS = 5000

/** The rows and cards of the page, in their order; whatever says `data-row` is one. */
const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')]

/** Where the focus is, is the current row: there is no second cursor to lose. */
const currentRow = () => rows().find((row) => row.contains(document.activeElement))

/** One further down, or up; without a current row the first that is in sight. */
export function moveRow(step: 1 | -1): void {
  const all = rows()
  const at = all.findIndex((row) => row.contains(document.activeElement))
  const row = at === -1 ? all.find((one) => one.getBoundingClientRect().top >= 0) : all[at + step]
  if (row) targetOf(row)?.focus({ preventScroll: true })
  row?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
}

export function openRow(): void {
  const row = currentRow()
  if (row) targetOf(row)?.click()
}

/** What a row is about is its heading; a row without one begins with it. */
const targetOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('h3 a') ?? row.querySelector<HTMLElement>('a, button')

/** The company that a page is about, or that the current row leads to. */
export function companyHere(): { id: number; isPage: boolean } | null {
  const page = idIn(location.pathname)
  if (page) return { id: page, isPage: true }
  const links = [...(currentRow()?.querySelectorAll('a') ?? [])]
  const id = links.map(({ pathname }) => idIn(pathname)).find(Boolean)
  return id ? { id, isPage: false } : null
}

const idIn = (path: string) => Number(/^\/companies\/([1-9]\d{0,9})$/.exec(path)?.[1] ?? 0)

/** A control of the page that names its own key. */
export const controlOf = (key: string) => `main [aria-keyshortcuts="${key}"]:not(:disabled)`

/** At once, or as soon as the page has it; a page that never does is not waited for. */
export function whenThere(selector: string, act: (element: HTMLElement) => void): void {
  const look = () => {
    const element = document.querySelector<HTMLElement>(selector)
    if (element) act(element)
    return element !== null
  }
  if (look()) return
  const observer = new MutationObserver(() => look() && stop())
  const timer = setTimeout(() => stop(), PATIENCE_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
}

import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'
import { setTheme } from '../../ui/theme.ts'
import { onKey, sendRowKey, takeKeys } from '../../ui/shortcuts.ts'
import { type ActionName, actionForKey, ACTIONS, pageForKey } from './registry.ts'

const RENDER_TIMEOUT_MS = 5000

/** Rows that are folded away can't have the focus. */
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter((row) => !row.closest('[hidden]'))

/** The current row is the one that has focus. */
const currentRow = () => rows().find((row) => row.contains(document.activeElement))

function moveRow(step: 1 | -1): void {
  const all = rows()
  const at = all.findIndex((row) => row.contains(document.activeElement))
  const row = at === -1 ? all.find((one) => one.getBoundingClientRect().top >= 0) : all[at + step]
  if (row) targetOf(row)?.focus({ preventScroll: true })
  row?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
}

function openRow(): void {
  const row = currentRow()
  if (row) targetOf(row)?.click()
}

function sendToRow(key: string): void {
  const row = currentRow()
  if (row) sendRowKey(row, key)
}

const targetOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('h3 a') ?? row.querySelector<HTMLElement>('a, button')

function companyHere(): { id: number; isPage: boolean } | null {
  const page = idIn(location.pathname)
  if (page) return { id: page, isPage: true }
  const links = [...(currentRow()?.querySelectorAll('a') ?? [])]
  const id = links.map(({ pathname }) => idIn(pathname)).find(Boolean)
  return id ? { id, isPage: false } : null
}

const idIn = (path: string) => Number(/^\/companies\/([1-9]\d{0,9})$/.exec(path)?.[1] ?? 0)

/** Keys that the rows of a list act on themselves. */
const ROW_KEYS = 'sucx.'

/** Keys of a control that only some pages have. */
const PAGE_KEYS = 'Uf'

const controlOf = (key: string) => `main [aria-keyshortcuts="${key}"]:not(:disabled)`

function press(selector: string): void {
  const control = document.querySelector<HTMLElement>(selector)
  control?.focus({ preventScroll: true })
  control?.click()
}

/** Acts immediately, or as soon as the page renders the element, up to a time limit. */
function whenRendered(selector: string, act: (element: HTMLElement) => void): void {
  const attempt = () => {
    const element = document.querySelector<HTMLElement>(selector)
    if (element) act(element)
    return element !== null
  }
  if (attempt()) return
  const observer = new MutationObserver(() => attempt() && stop())
  const timer = setTimeout(() => stop(), RENDER_TIMEOUT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
}

const SEQUENCE_MS = 1500

export type ShortcutAction =
  | { kind: 'palette' | Exclude<ActionName, 'theme'> }
  | { kind: 'refresh' | 'remove'; companyId: number }

type Options = { onAction: (action: ShortcutAction) => void; hasAccess: boolean }

export function useShortcutActions(options: Options): void {
  const navigate = useNavigate()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    let sequenceEndsAt = 0
    const go = (to: string, search: Record<string, string> = {}) => void navigate({ to, search })
    const act = (key: string) => {
      const { onAction, hasAccess } = latest.current
      const page = performance.now() < sequenceEndsAt ? pageForKey(key) : undefined
      const action = actionForKey(key)
      sequenceEndsAt = 0
      if (page) go(page.to, page.search)
      else if (key === 'g') sequenceEndsAt = performance.now() + SEQUENCE_MS
      else if (key === 'palette') onAction({ kind: 'palette' })
      else if (action === 'theme') setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark')
      else if (action) {
        if (hasAccess || !ACTIONS[action].isForAccess) onAction({ kind: action })
      } else if (key === 'j') moveRow(1)
      else if (key === 'k') moveRow(-1)
      else if (key === 'o') openRow()
      else if (ROW_KEYS.includes(key)) sendToRow(key)
      else if (PAGE_KEYS.includes(key)) press(controlOf(key))
      else if (hasAccess) onCompanies(key, onAction)
    }
    const onCompanies = (key: string, onAction: Options['onAction']) => {
      const company = companyHere()
      if (key === '/') search(onAction)
      else if (!company) return
      else if (key === 'r') onAction({ kind: 'refresh', companyId: company.id })
      else if (key === '#' && !company.isPage) onAction({ kind: 'remove', companyId: company.id })
      else if (key === '#' || key === 'e') {
        if (!company.isPage) go(paths.company(company.id))
        whenRendered(controlOf(key), (control) => control.click())
      }
    }
    // A page without a search of its own has the one of the shell.
    const search = (onAction: Options['onAction']) => {
      const field = document.querySelector<HTMLElement>(controlOf('/'))
      if (field) field.focus()
      else onAction({ kind: 'palette' })
    }
    const take = () => takeKeys().forEach(act)
    take()
    return onKey(take)
  }, [navigate])
}

import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../paths.ts'
import { setTheme } from '../ui/theme.ts'
import { onAsked, takeAsked } from './asked.ts'
import { companyHere, controlOf, moveRow, openRow, whenThere } from './on-page.ts'

/** How long `g` waits for the letter that says where to. */
const SEQUENCE_MS = 1500

const SEARCH = `#news-search, ${controlOf('/')}`

/** What is shown over the page, or done for it. */
export type Deed =
  { kind: 'palette' | 'sheet' | 'add' | 'refresh-all' } | { kind: 'refresh' | 'remove'; companyId: number }

type Options = { onDeed: (deed: Deed) => void; mayUse: boolean }

/** Does what the keys ask for, from the moment it is here. */
export function useKeyDeeds(options: Options): void {
  const navigate = useNavigate()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    let goesUntil = 0
    const go = (to: string, search: Record<string, string> = {}) =>
      void navigate({ to, search: search as never })
    const places: Record<string, () => void> = {
      d: () => go(paths.dashboard),
      n: () => go(paths.dashboard, { tab: 'news' }),
      v: () => go(paths.discover),
      p: () => go(paths.profile),
    }
    const act = (key: string) => {
      const { onDeed, mayUse } = latest.current
      const isSecond = performance.now() < goesUntil
      goesUntil = 0
      if (isSecond && places[key]) return places[key]()
      if (key === 'g') goesUntil = performance.now() + SEQUENCE_MS
      else if (key === 'palette') onDeed({ kind: 'palette' })
      else if (key === '?') onDeed({ kind: 'sheet' })
      else if (key === 't') setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark')
      else if (key === 'j') moveRow(1)
      else if (key === 'k') moveRow(-1)
      else if (key === 'o') openRow()
      else if (mayUse) onCompanies(key, onDeed)
    }
    const onCompanies = (key: string, onDeed: Options['onDeed']) => {
      const company = companyHere()
      if (key === '/') search()
      else if (key === 'a') onDeed({ kind: 'add' })
      else if (key === 'R') onDeed({ kind: 'refresh-all' })
      else if (!company) return
      else if (key === 'r') onDeed({ kind: 'refresh', companyId: company.id })
      else if (key === '#' && !company.isPage) onDeed({ kind: 'remove', companyId: company.id })
      else if (key === '#' || key === 'e') {
        if (!company.isPage) go(paths.company(company.id))
        whenThere(controlOf(key), (control) => control.click())
      }
    }
    const search = () => {
      if (!document.querySelector(SEARCH)) places.n?.()
      whenThere(SEARCH, (input) => input.focus())
    }
    const take = () => takeAsked().forEach(act)
    take()
    return onAsked(take)
  }, [navigate])
}

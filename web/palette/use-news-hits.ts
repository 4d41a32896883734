import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileText, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SearchHit, SearchPage } from '#domain/news/search.ts'
import { paths } from '../paths.ts'
import type { Choice } from './choice.ts'
import { isBlank } from './match.ts'

const WAIT_MS = 150
const MOST = 5
const FEWEST_LETTERS = 2
/** As many as the server takes. Asking domain/news/search.ts would bring all its validation along. */
const MOST_LETTERS = 200

/** The best of the user's own news for what was typed, and the way to all of them. */
export function useNewsHits(typed: string, mayUse: boolean): { choices: Choice[]; hasFailed: boolean } {
  const navigate = useNavigate()
  const words = typed.trim().slice(0, MOST_LETTERS)
  const asked = usePaused(words)
  const isWanted = mayUse && !isBlank(words)
  const isAsked = isWanted && asked.length >= FEWEST_LETTERS && !isBlank(asked)
  const { data, isError } = useQuery<SearchPage>({
    queryKey: [`/api/search?${new URLSearchParams({ q: asked, limit: String(MOST) })}`],
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isWanted) return { choices: [], hasFailed: false }
  const hits = isAsked ? (data?.hits ?? []) : []
  const all: Choice = {
    id: 'news:all',
    label: `Search all news for “${words}”`,
    icon: Search,
    run: () => void navigate({ to: paths.dashboard, search: { tab: 'news', q: words } as never }),
  }
  return {
    choices: [
      ...hits.map((hit) => ({
        ...asChoice(hit),
        run: () => void navigate({ to: paths.company(hit.companyId) }),
      })),
      all,
    ],
    hasFailed: isAsked && isError,
  }
}

const asChoice = ({ type, id, companyId, companyName, title }: SearchHit) => ({
  id: `news:${type}:${companyId}:${id}`,
  label: title.map(({ text }) => text).join(''),
  marked: title,
  hint: companyName,
  icon: FileText,
})

/** What was typed once the typing pauses. */
function usePaused(words: string): string {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(words), WAIT_MS)
    return () => clearTimeout(timer)
  }, [words])
  return paused
}

import { useQuery, useQueryClient, type QueryClient, keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Building2, FileText, Search, Tag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { hostKey } from '#domain/companies/company-key.ts'
import type { CompanyName } from '#domain/companies/company.ts'
import { paths } from '../../paths.ts'
import { type Command, find, findable, isBlank, type Findable, type Found } from './match.ts'
import { listCompanyNames } from '#domain/companies/endpoints.ts'
import { query } from '../../api/context.ts'
import { loaded } from '../companies/list-cache.ts'
import { isOnItsWay } from '../companies/queries.ts'
import { searchNews } from '#domain/news/explore-endpoints.ts'
import type { SearchHit } from '#domain/news/search.ts'
import { eventNamed } from '#domain/taxonomy.ts'

const MAX_COMPANIES = 8
/** Gives the page that requested the names time to render first. */
const PREPARE_AFTER_MS = 60

const idOf = ({ id }: CompanyName) => `company:${id}`

export function useCompanyHits(typed: string, recent: string[], hasAccess: boolean): Found<Command>[] {
  const navigate = useNavigate()
  const { data } = useQuery({ ...namesQuery(useQueryClient()), enabled: hasAccess })
  const names = (hasAccess && data) || NONE
  const found = isBlank(typed)
    ? names.filter((name) => recent.includes(idOf(name))).map((item) => ({ item, rank: 0 }))
    : find(prepared(names), typed, MAX_COMPANIES)
  return found.map(({ item, rank }) => ({
    rank,
    item: {
      id: idOf(item),
      label: item.name,
      hint: hostKey(item.website),
      icon: Building2,
      company: item,
      run: () => void navigate({ to: paths.company(item.id) }),
    },
  }))
}

/** Prepares the names, even thousands of them, before the palette opens. */
export function usePrefetchedNames(hasAccess: boolean): void {
  const { data } = useQuery({ ...namesQuery(useQueryClient()), enabled: hasAccess })
  useEffect(() => {
    if (!data) return
    const timer = setTimeout(() => prepared(data), PREPARE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [data])
}

const NONE: CompanyName[] = []
const ready = new WeakMap<CompanyName[], Findable<CompanyName>[]>()

/** Thousands of names are normalized once, not on every keystroke. */
function prepared(names: CompanyName[]): Findable<CompanyName>[] {
  const made = ready.get(names) ?? names.map((one) => findable(one, one.name, hostKey(one.website)))
  ready.set(names, made)
  return made
}

export const namesQuery = (queryClient: QueryClient) =>
  query(listCompanyNames, {}, { placeholderData: () => allInPages(queryClient) })

function allInPages(queryClient: QueryClient): CompanyName[] {
  const found = loaded(queryClient).flatMap(({ data }) => data.pages.flatMap(({ items }) => items))
  const there = found.filter((company) => !isOnItsWay(company))
  return [...new Map(there.map((company) => [company.id, company])).values()]
}

const WAIT_MS = 150
const MAX_NEWS = 5
const MIN_QUERY_LENGTH = 2
/** The server's limit, repeated here because importing domain/news/search.ts would pull in its validation. */
const MAX_QUERY_LENGTH = 200

export function useNewsHits(typed: string, hasAccess: boolean): { commands: Command[]; hasFailed: boolean } {
  const navigate = useNavigate()
  const words = typed.trim().slice(0, MAX_QUERY_LENGTH)
  const asked = usePaused(words)
  const isWanted = hasAccess && !isBlank(words)
  const isAsked = isWanted && asked.length >= MIN_QUERY_LENGTH && !isBlank(asked)
  const { data, isError } = useQuery(
    query(
      searchNews,
      { query: { q: asked, limit: MAX_NEWS } },
      { enabled: isAsked, placeholderData: keepPreviousData },
    ),
  )
  if (!isWanted) return { commands: [], hasFailed: false }
  const hits = isAsked ? (data?.hits ?? []) : []
  const all: Command = {
    id: 'news:all',
    label: `Search all news for “${words}”`,
    icon: Search,
    run: () => void navigate({ to: paths.dashboard, search: { tab: 'news', q: words } }),
  }
  const event = eventNamed(words)
  const labeled: Command = {
    id: 'news:labeled',
    label: `Stories labeled ${event}`,
    icon: Tag,
    run: () => void navigate({ to: paths.dashboard, search: { tab: 'news', event } }),
  }
  return {
    commands: [
      ...hits.map((hit) => ({
        ...asCommand(hit),
        run: () => void navigate({ to: paths.company(hit.companyId) }),
      })),
      ...(event ? [labeled] : []),
      all,
    ],
    hasFailed: isAsked && isError,
  }
}

const asCommand = ({ type, id, companyId, companyName, title }: SearchHit) => ({
  id: `news:${type}:${companyId}:${id}`,
  label: title.map(({ text }) => text).join(''),
  marked: title,
  hint: companyName,
  icon: FileText,
})

function usePaused(words: string): string {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(words), WAIT_MS)
    return () => clearTimeout(timer)
  }, [words])
  return paused
}

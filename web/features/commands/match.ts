import type { LucideIcon } from 'lucide-react'
import type { CompanyName } from '#domain/companies/company.ts'
import type { Fragment } from '#domain/news/search.ts'

/** The id is stored as a recent choice, so it must not contain personal data. */
export type Command = {
  id: string
  label: string
  marked?: Fragment[]
  hint?: string
  more?: string
  keys?: string
  icon: LucideIcon
  /** If set, its logo is shown instead of the icon. */
  company?: CompanyName
  run: () => void
}

export type CommandGroup = { name: string; commands: Command[] }

const MAX_SHOWN = 6

type Kinds = { companies: Found<Command>[]; pages: Findable<Command>[]; actions: Findable<Command>[] }

/** Recent choices first, then everything except companies, which are too many to list. */
function atFirst({ companies, pages, actions }: Kinds, recent: string[]): CommandGroup[] {
  const known = new Map([...companies, ...pages, ...actions].map(({ item }) => [item.id, item]))
  const last = recent.flatMap((id) => known.get(id) ?? [])
  const others = (kind: Findable<Command>[]) =>
    kind.map(({ item }) => item).filter(({ id }) => !last.some((command) => command.id === id))
  return [
    { name: 'Recent', commands: last },
    { name: 'Pages', commands: others(pages) },
    { name: 'Actions', commands: others(actions) },
  ]
}

export function groupsFor(kinds: Kinds, typed: string, recent: string[], news: Command[]): CommandGroup[] {
  if (isBlank(typed)) return atFirst(kinds, recent).filter(hasSome)
  const found = [
    { name: 'Companies', hits: kinds.companies },
    { name: 'Pages', hits: find(kinds.pages, typed, MAX_SHOWN) },
    { name: 'Actions', hits: find(kinds.actions, typed, MAX_SHOWN) },
  ].filter(({ hits }) => hits.length > 0)
  return [
    ...found
      .toSorted((a, b) => (a.hits[0]?.rank ?? 0) - (b.hits[0]?.rank ?? 0))
      .map(({ name, hits }) => ({ name, commands: hits.map(({ item }) => item) })),
    { name: 'News', commands: news },
  ].filter(hasSome)
}

const hasSome = ({ commands }: CommandGroup) => commands.length > 0

/** Normalized once, so that every keystroke is fast. */
export type Findable<Item> = { item: Item; text: string; more: string }

export type Found<Item> = { item: Item; rank: number }

const NO_MATCH = 4
/** Fewer letters would match inside too many words. */
const MIN_WITHIN = 3

// Letters that Unicode doesn't decompose but people type in plain ASCII.
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

function plain(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđı]/g, (letter) => PLAIN[letter] ?? letter)
  return ` ${letters.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()}`
}

export const findable = <Item>(item: Item, text: string, more = ''): Findable<Item> => ({
  item,
  text: plain(text),
  more: plain(more),
})

export const isBlank = (typed: string) => plain(typed) === ' '

/** Best first: prefix of the label, prefix of its words, match in `more`, match within words. Ties keep their order. */
export function find<Item>(among: readonly Findable<Item>[], typed: string, limit: number): Found<Item>[] {
  const query = plain(typed)
  const words = query.trim().split(' ')
  if (query === ' ') return []
  const found: Found<Item>[][] = Array.from({ length: NO_MATCH }, () => [])
  for (const { item, text, more } of among) {
    const rank = rankOf(text, more)
    const alike = found[rank]
    if (alike && alike.length < limit) alike.push({ item, rank })
  }
  return found.flat().slice(0, limit)

  function rankOf(text: string, more: string): number {
    if (text.startsWith(query)) return 0
    if (words.every((word) => text.includes(` ${word}`))) return 1
    if (words.every((word) => text.includes(` ${word}`) || more.includes(` ${word}`))) return 2
    return words.every((word) => word.length >= MIN_WITHIN && text.includes(word)) ? 3 : NO_MATCH
  }
}

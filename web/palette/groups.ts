import type { Choice, Group } from './choice.ts'
import { find, isBlank, type Findable, type Found } from './match.ts'

const MOST = 6

type Kinds = { companies: Found<Choice>[]; pages: Findable<Choice>[]; actions: Findable<Choice>[] }

/** Before anything is typed: what was chosen last, then everything but the companies, which are too many to read. */
function atFirst({ companies, pages, actions }: Kinds, recent: string[]): Group[] {
  const known = new Map([...companies, ...pages, ...actions].map(({ item }) => [item.id, item]))
  const last = recent.flatMap((id) => known.get(id) ?? [])
  const others = (kind: Findable<Choice>[]) =>
    kind.map(({ item }) => item).filter(({ id }) => !last.some((choice) => choice.id === id))
  return [
    { name: 'Recent', choices: last },
    { name: 'Pages', choices: others(pages) },
    { name: 'Actions', choices: others(actions) },
  ]
}

/** What is shown for what was typed: the kind with the best answer first, news always last. */
export function groupsFor(kinds: Kinds, typed: string, recent: string[], news: Choice[]): Group[] {
  if (isBlank(typed)) return atFirst(kinds, recent).filter(hasSome)
  const found = [
    { name: 'Companies', hits: kinds.companies },
    { name: 'Pages', hits: find(kinds.pages, typed, MOST) },
    { name: 'Actions', hits: find(kinds.actions, typed, MOST) },
  ].filter(({ hits }) => hits.length > 0)
  return [
    ...found
      .toSorted((a, b) => (a.hits[0]?.rank ?? 0) - (b.hits[0]?.rank ?? 0))
      .map(({ name, hits }) => ({ name, choices: hits.map(({ item }) => item) })),
    { name: 'News', choices: news },
  ].filter(hasSome)
}

const hasSome = ({ choices }: Group) => choices.length > 0

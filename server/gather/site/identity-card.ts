import type { FactKind, SubjectView } from '../item.ts'
import type { FoundFact } from './discovery.ts'

export type CardEntry = { value: string; foundAt: string[] }

/** What the public record of a company shows, each entry with every place where it was found. */
export type IdentityCard = {
  title: CardEntry | null
  description: CardEntry | null
  names: CardEntry[]
  people: CardEntry[]
  places: CardEntry[]
  feeds: CardEntry[]
  newsrooms: CardEntry[]
  careers: CardEntry[]
  boards: (CardEntry & { kind: 'greenhouse' | 'lever' | 'ashby' })[]
  github: CardEntry | null
  cik: CardEntry | null
}

const MAX_EACH = 20
/** Where a title says more than the name: "Acme · Payments for everybody". */
const TITLE_PARTS = /\s+[|·•–—-]\s+|:\s+/

/** Puts together what several looks and sources have found about one company. */
export function identityCard(
  subject: Pick<SubjectView, 'name' | 'domain'>,
  facts: FoundFact[],
): IdentityCard {
  const of = (kind: FactKind) => merged(facts.filter((fact) => fact.kind === kind))
  const boards = (['greenhouse', 'lever', 'ashby'] as const).flatMap((kind) =>
    of(kind).map((entry) => ({ ...entry, kind })),
  )
  const [title = null] = of('title')
  return {
    title,
    description: of('description')[0] ?? null,
    names: merged([...facts.filter(({ kind }) => kind === 'name'), ...nameInTitle(subject, title)]).filter(
      ({ value }) => isName(value),
    ),
    people: of('person'),
    places: of('place'),
    feeds: of('feed'),
    newsrooms: of('newsroom'),
    careers: of('careers'),
    boards,
    github: of('github')[0] ?? null,
    cik: of('cik')[0] ?? null,
  }
}

/** The same value in other letters is the same value; the first way of writing it stays. */
function merged(facts: FoundFact[]): CardEntry[] {
  const entries = new Map<string, CardEntry>()
  for (const { value, foundAt } of facts) {
    const key = value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
    const entry = entries.get(key)
    if (!entry) entries.set(key, { value, foundAt: [foundAt] })
    else if (!entry.foundAt.includes(foundAt)) entry.foundAt.push(foundAt)
  }
  return [...entries.values()].slice(0, MAX_EACH)
}

/** The part of a page's title that is the company's name, told by its likeness to the domain or the name we know. */
function nameInTitle(
  { name, domain }: Pick<SubjectView, 'name' | 'domain'>,
  title: CardEntry | null,
): FoundFact[] {
  const known = [letters(name), letters(domain?.split('.')[0] ?? '')].filter((text) => text.length > 2)
  const part = title?.value.split(TITLE_PARTS).find((each) => known.includes(letters(each)))
  return part === undefined || !title
    ? []
    : title.foundAt.map((foundAt) => ({ kind: 'name' as const, value: part.trim(), foundAt }))
}

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Sites put slogans and addresses where their name should be. */
const isName = (value: string) =>
  value.length <= 80 && value.split(' ').length <= 8 && !/^https?:|^home(?:page)?$/i.test(value)

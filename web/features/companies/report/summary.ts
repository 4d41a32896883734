import type { ExportedCompany } from '#domain/companies/export.ts'

const MOST_GROUPS = 8
const NOT_GIVEN = 'Not given'

export type Share = { label: string; count: number; share: number }

type Order = 'largest first' | 'newest first'

export function sharesBy(
  companies: ExportedCompany[],
  kindOf: (company: ExportedCompany) => string | null,
  order: Order = 'largest first',
): Share[] {
  const counts = new Map<string, Group>()
  let missing = 0
  for (const company of companies) {
    const label = kindOf(company)
    if (label === null) {
      missing += 1
      continue
    }
    const same = counts.get(kindKey(label)) ?? { label, count: 0 }
    // Of two spellings, the one with a capital letter.
    counts.set(kindKey(label), { label: same.label < label ? same.label : label, count: same.count + 1 })
  }
  const groups = [...counts.values()].sort(ORDERS[order])
  const kept = groups.length > MOST_GROUPS ? groups.slice(0, MOST_GROUPS - 1) : groups
  const rest = groups.slice(kept.length)
  const others = { label: order === 'newest first' ? 'Earlier' : `${rest.length} others`, count: sum(rest) }
  return [...kept, others, { label: NOT_GIVEN, count: missing }]
    .filter(({ count }) => count > 0)
    .map((group) => ({ ...group, share: group.count / companies.length }))
}

/** "pre-seed" and "Pre-Seed" are one stage. */
const kindKey = (label: string) => label.trim().toLowerCase()

type Group = Omit<Share, 'share'>

const ORDERS: Record<Order, (a: Group, b: Group) => number> = {
  'largest first': (a, b) => b.count - a.count || a.label.localeCompare(b.label, 'en'),
  'newest first': (a, b) => b.label.localeCompare(a.label, 'en'),
}

const sum = (groups: Group[]) => groups.reduce((total, { count }) => total + count, 0)

export function stats(companies: ExportedCompany[]) {
  const latest = companies.map(({ news }) => news.latestAt ?? '').reduce((a, b) => (a > b ? a : b), '')
  return {
    companies: companies.length,
    categories: new Set(companies.flatMap(({ category }) => (category === null ? [] : kindKey(category)))).size,
    withNews: companies.filter(({ news }) => news.items > 0).length,
    latestNews: latest || null,
    stories: companies.reduce((total, { stories }) => total + stories.last90Days, 0),
    quiet: companies.filter(({ stories }) => stories.quietSince !== null).length,
    samples: companies.filter(({ sample }) => sample).length,
  }
}

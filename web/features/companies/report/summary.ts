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
  const counts = new Map<string, number>()
  let missing = 0
  for (const company of companies) {
    const kind = kindOf(company)
    if (kind === null) missing += 1
    else counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const groups = [...counts].map(([label, count]) => ({ label, count })).sort(ORDERS[order])
  const kept = groups.length > MOST_GROUPS ? groups.slice(0, MOST_GROUPS - 1) : groups
  const rest = groups.slice(kept.length)
  const others = { label: order === 'newest first' ? 'Earlier' : `${rest.length} others`, count: sum(rest) }
  return [...kept, others, { label: NOT_GIVEN, count: missing }]
    .filter(({ count }) => count > 0)
    .map((group) => ({ ...group, share: group.count / companies.length }))
}

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
    categories: new Set(companies.flatMap(({ category }) => category ?? [])).size,
    withNews: companies.filter(({ news }) => news.items > 0).length,
    newsItems: companies.reduce((total, { news }) => total + news.items, 0),
    latestNews: latest || null,
    stories: companies.reduce((total, { stories }) => total + stories.last90Days, 0),
    quiet: companies.filter(({ stories }) => stories.quietSince !== null).length,
    samples: companies.filter(({ sample }) => sample).length,
  }
}

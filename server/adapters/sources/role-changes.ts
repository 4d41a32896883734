import type { FoundItem } from '../../gather/item.ts'
import { paragraphs } from '../../gather/ingest/plain-text.ts'
import type { Board, Role } from './role-list.ts'

type Changes = { added: Role[]; removed: Role[] }

/** A role goes by title and department: its number and dates change whenever somebody posts it again. */
const roleKey = ({ title, department }: Role): string => `${title}\n${department}`.toLowerCase()

/** What came and went between two looks, counting roles that are open several times. */
export function roleChanges(before: Role[], after: Role[]): Changes {
  // A look that was told no departments is compared without them.
  const key = [before, after].every(hasDepartments) ? roleKey : ({ title }: Role) => title.toLowerCase()
  return { added: without(after, before, key), removed: without(before, after, key) }
}

const hasDepartments = (roles: Role[]) => roles.some(({ department }) => department !== '')

function without(roles: Role[], others: Role[], key: (role: Role) => string): Role[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(key(other), (left.get(key(other)) ?? 0) + 1)
  return roles.filter((each) => {
    const count = left.get(key(each)) ?? 0
    left.set(key(each), count - 1)
    return count <= 0
  })
}

type Look = { company: string; board: Board; page: string; roles: Role[]; now: Date }

/** The first look: how many roles are open, without a word about since when. */
export const baselineItem = (look: Look): FoundItem => ({
  ...jobsItem(look),
  title: `${look.company} has ${openRoles(look.roles.length)}`,
  text: byDepartment(look.roles),
})

/** Later looks: what changed since the one before; null where nothing did. */
export function changesItem(look: Look, { added, removed }: Changes): FoundItem | null {
  if (added.length === 0 && removed.length === 0) return null
  const item = jobsItem(look)
  const parts = [
    added.length > 0 && `added ${counted(added.length)}`,
    removed.length > 0 &&
      `took down ${removed.length === 1 && added.length > 0 ? '1' : counted(removed.length)}`,
  ].filter(Boolean)
  const text = [
    added.length > 0 && `Added: ${added.map(spoken).join('; ')}.`,
    removed.length > 0 && `Taken down: ${removed.map(spoken).join('; ')}.`,
    byDepartment(look.roles),
  ]
  return {
    ...item,
    // The page is the same at every look, what it showed is not.
    url: `${look.page}?seen=${look.now.toISOString().slice(0, 16)}`,
    title: `${look.company} ${parts.join(' and ')}; ${openRoles(look.roles.length)} now`,
    text: paragraphs(text.filter(Boolean).join('\n')),
    facts: {
      ...item.facts,
      added: added.slice(0, 50).map(spoken),
      removed: removed.slice(0, 50).map(spoken),
    },
  }
}

const jobsItem = ({ board, page, roles, now }: Look): FoundItem => ({
  url: page,
  title: '',
  text: '',
  // When we saw it: the boards' own dates change with every touch.
  publishedAt: now,
  precision: 'day',
  publisher: null,
  language: 'en',
  kind: 'jobs',
  facts: { board, open: roles.length },
})

const counted = (count: number) => `${count} ${count === 1 ? 'role' : 'roles'}`
const openRoles = (count: number) => `${count} open ${count === 1 ? 'role' : 'roles'}`
const spoken = ({ title, department }: Role) => (department ? `${title} (${department})` : title)

function byDepartment(roles: Role[]): string {
  const counts = new Map<string, number>()
  for (const { department } of roles)
    if (department) counts.set(department, (counts.get(department) ?? 0) + 1)
  const largest = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 12)
  return largest.length > 0
    ? `Open by department: ${largest.map(([name, count]) => `${name} ${count}`).join(', ')}.`
    : ''
}

import { paragraphs } from '../../formats/fields.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Board } from './board-formats.ts'

export type Role = { title: string; department: string }

type Changes = { added: Role[]; removed: Role[] }

/** Roles are identified by title and department, because ids and dates change when a role is reposted. */
const roleKey = ({ title, department }: Role): string => `${title}\n${department}`.toLowerCase()

export function roleChanges(before: Role[], after: Role[]): Changes {
  // If either poll has no departments, only titles are compared.
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

type BoardPoll = { company: string; board: Board; page: string; roles: Role[]; now: Date }

export const baselineItem = (poll: BoardPoll): FoundItem => ({
  ...jobsItem(poll),
  title: `${poll.company} has ${openRoles(poll.roles.length)}`,
  text: byDepartment(poll.roles),
})

export function changesItem(poll: BoardPoll, { added, removed }: Changes): FoundItem | null {
  if (added.length === 0 && removed.length === 0) return null
  const item = jobsItem(poll)
  const parts = [
    added.length > 0 && `added ${counted(added.length)}`,
    removed.length > 0 && `took down ${removed.length === 1 && added.length > 0 ? '1' : counted(removed.length)}`,
  ].filter(Boolean)
  const text = [
    added.length > 0 && `Added: ${added.map(spoken).join('; ')}.`,
    removed.length > 0 && `Taken down: ${removed.map(spoken).join('; ')}.`,
    byDepartment(poll.roles),
  ]
  return {
    ...item,
    // The page keeps its URL while its content changes, so each change needs a URL of its own.
    url: `${poll.page}?seen=${poll.now.toISOString().slice(0, 16)}`,
    title: `${poll.company} ${parts.join(' and ')}; ${openRoles(poll.roles.length)} now`,
    text: paragraphs(text.filter(Boolean).join('\n')),
    facts: {
      ...item.facts,
      added: added.slice(0, 50).map(spoken),
      removed: removed.slice(0, 50).map(spoken),
    },
  }
}

const jobsItem = ({ board, page, roles, now }: BoardPoll): FoundItem => ({
  url: page,
  title: '',
  text: '',
  // The time of the poll, because the boards' own dates change with every edit.
  publishedAt: now,
  precision: 'second',
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
  for (const { department } of roles) if (department) counts.set(department, (counts.get(department) ?? 0) + 1)
  const largest = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 12)
  return largest.length > 0
    ? `Open by department: ${largest.map(([name, count]) => `${name} ${count}`).join(', ')}.`
    : ''
}

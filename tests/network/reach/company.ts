import { DAY_MS } from '#domain/time.ts'

/** The date of the visit. Pages are dated relative to it. */
export const TODAY = new Date('2026-11-16T09:00:00Z')

export type Post = { title: string; slug: string; date: Date; summary: string }

export type Company = { name: string; host: string; posts: Post[] }

const RECENT = [4, 19, 37, 66, 130, 260]
/** Even the newest is too old to count as news. */
export const OLD = [210, 330, 480, 700]

export const daysAgo = (days: number) => new Date(TODAY.getTime() - days * DAY_MS)

export function company(name: string, { host = hostOf(name), ages = RECENT, titles = TITLES } = {}): Company {
  const from = [...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0)
  const posts = ages.map((age, index) =>
    postOf((titles[(from + index * 5) % titles.length] ?? '').replaceAll('{name}', name), name, daysAgo(age)),
  )
  return { name, host, posts: [...new Map(posts.map((post) => [post.title, post])).values()] }
}

export const postOf = (title: string, name: string, date: Date, slug = slugOf(title)): Post => ({
  title,
  slug,
  date,
  summary: `${name} shares what changed, who is behind it and what customers can expect in the coming weeks.`,
})

const hostOf = (name: string) => `${slugOf(name).replaceAll('-', '')}.lab`

export const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)

/** The number of titles must not be a multiple of the step above, 5, or a company would repeat them. */
const TITLES = [
  '{name} raises $18 million Series A led by Harbor Ventures',
  'Introducing shared workspaces for regulated teams',
  'Why we moved our inference stack to bare metal',
  '{name} opens an engineering office in Lisbon',
  'How Calder Freight cut dispatch time by 40 percent',
  'Welcoming Priya Raman as Chief Financial Officer',
  '{name} and Norvik Bank announce a payments partnership',
  'Our autumn release: audit trails, roles and a faster editor',
  'What 2,000 support tickets taught us about onboarding',
  '{name} named to the Northern 50 list of growing startups',
  'SOC 2 Type II: what we learned on the way',
  'Announcing our developer program and public API',
  '{name} acquires Tallow Analytics',
  'Meet the team behind our computer vision models',
  'A practical guide to reconciling invoices at month end',
  '{name} expands to Germany, Austria and Switzerland',
  'Product update: bulk actions and saved views',
  'We are now certified under ISO 27001',
  'Closing the books faster: a conversation with Ostrava Foods',
  '{name} passes one million monthly shipments',
  'Rethinking search for field technicians',
]

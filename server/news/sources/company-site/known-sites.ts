import type { Board } from '../job-boards/board-formats.ts'

export type BoardFact = { kind: Board; value: string }

const MAX_HITS = 200
const SLUG = /^[a-z0-9][a-z0-9._%-]{0,98}$/i

/** Each board's host, and where the company appears in the rest of the URL. */
const BOARDS: { kind: BoardFact['kind']; host: string; slug: RegExp }[] = [
  {
    kind: 'greenhouse',
    host: 'greenhouse.io/',
    slug: /^(?:v1\/boards\/|embed\/job_(?:board|app)(?:\/js)?\?(?:[\w=%-]{1,60}&(?:amp;)?){0,3}for=)?([\w.%-]{1,99})/,
  },
  { kind: 'lever', host: 'lever.co/', slug: /^(?:v0\/postings\/)?([\w.%-]{1,99})/ },
  { kind: 'ashby', host: 'ashbyhq.com/', slug: /^(?:posting-api\/job-board\/)?([\w.%-]{1,99})/ },
  { kind: 'workable', host: 'workable.com/', slug: /^(?:api\/v\d\/(?:widget\/)?accounts\/)?([\w.%-]{1,99})/ },
  { kind: 'smartrecruiters', host: 'smartrecruiters.com/', slug: /^(?:v1\/companies\/)?([\w.%-]{1,99})/ },
]
/** Services that give each company its own subdomain, named after the company. */
const OWN_HOSTS: { kind: Board; domain: string; region?: string }[] = [
  { kind: 'recruitee', domain: '.recruitee.com' },
  { kind: 'personio', domain: '.jobs.personio.de' },
  { kind: 'personio', domain: '.jobs.personio.com', region: 'com:' },
  { kind: 'teamtailor', domain: '.teamtailor.com' },
  { kind: 'bamboohr', domain: '.bamboohr.com' },
]
const NOT_A_COMPANY =
  /^(?:www|api|app|apps|assets|blog|career|careers|cdn|developers?|docs|email|get|go|help|images?|info|jobs|learn|login|mail|marketing|media|partners?|resources?|scripts?|static|status|support|tracking|widgets?)\d?$/i
const NOT_A_BOARD = new Set([
  'embed',
  'v0',
  'v1',
  'boards',
  'api',
  'static',
  'assets',
  'posting-api',
  'users',
  'privacy',
  'terms',
  'legal',
  'blog',
  'js',
  'css',
  'images',
  'j',
])
const BOARD_HOST = /(?:^|[/.])(?:boards(?:-api)?|job-boards|jobs|api|apply|careers)(?:\.eu)?\.$/

/** Finds boards in links, frames, and the scripts that embed them. */
export function jobBoards(html: string): BoardFact[] {
  const found = new Map<string, BoardFact>()
  for (const { kind, host, slug } of BOARDS) {
    for (const text of [host, host.replace('/', String.raw`\/`)]) {
      let at = html.indexOf(text)
      for (let hits = 0; at >= 0 && hits < MAX_HITS; hits += 1) {
        const before = html.slice(Math.max(0, at - 20), at)
        const rest = html.slice(at + text.length, at + text.length + 300).replaceAll(String.raw`\/`, '/')
        const value = BOARD_HOST.test(before.replaceAll(String.raw`\/`, '/')) ? slug.exec(rest)?.[1] : undefined
        if (value && SLUG.test(value) && !NOT_A_BOARD.has(value.toLowerCase())) {
          const isEuropean = kind === 'lever' && before.endsWith('.eu.')
          found.set(`${kind} ${value}`, { kind, value: isEuropean ? `eu:${value}` : value })
        }
        at = html.indexOf(text, at + text.length)
      }
    }
  }
  for (const fact of ownHosts(html)) found.set(`${fact.kind} ${fact.value}`, fact)
  return [...found.values()].slice(0, 6)
}

function ownHosts(html: string): BoardFact[] {
  return OWN_HOSTS.flatMap(({ kind, domain, region = '' }) => {
    const names: string[] = []
    let at = html.indexOf(domain)
    for (let hits = 0; at >= 0 && hits < MAX_HITS; hits += 1) {
      const name = /\/([a-z0-9][a-z0-9-]{0,62})$/i.exec(html.slice(Math.max(0, at - 70), at))?.[1]
      const isEnd = !/[\w.-]/.test(html.charAt(at + domain.length))
      if (name && isEnd && !NOT_A_COMPANY.test(name)) names.push(region + name.toLowerCase())
      at = html.indexOf(domain, at + domain.length)
    }
    return [...new Set(names)].map((value) => ({ kind, value }))
  })
}

const NOT_AN_ORGANIZATION = new Set(
  'about apps blog collections contact customer-stories enterprise events explore features issues join login marketplace new notifications orgs pricing pulls readme search security settings signup site sponsors team topics trending users'.split(
    ' ',
  ),
)

export function githubOrganization(url: string): string | null {
  const parsed = URL.parse(url)
  if (!parsed || !/^(?:www\.)?github\.com$/.test(parsed.hostname)) return null
  const [first = '', second = ''] = parsed.pathname.split('/').filter((part) => part !== '')
  const name = first.toLowerCase() === 'orgs' ? second : first
  return /^[a-z0-9](?:[a-z0-9-]{0,38})$/i.test(name) && !NOT_AN_ORGANIZATION.has(name.toLowerCase()) ? name : null
}

/** The organization named like the site, or else the only one that the page links to. */
export function ownOrganization(names: string[], siteName: string, mayBeTheOnly: boolean): string | null {
  const label = bare(siteName)
  const distinct = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
  const alike = distinct.find((name) => label.length > 2 && (bare(name).includes(label) || label.includes(bare(name))))
  return alike ?? (mayBeTheOnly && distinct.length === 1 ? (distinct[0] ?? null) : null)
}

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Feeds in unusual places that can be derived from the URL alone. */
export function specialFeeds(address: string): string[] {
  const url = URL.parse(address)
  if (!url) return []
  const parts = url.pathname.split('/').filter((part) => part !== '')
  if (/(?:^|\.)youtube\.com$/.test(url.hostname)) return youtubeFeeds(url, parts)
  if (githubOrganization(address) !== null && parts[0] !== 'orgs' && parts[1])
    return [`https://github.com/${parts[0]}/${parts[1]}/releases.atom`]
  return []
}

function youtubeFeeds(url: URL, [kind, id]: string[]): string[] {
  const list = url.searchParams.get('list')
  if (kind === 'channel' && id && CHANNEL.test(id)) return [channelFeed(id)]
  if (list && /^[\w-]{10,60}$/.test(list)) return [`https://www.youtube.com/feeds/videos.xml?playlist_id=${list}`]
  return []
}

const CHANNEL = /^UC[\w-]{22}$/
const channelFeed = (id: string) => `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`

/** A channel's page has the channel id in its canonical URL. */
export function specialFeedsOfPage(pageUrl: string, canonicalUrl: string | null): string[] {
  const host = URL.parse(pageUrl)?.hostname ?? ''
  return /(?:^|\.)youtube\.com$/.test(host) && canonicalUrl !== null ? specialFeeds(canonicalUrl) : []
}

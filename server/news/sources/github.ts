import { DAY_MS } from '#domain/time.ts'
import { parseFeed } from '../formats/feed/parse-feed.ts'
import { badResult, errorResult, goodResult, mergedResult, refusedResult, unreadableResult } from './poll-result.ts'
import type { FoundItem } from '../formats/found-item.ts'
import type { Memory, PollRequest, SourceResult, TrackedCompany } from './source.ts'
import { isRecord, textsIn, line, believable } from '../formats/fields.ts'

export const GITHUB = 'https://github.com'

const MAX_REPOSITORIES = 8
const MAX_RELEASES = 50
const RELISTED_AFTER_MS = DAY_MS

type Mark = { etag: string | null; lastModified: string | null }
type GithubRequest = PollRequest & { origin: string }

/** Polls the releases of the repositories on the organization's page, or of the single one that the fact names. */
export async function pollGithub(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: GithubRequest,
): Promise<SourceResult> {
  const [organization, single] = accountOf(trackedCompany)
  if (!organization) return badResult('never-found', 'No GitHub organization is known for this company.', memory)
  const remembered = rememberedOf(memory)
  const isFresh = request.now.getTime() - remembered.listedAt < RELISTED_AFTER_MS && remembered.repositories.length > 0
  let { repositories, listedAt } = remembered
  if (single) repositories = [single]
  else if (!isFresh) {
    const listed = await list(organization, memory, request)
    // Known repositories are polled even when the page fails.
    if (!Array.isArray(listed) && (listed.state === 'never-found' || repositories.length === 0)) return listed
    if (Array.isArray(listed)) [repositories, listedAt] = [listed, request.now.getTime()]
  }
  const marks: Record<string, Mark> = {}
  const results: SourceResult[] = []
  for (const repository of repositories) {
    const { result, mark } = await releases(organization, repository, remembered.marks[repository], memory, request)
    if (mark) marks[repository] = mark
    // A deleted repository, or one without releases, isn't an error.
    if (result.state !== 'never-found') results.push(result)
  }
  return mergedResult(results, { ...memory, notes: { repositories, listedAt, marks } })
}

async function list(
  organization: string,
  memory: Memory,
  { fetch, origin, now }: GithubRequest,
): Promise<string[] | SourceResult> {
  try {
    const answer = await fetch({ url: `${origin}/${organization}`, accept: 'text/html' })
    const refused = refusedResult(answer, memory, now, 'This organization does not exist on GitHub.')
    return refused ?? parseRepositories(answer.bytes, organization)
  } catch (error) {
    return errorResult(error, memory)
  }
}

async function releases(
  organization: string,
  repository: string,
  mark: Mark | undefined,
  memory: Memory,
  { fetch, origin, now }: GithubRequest,
): Promise<{ result: SourceResult; mark: Mark | undefined }> {
  try {
    const url = `${origin}/${organization}/${repository}/releases.atom`
    const answer = await fetch({ url, accept: 'application/atom+xml', ...mark })
    const refused = refusedResult(answer, memory, now)
    if (refused) return { result: refused, mark }
    const items = parseReleases(answer.bytes, repository, origin, now)
    if (!items) return { result: unreadableResult(memory), mark }
    const { etag = null, 'last-modified': lastModified = null } = answer.headers
    return { result: goodResult(items, memory), mark: { etag, lastModified } }
  } catch (error) {
    return { result: errorResult(error, memory), mark }
  }
}

function accountOf({ facts }: TrackedCompany): string[] {
  const value = facts.find(({ kind }) => kind === 'github')?.value ?? ''
  const path = value.replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, '').replace(/^@/, '')
  const [organization = '', repository] = path.split(/[/?#]/)
  if (!/^[\w-]{1,39}$/.test(organization)) return []
  return repository && isRepository(repository) ? [organization, repository] : [organization]
}

const isRepository = (name: string) => /^[\w.-]{1,100}$/.test(name) && !/^(?:\.+|__proto__)$/.test(name)

export function parseRepositories(bytes: Buffer, organization: string): string[] {
  const page = bytes.toString('utf8')
  const links = page.matchAll(/href="\/([\w-]{1,39})\/([\w.-]{1,100})"/g)
  const names = new Set<string>()
  for (const [, owner = '', name = ''] of links) {
    if (owner.toLowerCase() === organization.toLowerCase() && isRepository(name) && name !== '.github') names.add(name)
    if (names.size === MAX_REPOSITORIES) break
  }
  return [...names]
}

/** Null if the response isn't Atom or is truncated. */
export function parseReleases(bytes: Buffer, repository: string, origin: string, now: Date): FoundItem[] | null {
  const feed = parseFeed(bytes, null, `${origin}/`)
  if (feed?.kind !== 'atom' || feed.isCut) return null
  return feed.items.slice(0, MAX_RELEASES).flatMap((item) => toItem(item, repository, now) ?? [])
}

function toItem(item: FoundItem, repository: string, now: Date): FoundItem | null {
  const tag = /\/releases\/tag\/([^?#]{1,300})/.exec(item.url)?.[1]
  if (tag === undefined) return null
  // Most releases have only a version number as their title.
  const isNamed = item.title.toLowerCase().includes(repository.toLowerCase())
  return {
    ...believable(item, now),
    title: line(isNamed ? item.title : `${repository} ${item.title}`),
    text: item.text === 'No content.' ? '' : item.text,
    publisher: 'GitHub',
    language: null,
    kind: 'release',
    facts: { repository, tag: line(decoded(tag), 100) },
  }
}

function decoded(tag: string): string {
  try {
    return decodeURIComponent(tag)
  } catch {
    return tag
  }
}

function rememberedOf({ notes }: Memory) {
  const marks: Record<string, Mark> = {}
  for (const [name, mark] of Object.entries(isRecord(notes?.marks) ? notes.marks : {})) {
    if (isRecord(mark)) marks[name] = { etag: textOrNull(mark.etag), lastModified: textOrNull(mark.lastModified) }
  }
  const repositories = textsIn(notes?.repositories, MAX_REPOSITORIES).filter(isRepository)
  return { repositories, listedAt: typeof notes?.listedAt === 'number' ? notes.listedAt : 0, marks }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

import { isRecord, line, readJson, recordsIn, writtenDate, type JsonRecord } from '../../formats/fields.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, PollRequest, SourceResult, TrackedCompany } from '../source.ts'
import { accountsOf, isTheirs } from './ownership.ts'
import { pollAccounts } from './poll-accounts.ts'

export const PACKAGES = {
  npm: 'https://registry.npmjs.org',
  pypi: 'https://pypi.org',
  crates: 'https://crates.io',
  huggingface: 'https://huggingface.co',
}

type Registry = keyof typeof PACKAGES
type PackageRequest = PollRequest & { origins: Record<Registry, string>; userAgent: string }
type Release = { name: string; version: string; at: unknown; about: unknown; url: string; homes: unknown[] }

const MAX_EACH = 3

const FORMATS: Record<
  Registry,
  { pattern: RegExp; path: (name: string) => string; read: (answer: unknown, name: string) => Release[] | null }
> = {
  npm: {
    pattern: /^(?:@[a-z0-9][\w.-]{0,99}\/)?[a-z0-9][\w.-]{0,99}$/i,
    path: (name) => `/-/v1/search?size=10&text=${encodeURIComponent(name)}`,
    read: npmReleases,
  },
  pypi: {
    pattern: /^[a-z0-9][\w.-]{0,99}$/i,
    path: (name) => `/pypi/${name}/json`,
    read: pypiReleases,
  },
  crates: {
    pattern: /^[a-z0-9][\w-]{0,63}$/i,
    path: (name) => `/api/v1/crates/${name}`,
    read: crateReleases,
  },
  huggingface: {
    pattern: /^[a-z0-9][\w.-]{0,95}$/i,
    path: (name) => `/api/models?author=${name}&sort=createdAt&direction=-1&limit=10`,
    read: huggingFaceModels,
  },
}

/** Packages that the company's site links to and that name its site or its GitHub organization as their home. */
export function pollPackages(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: PackageRequest,
): Promise<SourceResult> {
  const accounts = (Object.keys(FORMATS) as Registry[]).flatMap((registry) => {
    const { pattern, path, read } = FORMATS[registry]
    return accountsOf(trackedCompany, registry, pattern, MAX_EACH).map((name) => ({
      url: request.origins[registry] + path(name),
      accept: 'application/json',
      userAgent: registry === 'crates' ? request.userAgent : undefined,
      read: (bytes: Buffer) => {
        const releases = read(readJson(bytes), name)
        if (!releases) return null
        // A Hugging Face account needs no other proof than the link on the company's site.
        const own = releases.filter(({ homes }) => registry === 'huggingface' || isTheirs(trackedCompany, homes))
        if (releases.length > 0 && own.length === 0) return 'not-theirs'
        return own.flatMap((release) => toItem(release, registry, request.now) ?? [])
      },
    }))
  })
  return pollAccounts(accounts, memory, request, 'No package of this company is known.')
}

const PUBLISHERS: Record<Registry, string> = {
  npm: 'npm',
  pypi: 'PyPI',
  crates: 'crates.io',
  huggingface: 'Hugging Face',
}

function toItem({ name, version, at, about, url }: Release, registry: Registry, now: Date): FoundItem | null {
  const { publishedAt, precision } = writtenDate(at, now)
  if (name === '' || publishedAt === null) return null
  return {
    url,
    title: `${name} ${version} on ${PUBLISHERS[registry]}`.replace(/\s+/g, ' '),
    text: line(about, 1000),
    publishedAt,
    precision,
    publisher: PUBLISHERS[registry],
    language: null,
    kind: 'release',
    facts: { package: name, ...(version && { tag: version }) },
    isWhole: true,
  }
}

/** Reads search results: the package itself, and others in the same scope. */
function npmReleases(answer: unknown, wanted: string): Release[] | null {
  if (!isRecord(answer) || !Array.isArray(answer.objects)) return null
  const scope = /^@[^/]+\//.exec(wanted)?.[0]
  return recordsIn(answer.objects, 20).flatMap(({ package: found }) => {
    const { name, version, date, description, links } = isRecord(found) ? found : {}
    const isWanted = typeof name === 'string' && (name === wanted || (scope !== undefined && name.startsWith(scope)))
    if (!isWanted || !FORMATS.npm.pattern.test(name)) return []
    const { homepage, repository } = isRecord(links) ? links : {}
    const number = versionIn(version)
    const url = `https://www.npmjs.com/package/${name}/v/${number}`
    return [{ name, version: number, at: date, about: description, url, homes: [homepage, repository] }]
  })
}

function pypiReleases(answer: unknown, name: string): Release[] | null {
  if (!isRecord(answer) || !isRecord(answer.info)) return null
  const { info, urls } = answer
  const version = versionIn(info.version)
  const at = recordsIn(urls, 1)[0]?.upload_time_iso_8601
  const homes = [info.home_page, ...(isRecord(info.project_urls) ? Object.values(info.project_urls) : [])]
  return [{ name, version, at, about: info.summary, url: `https://pypi.org/project/${name}/${version}/`, homes }]
}

function crateReleases(answer: unknown, name: string): Release[] | null {
  if (!isRecord(answer) || !isRecord(answer.crate)) return null
  const { crate, versions } = answer
  const newest = recordsIn(versions, 200).find(({ yanked }) => yanked !== true)
  const version = versionIn(newest?.num)
  const url = `https://crates.io/crates/${name}/${version}`
  const homes = [crate.homepage, crate.repository]
  return newest ? [{ name, version, at: newest.created_at, about: crate.description, url, homes }] : []
}

function huggingFaceModels(answer: unknown, account: string): Release[] | null {
  if (!Array.isArray(answer)) return null
  return recordsIn(answer, 10).flatMap((model: JsonRecord) => {
    const name = line(model.id, 200)
    const isOwn = name.toLowerCase().startsWith(`${account.toLowerCase()}/`) && /^[\w.-]+\/[\w.-]+$/.test(name)
    const url = `https://huggingface.co/${name}`
    return isOwn ? [{ name, version: '', at: model.createdAt, about: '', url, homes: [] }] : []
  })
}

const versionIn = (value: unknown) => /^[\w.+-]{1,60}$/.exec(typeof value === 'string' ? value : '')?.[0] ?? ''

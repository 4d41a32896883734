import { nameKey } from '#domain/companies/company-key.ts'
import { DAY_MS } from '#domain/time.ts'
import { isRecord, line, paragraphs, readJson, recordsIn, writtenDate, type JsonRecord } from '../../formats/fields.ts'
import { foundNames } from '../search-names.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, PollRequest, SourceResult, TrackedCompany } from '../source.ts'
import { accountsOf, isTheirs } from './ownership.ts'
import { pollAccounts } from './poll-accounts.ts'

export const APP_STORE = 'https://itunes.apple.com'

const MAX_APPS = 5
/** An app counts as new for this long after its first version, to include early fixes. */
const NEW_MS = 14 * DAY_MS

/** Polls all apps that the company's site links to in a single request. */
export function pollAppStore(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: PollRequest & { origin: string },
): Promise<SourceResult> {
  const ids = accountsOf(trackedCompany, 'app-store', /^id\d{6,12}$/, MAX_APPS)
  const lookup = {
    url: `${request.origin}/lookup?id=${ids.map((id) => id.slice(2)).join(',')}&entity=software`,
    accept: 'application/json',
    read: (bytes: Buffer) => parseApps(bytes, trackedCompany, request.now),
  }
  const none = 'No app of this company is known.'
  return pollAccounts(ids.length > 0 ? [lookup] : [], memory, request, none)
}

export function parseApps(bytes: Buffer, trackedCompany: TrackedCompany, now: Date): FoundItem[] | 'not-theirs' | null {
  const answer = readJson(bytes)
  if (!isRecord(answer) || !Array.isArray(answer.results)) return null
  const apps = recordsIn(answer.results, MAX_APPS)
  const own = apps.filter((app) => isOwnApp(app, trackedCompany))
  return apps.length > 0 && own.length === 0 ? 'not-theirs' : own.flatMap((app) => toItem(app, now) ?? [])
}

/** Sites also link to other companies' apps, such as an authenticator. */
function isOwnApp({ sellerUrl, sellerName, artistName }: JsonRecord, trackedCompany: TrackedCompany): boolean {
  const names = foundNames(trackedCompany)
  const isNamed = [sellerName, artistName].some((name) => names.includes(nameKey(line(name, 200))))
  return isNamed || isTheirs(trackedCompany, [sellerUrl])
}

function toItem(app: JsonRecord, now: Date): FoundItem | null {
  const [name, version] = [line(app.trackName, 200), line(app.version, 40)]
  const { publishedAt, precision } = writtenDate(app.currentVersionReleaseDate, now)
  if (name === '' || version === '' || typeof app.trackId !== 'number' || publishedAt === null) return null
  const first = writtenDate(app.releaseDate, now).publishedAt
  const isNew = first !== null && publishedAt.getTime() - first.getTime() < NEW_MS
  return {
    url: `https://apps.apple.com/app/id${app.trackId}?version=${encodeURIComponent(version)}`,
    title: isNew ? `${name} is new in the App Store` : `${name} ${version} is in the App Store`,
    text: paragraphs(isNew ? app.description : app.releaseNotes, 4000),
    publishedAt,
    precision,
    publisher: 'App Store',
    language: null,
    kind: 'release',
    facts: { app: name, version },
    isWhole: true,
  }
}

import { isRecord, line, readJson, recordsIn, type JsonRecord } from '../../formats/fields.ts'
import { every, readXml, type XmlElement } from '../../formats/xml/xml-tree.ts'
import type { Role } from './roles.ts'

export const BOARDS = [
  'greenhouse',
  'lever',
  'ashby',
  'workable',
  'smartrecruiters',
  'recruitee',
  'personio',
  'teamtailor',
  'bamboohr',
] as const
export type Board = (typeof BOARDS)[number]

const MAX_ROLES = 2000
/** Prefix of boards that are hosted in another region under the same name: "eu:acme". */
const REGION = /^[a-z]{2,3}:/

type BoardFormat = {
  /** For services that give each company its own host, the parent domain. */
  origin: string
  /** The host for one company or one region. */
  hostOf?: (token: string) => string
  path: (name: string) => string
  /** Fallback for boards whose response is too large with descriptions. */
  shortPath?: (name: string) => string
  page: (token: string) => string
  /** Defaults to JSON. */
  type?: string
  parse: (bytes: Buffer) => Role[] | null
}

const personioHost = (token: string) =>
  `https://${boardName(token)}.jobs.personio.${token.startsWith('com:') ? 'com' : 'de'}`
const ownHost = (domain: string) => (token: string) => `https://${token}.${domain}`

export const BOARD_FORMATS: Record<Board, BoardFormat> = {
  greenhouse: {
    origin: 'https://boards-api.greenhouse.io',
    path: (name) => `/v1/boards/${name}/jobs?content=true`,
    shortPath: (name) => `/v1/boards/${name}/jobs`,
    page: (token) => `https://boards.greenhouse.io/${token}`,
    parse: (bytes) => listed(bytes, 'jobs', greenhouseRole),
  },
  lever: {
    origin: 'https://api.lever.co',
    hostOf: (token) => (REGION.test(token) ? 'https://api.eu.lever.co' : 'https://api.lever.co'),
    path: (name) => `/v0/postings/${name}?mode=json`,
    page: (token) => `https://jobs.${REGION.test(token) ? 'eu.' : ''}lever.co/${boardName(token)}`,
    parse: (bytes) => {
      const answer = readJson(bytes)
      return Array.isArray(answer) ? rolesIn(answer, leverRole) : null
    },
  },
  ashby: {
    origin: 'https://api.ashbyhq.com',
    path: (name) => `/posting-api/job-board/${name}?includeCompensation=true`,
    page: (token) => `https://jobs.ashbyhq.com/${token}`,
    parse: (bytes) => listed(bytes, 'jobs', ashbyRole),
  },
  workable: {
    origin: 'https://apply.workable.com',
    path: (name) => `/api/v1/widget/accounts/${name}`,
    page: (token) => `https://apply.workable.com/${token}`,
    parse: (bytes) => listed(bytes, 'jobs', ({ title, department }) => role(title, department)),
  },
  smartrecruiters: {
    origin: 'https://api.smartrecruiters.com',
    path: (name) => `/v1/companies/${name}/postings?limit=100`,
    page: (token) => `https://jobs.smartrecruiters.com/${token}`,
    // Reading only the first page of a longer list would report changes that didn't happen.
    parse: (bytes) => (isFirstPage(bytes) ? null : listed(bytes, 'content', smartRole)),
  },
  recruitee: {
    origin: 'https://recruitee.com',
    hostOf: ownHost('recruitee.com'),
    path: () => '/api/offers/',
    page: (token) => `https://${token}.recruitee.com/`,
    parse: (bytes) => listed(bytes, 'offers', recruiteeRole),
  },
  personio: {
    origin: 'https://jobs.personio.de',
    hostOf: personioHost,
    path: () => '/xml',
    page: (token) => `${personioHost(token)}/`,
    type: 'application/xml',
    parse: (bytes) => inXml(bytes, 'position', 'name'),
  },
  teamtailor: {
    origin: 'https://teamtailor.com',
    hostOf: ownHost('teamtailor.com'),
    path: () => '/jobs.rss',
    page: (token) => `https://${token}.teamtailor.com/jobs`,
    type: 'application/xml',
    parse: (bytes) => inXml(bytes, 'item', 'title'),
  },
  bamboohr: {
    origin: 'https://bamboohr.com',
    hostOf: ownHost('bamboohr.com'),
    path: () => '/careers/list',
    page: (token) => `https://${token}.bamboohr.com/careers`,
    parse: (bytes) =>
      listed(bytes, 'result', ({ jobOpeningName, departmentLabel }) => role(jobOpeningName, departmentLabel)),
  },
}

export const boardName = (token: string): string => token.replace(REGION, '')

/** Boards where each company has its own host, so that a token must be a single label. */
const OWN_HOST = new Set<Board>(['recruitee', 'personio', 'teamtailor', 'bamboohr'])

/** Checked before the token becomes part of a URL. */
export function isBoardToken(board: Board, token: string): boolean {
  const name = boardName(token)
  return OWN_HOST.has(board) ? /^[a-z0-9][a-z0-9-]{0,62}$/i.test(name) : /^(?!\.+$)[\w.%+-]{1,100}$/.test(name)
}

/** If the origin is overridden, a company that would have its own host becomes the first path segment. */
export function boardAddress(board: Board, token: string, origins: Record<Board, string>): string {
  const { origin, hostOf } = BOARD_FORMATS[board]
  if (origins[board] === origin) return hostOf?.(token) ?? origin
  return OWN_HOST.has(board) ? `${origins[board]}/${boardName(token)}` : origins[board]
}

function listed(bytes: Buffer, key: string, read: (job: JsonRecord) => Role | null): Role[] | null {
  const answer = readJson(bytes)
  return isRecord(answer) && Array.isArray(answer[key]) ? rolesIn(answer[key], read) : null
}

const rolesIn = (jobs: unknown[], read: (job: JsonRecord) => Role | null): Role[] =>
  recordsIn(jobs, MAX_ROLES).flatMap((job) => read(job) ?? [])

function inXml(bytes: Buffer, element: string, title: string): Role[] | null {
  const root = readXml(bytes)
  if (!root || !XML_BOARDS.has(root.name)) return null
  const text = (job: XmlElement, name: string) => job.children.find((child) => child.name === name)?.text.trim()
  return every(root, element)
    .slice(0, MAX_ROLES)
    .flatMap((job) => role(text(job, title), text(job, 'department')) ?? [])
}

const XML_BOARDS = new Set(['workzag-jobs', 'rss'])

const role = (title: unknown, department: unknown): Role | null => {
  const name = line(title, 200)
  return name === '' ? null : { title: name, department: line(department, 100) }
}

const greenhouseRole = ({ title, departments }: JsonRecord) => role(title, recordsIn(departments, 5)[0]?.name)

const leverRole = ({ text, categories }: JsonRecord) => {
  const { department, team } = isRecord(categories) ? categories : {}
  return role(text, department ?? team)
}

const ashbyRole = ({ title, department, team, isListed }: JsonRecord) =>
  isListed === false ? null : role(title, department ?? team)

const smartRole = ({ name, department }: JsonRecord) => role(name, isRecord(department) ? department.label : '')

const recruiteeRole = ({ title, department, status }: JsonRecord) =>
  status === undefined || status === 'published' ? role(title, department) : null

function isFirstPage(bytes: Buffer): boolean {
  const answer = readJson(bytes)
  if (!isRecord(answer) || !Array.isArray(answer.content)) return false
  return typeof answer.totalFound === 'number' && answer.totalFound > answer.content.length
}

import { isRecord, readJson, recordsIn, type JsonRecord } from '../../gather/ingest/json-shape.ts'
import { line } from '../../gather/ingest/plain-text.ts'

export type Role = { title: string; department: string }

export const BOARDS = ['greenhouse', 'lever', 'ashby'] as const
export type Board = (typeof BOARDS)[number]

const MAX_ROLES = 2000
/** Lever keeps the boards of some in Europe, under the same names. */
const EUROPE = /^eu:/

/** How each service is asked, where a person finds the same board, and how its answer is read. */
export const BOARD_FORMATS: Record<
  Board,
  {
    origin: string
    path: (token: string) => string
    /** A shorter answer, for boards whose descriptions are too long. */
    shortPath?: (token: string) => string
    page: (token: string) => string
    parse: (bytes: Buffer) => Role[] | null
  }
> = {
  greenhouse: {
    origin: 'https://boards-api.greenhouse.io',
    path: (token) => `/v1/boards/${token}/jobs?content=true`,
    shortPath: (token) => `/v1/boards/${token}/jobs`,
    page: (token) => `https://boards.greenhouse.io/${token}`,
    parse: (bytes) => listed(readJson(bytes), 'jobs', greenhouseRole),
  },
  lever: {
    origin: 'https://api.lever.co',
    path: (token) => `/v0/postings/${token.replace(EUROPE, '')}?mode=json`,
    page: (token) => `https://jobs.${EUROPE.test(token) ? 'eu.' : ''}lever.co/${token.replace(EUROPE, '')}`,
    parse: (bytes) => {
      const answer = readJson(bytes)
      return Array.isArray(answer) ? rolesIn(answer, leverRole) : null
    },
  },
  ashby: {
    origin: 'https://api.ashbyhq.com',
    path: (token) => `/posting-api/job-board/${token}?includeCompensation=true`,
    page: (token) => `https://jobs.ashbyhq.com/${token}`,
    parse: (bytes) => listed(readJson(bytes), 'jobs', ashbyRole),
  },
}

/** Where a board is asked for. Another place than the public one stands for all of it. */
export const originOf = (board: Board, token: string, origins: Record<Board, string>): string =>
  board === 'lever' && EUROPE.test(token) && origins.lever === BOARD_FORMATS.lever.origin
    ? 'https://api.eu.lever.co'
    : origins[board]

const listed = (answer: unknown, key: string, read: (job: JsonRecord) => Role | null) =>
  isRecord(answer) && Array.isArray(answer[key]) ? rolesIn(answer[key], read) : null

const rolesIn = (jobs: unknown[], read: (job: JsonRecord) => Role | null): Role[] =>
  recordsIn(jobs, MAX_ROLES).flatMap((job) => read(job) ?? [])

const role = (title: unknown, department: unknown): Role | null => {
  const name = line(title, 200)
  return name === '' ? null : { title: name, department: line(department, 100) }
}

const greenhouseRole = ({ title, departments }: JsonRecord) => role(title, recordsIn(departments, 5)[0]?.name)

const leverRole = ({ text, categories }: JsonRecord) => {
  const { department, team } = isRecord(categories) ? categories : {}
  return role(text, department ?? team)
}

/** Roles that are not listed are reached by their address only. */
const ashbyRole = ({ title, department, team, isListed }: JsonRecord) =>
  isListed === false ? null : role(title, department ?? team)

import { badResult, errorResult, goodResult, mergedResult, refusedResult, unreadableResult } from '../poll-result.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, PollRequest, SourceResult, TrackedCompany } from '../source.ts'
import { isRecord, recordsIn, line } from '../../formats/fields.ts'
import type { Fetched } from '../../../platform/fetch/fetch.ts'
import { BOARD_FORMATS, BOARDS, boardAddress, boardName, isBoardToken, type Board } from './board-formats.ts'
import { baselineItem, changesItem, roleChanges, type Role } from './roles.ts'

type BoardOrigins = Record<Board, string>

const MAX_BOARDS = 4

type Remembered = { etag: string | null; lastModified: string | null; roles: Role[] }
type BoardRequest = PollRequest & { origins: BoardOrigins }
type Watched = { board: Board; token: string; before: Remembered | undefined }

export async function pollJobBoards(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: BoardRequest,
): Promise<SourceResult> {
  const boards = boardsOf(trackedCompany)
  if (boards.length === 0) return badResult('never-found', 'No job board is known for this company.', memory)
  const known = rememberedOf(memory)
  const results: SourceResult[] = []
  for (const [board, token] of boards) {
    const id = `${board}:${token}`
    const { result, after } = await poll(trackedCompany.name, { board, token, before: known.get(id) }, memory, request)
    if (after) known.set(id, after)
    results.push(result)
  }
  const kept = [...known].filter(([id]) => boards.some(([board, token]) => id === `${board}:${token}`))
  return mergedResult(results, { ...memory, notes: { boards: Object.fromEntries(kept) } })
}

async function poll(
  company: string,
  { board, token, before }: Watched,
  memory: Memory,
  { fetch, origins, now }: BoardRequest,
): Promise<{ result: SourceResult; after?: Remembered }> {
  const { path, shortPath, page, parse, type = 'application/json' } = BOARD_FORMATS[board]
  const get = (address: string) =>
    fetch({
      url: boardAddress(board, token, origins) + address,
      accept: type,
      etag: before?.etag,
      lastModified: before?.lastModified,
    })
  try {
    const name = boardName(token)
    const answer = await get(path(name)).catch((error: unknown) => {
      if (shortPath && (error as { kind?: unknown }).kind === 'too-large') return get(shortPath(name))
      throw error
    })
    // Services redirect a closed board to their own front page.
    const isElsewhere = new URL(answer.url).host !== new URL(boardAddress(board, token, origins)).host
    const refused = isElsewhere
      ? badResult('never-found', NO_BOARD, memory)
      : refusedResult(answer, memory, now, NO_BOARD)
    if (refused) return { result: before && refused.state === 'never-found' ? gone(memory) : refused }
    const roles = parse(answer.bytes)
    if (!roles) return { result: unreadableResult(memory) }
    const seen = { company, board, page: page(token), roles, now }
    const item = before
      ? changesItem(seen, roleChanges(before.roles, roles))
      : roles.length > 0
        ? baselineItem(seen)
        : null
    return { result: boardResult(roles, item, memory), after: remember(answer, roles) }
  } catch (error) {
    return { result: errorResult(error, memory) }
  }
}

const NO_BOARD = 'There is no such job board.'

const gone = (memory: Memory) => badResult('failed', 'The job board that we knew is gone.', memory)

/** A board with roles but no changes is unchanged; only a board without roles is empty. */
const boardResult = (roles: Role[], item: FoundItem | null, memory: Memory): SourceResult => ({
  ...goodResult(item ? [item] : [], memory),
  state: item ? 'ok' : roles.length > 0 ? 'unchanged' : 'empty',
})

const remember = ({ headers }: Fetched, roles: Role[]): Remembered => ({
  etag: headers.etag ?? null,
  lastModified: headers['last-modified'] ?? null,
  roles,
})

function boardsOf({ facts }: TrackedCompany): [Board, string][] {
  const found = new Map<string, [Board, string]>()
  for (const { kind, value } of facts) {
    const board = BOARDS.find((each) => each === kind)
    if (board && isBoardToken(board, value)) found.set(`${board}:${value}`, [board, value])
  }
  return [...found.values()].slice(0, MAX_BOARDS)
}

function rememberedOf({ notes }: Memory): Map<string, Remembered> {
  const boards = isRecord(notes?.boards) ? notes.boards : {}
  const entries = Object.entries(boards).flatMap(([id, value]): [string, Remembered][] => {
    if (!isRecord(value)) return []
    const roles = recordsIn(value.roles, 2000).map(({ title, department }) => ({
      title: line(title, 200),
      department: line(department, 100),
    }))
    return [[id, { etag: textOrNull(value.etag), lastModified: textOrNull(value.lastModified), roles }]]
  })
  return new Map(entries)
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

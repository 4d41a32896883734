import { isRecord } from '../../formats/fields.ts'
import { badResult, errorResult, goodResult, mergedResult, refusedResult, unreadableResult } from '../poll-result.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, PollRequest, SourceResult } from '../source.ts'

type Account = {
  url: string
  accept: string
  userAgent?: string
  /** Null if the response can't be read; `not-theirs` if it doesn't show that the account is the company's. */
  read: (bytes: Buffer, contentType: string | undefined) => FoundItem[] | 'not-theirs' | null
}

type Mark = { etag: string | null; lastModified: string | null }

/** Sends one conditional request per account. */
export async function pollAccounts(
  accounts: Account[],
  memory: Memory,
  request: PollRequest,
  noAccount: string,
): Promise<SourceResult> {
  if (accounts.length === 0) return badResult('never-found', noAccount, memory)
  const known = marksOf(memory)
  const marks: Record<string, Mark> = {}
  const results: SourceResult[] = []
  for (const account of accounts) {
    const { result, mark } = await poll(account, known[account.url], memory, request)
    if (mark) marks[account.url] = mark
    results.push(result)
  }
  return mergedResult(results, { ...memory, notes: { marks } })
}

async function poll(
  { url, accept, userAgent, read }: Account,
  mark: Mark | undefined,
  memory: Memory,
  { fetch, now }: PollRequest,
): Promise<{ result: SourceResult; mark: Mark | undefined }> {
  try {
    const answer = await fetch({ url, accept, userAgent, ...mark })
    const refused = refusedResult(answer, memory, now, GONE)
    if (refused) return { result: refused, mark }
    const items = read(answer.bytes, answer.headers['content-type'])
    if (items === null) return { result: unreadableResult(memory), mark }
    const { etag = null, 'last-modified': lastModified = null } = answer.headers
    const result = items === 'not-theirs' ? badResult('never-found', NOT_THEIRS, memory) : goodResult(items, memory)
    return { result, mark: { etag, lastModified } }
  } catch (error) {
    return { result: errorResult(error, memory), mark }
  }
}

const GONE = 'There is no such account.'
const NOT_THEIRS = 'It does not say that it belongs to this company.'

function marksOf({ notes }: Memory): Record<string, Mark> {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const marks = Object.entries(isRecord(notes?.marks) ? notes.marks : {}).flatMap(([url, mark]) =>
    isRecord(mark) ? [[url, { etag: text(mark.etag), lastModified: text(mark.lastModified) }]] : [],
  )
  return Object.fromEntries(marks) as Record<string, Mark>
}

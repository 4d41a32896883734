import type { Fetched } from '../../../platform/fetch/fetch.ts'
import { errorResult, goodResult, refusedResult, unreadableResult } from '../poll-result.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, PollRequest, SourceResult } from '../source.ts'

type NewsSearch = {
  url: string
  accept: string
  /** Null if the response isn't a search result. */
  parse: (response: Fetched) => FoundItem[] | null
  isMatch: (item: FoundItem) => boolean
}

export type SearchRequest = PollRequest & { origin: string }

export async function pollNewsSearch(
  { url, accept, parse, isMatch }: NewsSearch,
  memory: Memory,
  { fetch, now }: PollRequest,
): Promise<SourceResult> {
  try {
    const response = await fetch({ url, accept })
    const refused = refusedResult(response, memory, now)
    if (refused) return refused
    const items = parse(response)
    return items ? goodResult(items.filter(isMatch), memory) : unreadableResult(memory)
  } catch (error) {
    return errorResult(error, memory)
  }
}

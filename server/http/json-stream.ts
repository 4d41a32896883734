import type { Context, TypedResponse } from 'hono'
import type { HttpEnvironment } from './environment.ts'

/** A large array as JSON, page by page, so that neither memory nor the event loop has to hold it as a whole. */
export async function* jsonArray(
  pages: AsyncIterable<object[]> | Iterable<object[]>,
): AsyncGenerator<string> {
  let separator = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + JSON.stringify(page).slice(1, -1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** The type of an answer that is written as a stream: whoever writes it answers for its shape. */
export type Streamed = Response & TypedResponse<never, 200, 'json'>

/** An answer made of pieces of text, sent as they come. */
export const streamed = (
  c: Context<HttpEnvironment>,
  pieces: AsyncIterable<string> | Iterable<string>,
  mediaType: string,
): Streamed => streamedBytes(c, ReadableStream.from(pieces).pipeThrough(new TextEncoderStream()), mediaType)

export function streamedBytes(
  c: Context<HttpEnvironment>,
  body: ReadableStream<Uint8Array>,
  mediaType: string,
): Streamed {
  const answer: Response = c.body(body, 200, { 'content-type': mediaType })
  return answer as Streamed
}

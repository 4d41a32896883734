const MOST_BYTES = 512_000

/** What was answered is larger than any answer we asked for. */
export class AnswerTooLarge extends Error {}

/**
 * The way to the model's service, which an operator has named: nowhere else, without redirects that would carry
 * the key along, and no more than we can use.
 */
export const boundedFetch =
  (baseUrl: string): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.startsWith(`${baseUrl}/`)) throw new Error('not the address of the model')
    const answer = await fetch(input, { ...init, redirect: 'error' })
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > MOST_BYTES) throw new AnswerTooLarge('the answer is too large')
      chunks.push(chunk)
    }
    const headers = new Headers(answer.headers)
    // It has been decoded on the way.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
    const hasBody = ![101, 204, 205, 304].includes(answer.status)
    return new Response(hasBody ? Buffer.concat(chunks) : null, { status: answer.status, headers })
  }

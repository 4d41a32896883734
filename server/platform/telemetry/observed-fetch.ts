import { FetchError } from '../fetch/fetch-error.ts'
import type { Fetch } from '../fetch/fetch.ts'
import type { Log } from '../log.ts'
import type { Telemetry } from './telemetry.ts'

/**
 * Adds a span and a log line for every fetch, without the path, which can be secret. The host is only in the span: the
 * log names users, and which companies a user tracks is private.
 */
export function observedFetch(fetch: Fetch, { telemetry, log }: { telemetry: Telemetry; log: Log }): Fetch {
  return (request) => {
    const method = request.post ? 'POST' : 'GET'
    const host = URL.parse(request.url)?.hostname ?? ''
    const attributes = { 'http.request.method': method, 'server.address': host }
    return telemetry.span(method, 'client', attributes, async (span) => {
      try {
        const answer = await fetch(request)
        span.set({ 'http.response.status_code': answer.status })
        if (answer.status >= 400) span.fail(String(answer.status))
        log.debug({ method, status: answer.status }, 'fetched')
        return answer
      } catch (error) {
        const because = error instanceof FetchError ? error.kind : 'unexpected'
        span.fail(because)
        log.debug({ method, because }, 'fetch failed')
        throw error
      }
    })
  }
}

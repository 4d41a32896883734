import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Identifies a request, also in the jobs that it enqueues and in their fetches. Plain strings, so that the queue can
 * store them.
 */
export type Origin = {
  requestId?: string
  /** The current span as a W3C `traceparent` header; absent without tracing. */
  traceparent?: string
}

const NONE: Origin = {}
const current = new AsyncLocalStorage<Origin>()

export const currentOrigin = (): Origin => current.getStore() ?? NONE

export const within = <Result>(origin: Origin, work: () => Result): Result => current.run(origin, work)

/** Absent fields are left out of log lines. */
export function logFields(): { requestId?: string; traceId?: string } {
  const { requestId, traceparent } = currentOrigin()
  return {
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceId: traceparent.split('-')[1] }),
  }
}

/** No payload has a field with this name. */
const KEY = '_origin'

/** A job's payload together with the request it comes from. */
export function withOrigin<Payload extends object>(payload: Payload): Payload {
  const origin = currentOrigin()
  return origin === NONE ? payload : { ...payload, [KEY]: origin }
}

export function splitOrigin(data: object): { origin: Origin; payload: object } {
  const { [KEY]: origin = NONE, ...payload } = data as { [KEY]?: Origin }
  return { origin, payload }
}

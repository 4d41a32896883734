import { AsyncLocalStorage } from 'node:async_hooks'

/** What belongs to one request, also in the jobs it enqueues and in what they fetch. Plain text, so that the queue can store it. */
export type Origin = {
  requestId?: string
  /** The current span as the W3C header; absent without tracing. */
  traceparent?: string
}

const NONE: Origin = {}
const current = new AsyncLocalStorage<Origin>()

export const currentOrigin = (): Origin => current.getStore() ?? NONE

export const within = <Result>(origin: Origin, work: () => Result): Result => current.run(origin, work)

/** Absent fields are left out of a log line. */
export function logFields(): { requestId?: string; traceId?: string } {
  const { requestId, traceparent } = currentOrigin()
  return {
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceId: traceparent.split('-')[1] }),
  }
}

/** The name is none that a payload has. */
const KEY = '_origin'

/** A job's payload together with where it comes from. */
export function withOrigin<Payload extends object>(payload: Payload): Payload {
  const origin = currentOrigin()
  return origin === NONE ? payload : { ...payload, [KEY]: origin }
}

export function splitOrigin(data: object): { origin: Origin; payload: object } {
  const { [KEY]: origin = NONE, ...payload } = data as { [KEY]?: Origin }
  return { origin, payload }
}

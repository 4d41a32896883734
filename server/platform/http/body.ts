import type { MiddlewareHandler } from 'hono'
import type { BodyLimit } from '#domain/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import type { HttpEnvironment } from './session.ts'

/** Of every route that doesn't declare another limit. */
const ORDINARY: BodyLimit = { bytes: 1024 * 1024, refusal: 'The request is too large' }
const MIB = 1024 * 1024
/** Separate, so that a few large bodies don't keep others from signing in. */
const BUDGETS = { ordinary: 64 * MIB, large: 96 * MIB }
const RETRY_AFTER_SECONDS = 5

/** The only way to a body. Nothing is read before its route asks for it, which is after it has checked the caller. */
export function boundedBodies(budgets = BUDGETS): MiddlewareHandler<HttpEnvironment> {
  const held = { ordinary: 0, large: 0 }
  return async (c, next) => {
    const source = c.req.method === 'GET' || c.req.method === 'HEAD' ? null : c.req.raw.body
    if (!source) return next()
    const refusals: AppError[] = []
    let isOver = false
    const refuse = (error: AppError) => {
      refusals.push(error)
      return error
    }
    const taken = { ordinary: 0, large: 0 }
    const take = (bytes: number) => {
      const limit = c.var.bodyLimit ?? ORDINARY
      if (isOver) throw new Error('the request has been answered')
      const budget = limit.bytes > ORDINARY.bytes ? 'large' : 'ordinary'
      if (taken[budget] + bytes > limit.bytes) throw refuse(new AppError('too-large', limit.refusal))
      if (held[budget] + bytes > budgets[budget]) throw refuse(busy())
      taken[budget] += bytes
      held[budget] += bytes
    }
    const declared = Number(c.req.header('content-length') ?? 0)
    const admit = () => {
      const { bytes, refusal: because } = c.var.bodyLimit ?? ORDINARY
      if (declared > bytes) throw refuse(new AppError('too-large', because))
    }
    c.req.raw = new Request(c.req.raw, { method: c.req.method, body: counted(source, admit, take), duplex: 'half' })
    try {
      await next()
    } finally {
      isOver = true
      held.ordinary -= taken.ordinary
      held.large -= taken.large
    }
    const [refusal] = refusals
    // A parser may have reported it as malformed input.
    if (refusal) throw refusal
  }
}

export const allowsBody =
  (limit: BodyLimit): MiddlewareHandler<HttpEnvironment> =>
  (c, next) => {
    c.set('bodyLimit', limit)
    return next()
  }

function counted(source: ReadableStream<Uint8Array>, admit: () => void, take: (bytes: number) => void) {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!reader) admit()
        reader ??= source.getReader()
        const { done, value } = await reader.read()
        if (done) return controller.close()
        take(value.byteLength)
        controller.enqueue(value)
      },
    },
    // Without it, the stream would read ahead of its route.
    { highWaterMark: 0 },
  )
}

const busy = () =>
  new AppError('unavailable', 'Too much is being sent right now. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

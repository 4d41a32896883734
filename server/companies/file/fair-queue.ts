import { AppError } from '#domain/errors.ts'

const RETRY_AFTER_SECONDS = 5

/** Lets so many in at once and so many wait; whoever comes then is told to come again. */
export function createLine({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const line: PromiseWithResolvers<void>[] = []
  let inside = 0
  let closed = false
  const refusal = () =>
    new AppError('unavailable', 'Many files are being read right now. Please try again in a moment.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })

  /** The next in line takes the place over, so that nobody can slip in between. */
  function leave(): void {
    const next = line.shift()
    if (next) next.resolve()
    else inside -= 1
  }

  return {
    /** Resolves when it is one's turn, with what is to be called at the end of it. */
    async enter(): Promise<() => void> {
      if (closed) throw refusal()
      if (inside < atOnce) inside += 1
      else {
        if (line.length >= waiting) throw refusal()
        const turn = Promise.withResolvers<void>()
        line.push(turn)
        await turn.promise
      }
      return leave
    },
    close(): void {
      closed = true
      for (const turn of line.splice(0)) turn.reject(refusal())
    },
  }
}

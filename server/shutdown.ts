import { describeError, type Log } from './platform/log.ts'

/** Longer than requests and jobs may take to finish, and shorter than the 20 s that operators are told to wait. */
const EXIT_WITHIN_MS = 10_000

type Needs = {
  log: Log
  close: () => Promise<void>
  exit: (code?: number) => void
  withinMs?: number
}

/** Exits even if closing fails or hangs, for example because the database is away. */
export function createStop({ log, close, exit, withinMs = EXIT_WITHIN_MS }: Needs): () => void {
  let isStopping = false
  return () => {
    if (isStopping) return
    isStopping = true
    log.info({}, 'stopping')
    setTimeout(() => {
      log.error({}, 'stopping took too long')
      exit(1)
    }, withinMs).unref()
    close().then(
      () => exit(),
      (error: unknown) => {
        log.error({ err: describeError(error) }, 'failed to stop cleanly')
        exit(1)
      },
    )
  }
}

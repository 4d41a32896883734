import { KeyFileError } from './auth/embedded/tokens/keys.ts'
import { ConfigError, type Config } from './config/config.ts'
import { EmbeddedPostgresError } from './platform/database/embedded/errors.ts'
import { DatabaseStartError, explainStartError } from './platform/database/errors.ts'

class StartError extends Error {
  override readonly name = 'StartError'
}

export function failStart(error: unknown): never {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exit(1)
}

/** The error message names the setting to change. */
export const explainPort =
  (setting: string) =>
  (error: NodeJS.ErrnoException & { port?: number; address?: string }): never => {
    const place = `Port ${error.port} on ${error.address}`
    if (error.code === 'EADDRINUSE')
      throw new StartError(`${place} is already in use. Stop the process that uses it, or set ${setting}.`, {
        cause: error,
      })
    if (error.code === 'EACCES')
      throw new StartError(`${place} needs privileges that this user does not have. Set ${setting} to 1024 or more.`, {
        cause: error,
      })
    if (error.code === 'EADDRNOTAVAIL' || error.syscall === 'getaddrinfo')
      throw new StartError(`HOST names no address of this machine (${error.code}). Correct it.`, { cause: error })
    throw error
  }

/** One line for errors that the operator can fix; a stack trace for bugs. */
export function describeStartFailure(failure: unknown): string {
  const error = explainStartError(failure)
  if (!(error instanceof Error)) return String(error)
  const isPlain =
    error instanceof StartError ||
    error instanceof ConfigError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof DatabaseStartError ||
    error instanceof KeyFileError ||
    'syscall' in error
  return isPlain ? error.message : (error.stack ?? error.message)
}

export function readyMessage(
  { http, production, auth, role }: Pick<Config, 'http' | 'production' | 'auth' | 'role'>,
  port: number,
): string {
  if (role === 'worker') return `Tidings is ready at http://${http.host}:${port} (worker: health and metrics)`
  const ready = `Tidings is ready at ${http.publicUrl.replace(/:0$/, `:${port}`)}`
  if (production) return ready
  const enter = auth.kind === 'embedded' && !auth.signup ? 'sign in' : 'sign up'
  return `${ready} (next: open it, ${enter}, and choose "Load sample portfolio")`
}

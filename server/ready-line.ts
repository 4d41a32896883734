import type { Config } from './config.ts'

/** What `npm start` prints once people can come: the address, and outside production what to do first. */
export function readyLine(
  { http, production, auth, role }: Pick<Config, 'http' | 'production' | 'auth' | 'role'>,
  port: number,
): string {
  if (role === 'worker') return `Tidings is ready at http://${http.host}:${port} (worker: health and metrics)`
  const ready = `Tidings is ready at ${http.publicUrl.replace(/:0$/, `:${port}`)}`
  if (production) return ready
  const enter = auth.kind === 'embedded' && !auth.signup ? 'sign in' : 'sign up'
  return `${ready} (next: open it, ${enter}, and choose "Load sample portfolio")`
}

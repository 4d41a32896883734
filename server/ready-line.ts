import type { Config } from './config.ts'

/** What `npm start` prints once people can come: the address, and outside production what to do first. */
export function readyLine(
  { http, production, auth }: Pick<Config, 'http' | 'production' | 'auth'>,
  port: number | null,
): string {
  if (port === null) return 'Tidings is ready at nowhere: it only works through jobs'
  const ready = `Tidings is ready at ${http.publicUrl.replace(/:0$/, `:${port}`)}`
  if (production) return ready
  const enter = auth.kind === 'embedded' && !auth.signup ? 'sign in' : 'sign up'
  return `${ready} (next: open it, ${enter}, and choose "Load sample portfolio")`
}

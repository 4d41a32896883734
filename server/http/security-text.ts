import type { Context } from 'hono'
import type { HttpEnvironment } from './environment.ts'

const VALID_MS = 180 * 86_400_000

/** RFC 9116: where to report a weakness. It expires half a year after it was read, so it is never out of date. */
export const securityText = (publicUrl: string, supportEmail: string) => (c: Context<HttpEnvironment>) => {
  const expires = new Date(Date.now() + VALID_MS)
  expires.setUTCHours(0, 0, 0, 0)
  const lines = [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
  return c.text(`${lines.join('\n')}\n`, 200, { 'content-type': 'text/plain; charset=utf-8' })
}

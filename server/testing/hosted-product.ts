import { decodeJwt } from 'jose'
import { z } from 'zod'
import { testApp } from './test-app.ts'

/** For this long, a product remembers what a hosted service said about a session. */
const REMEMBERED_MS = 30_000

export async function hostedProduct({ authUrl, time }: { authUrl: string; time: { now: Date } }) {
  const product = await testApp({ environment: { AUTH_URL: authUrl, AUTH_ANON_KEY: 'embedded' } })
  const asked = new Map<string, number>()
  return (path: string, init: { headers: { authorization: string } }) => {
    const session = sessionOf(init.headers.authorization)
    const before = asked.get(session) ?? 0
    asked.set(session, before + 1)
    // So that the service is asked again.
    product.time.now = new Date(time.now.getTime() + before * REMEMBERED_MS)
    return product.request(path, init)
  }
}

const Claims = z.object({ session_id: z.string() })

/** A token without a session is never remembered. */
function sessionOf(authorization: string): string {
  try {
    return Claims.parse(decodeJwt(authorization.replace('Bearer ', ''))).session_id
  } catch {
    return authorization
  }
}

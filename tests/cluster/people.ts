import { z } from 'zod'

const Session = z.object({ access_token: z.string() })
let people = 0

export type Person = Awaited<ReturnType<typeof signUp>>

/** A user who calls individual processes directly or goes through the balancer. */
export async function signUp(url: string) {
  people += 1
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `person-${people}@example.com`, password: 'correct horse battery staple 9' }),
  })
  const { access_token: token } = Session.parse(await response.json())
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return {
    headers,
    get: (path: string, at = url) => fetch(`${at}${path}`, { headers }),
    post: (path: string, body: unknown, at = url) =>
      fetch(`${at}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  }
}

export const Named = z.array(z.object({ id: z.number(), name: z.string() }))

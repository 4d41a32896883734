import { z } from 'zod'
import { load, type Load, printMeasurement } from '../measure/measure.ts'

const PER_SECOND = 30
const SECONDS = 8

const Session = z.object({ access_token: z.string() })

export async function measureStorm(url: string): Promise<void> {
  const credentials = { email: 'storm@example.com', password: 'a rather long passphrase 42' }
  const { access_token: token } = Session.parse(await (await post(url, '/signup', credentials)).json())
  const read = (seconds: number): Promise<Load> =>
    load(`${url}/api/companies`, { connections: 2, seconds, headers: { authorization: `Bearer ${token}` } })
  await read(1)
  const idle = await read(SECONDS)
  const storm = signInStorm(url, credentials)
  const during = await read(SECONDS)
  const answers = await storm
  printMeasurement('load storm other routes p95 idle', idle.p95, 'ms')
  printMeasurement('load storm other routes p95 during (limit < 250)', during.p95, 'ms')
  printMeasurement('load storm p95 during/idle (target ≤ 2)', during.p95 / idle.p95, 'ratio')
  for (const [status, count] of answers) printMeasurement(`load storm answers ${status}`, count, 'sign-ins')
  printMeasurement('load storm failed reads (limit 0)', during.errors, 'requests')
}

async function signInStorm(
  url: string,
  credentials: { email: string; password: string },
): Promise<Map<number, number>> {
  const answers = new Map<number, number>()
  const sent: Promise<number>[] = []
  for (let i = 0; i < PER_SECOND * SECONDS; i += 1) {
    const password = i % 2 === 0 ? credentials.password : 'a wrong passphrase 43'
    sent.push(signIn(url, { ...credentials, password }))
    await new Promise((resolve) => setTimeout(resolve, 1000 / PER_SECOND))
  }
  for (const status of await Promise.all(sent)) answers.set(status, (answers.get(status) ?? 0) + 1)
  return answers
}

async function signIn(url: string, credentials: object): Promise<number> {
  const response = await post(url, '/token?grant_type=password', credentials)
  await response.arrayBuffer()
  return response.status
}

const post = (url: string, path: string, body: object) =>
  fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../server/testing/seeded-random.ts'
import { percentilesOf, type Percentiles } from '../measure/measure.ts'

export type VirtualUser = { authorization: string; companyIds: number[] }

export type Plan = {
  url: string
  users: VirtualUser[]
  /** Such as `GET /api/companies/{id}/news`. Each user starts at a different one. */
  requests: string[]
  seconds: number
  /** The average pause between a response and the next request. */
  thinkMs: number
}

export type Answers = Percentiles & {
  requests: number
  perSecond: number
  /** Counts by status; 0 means no response. */
  statuses: Record<string, number>
  /** Counts by request and status or error message. */
  failures: Record<string, number>
  /** Responses with 429 or 503 but no Retry-After. */
  withoutRetryAfter: number
  /** Per request in the plan. */
  p95Of: Record<string, number>
}

const GIVE_UP_MS = 15_000
const CHANGE = JSON.stringify({ stage: 'Seed' })

/** Runs in a separate process so that measured requests don't wait for the balancer's event loop. */
process.once('message', (plan: Plan) => {
  void act(plan).then((answers) => process.send?.(answers, () => process.disconnect()))
})

async function act({ url, users, requests, seconds, thinkMs }: Plan): Promise<Answers> {
  const agent = new Agent({ keepAlive: true })
  const timesOf = new Map<string, number[]>(requests.map((wanted) => [wanted, []]))
  const statuses: Record<string, number> = {}
  const failures: Record<string, number> = {}
  let withoutRetryAfter = 0
  const started = performance.now()
  const end = started + seconds * 1000

  const visit = async (user: VirtualUser, at: number) => {
    const random = seededRandom(at)
    await sleep(thinkMs * random())
    for (let sent = 0; performance.now() < end; sent += 1) {
      const wanted = requests[(at + sent) % requests.length] ?? ''
      const began = performance.now()
      const { status, hasRetryAfter, reason = status } = await ask(url, agent, user, at, sent, wanted)
      timesOf.get(wanted)?.push(performance.now() - began)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status < 200 || status > 299) failures[`${wanted}: ${reason}`] = (failures[`${wanted}: ${reason}`] ?? 0) + 1
      if ((status === 429 || status === 503) && !hasRetryAfter) withoutRetryAfter += 1
      const pause = thinkMs * (0.5 + random())
      await sleep(Math.min(pause, Math.max(0, end - performance.now())))
    }
  }
  await Promise.all(users.map(visit))
  agent.destroy()
  const times = [...timesOf.values()].flat()
  return {
    ...percentilesOf(times),
    requests: times.length,
    perSecond: times.length / ((performance.now() - started) / 1000),
    statuses,
    failures,
    withoutRetryAfter,
    p95Of: Object.fromEntries([...timesOf].map(([wanted, own]) => [wanted, percentilesOf(own).p95])),
  }
}

type Outcome = { status: number; hasRetryAfter: boolean; /** Why there was no response. */ reason?: string }

function ask(
  url: string,
  agent: Agent,
  { authorization, companyIds }: VirtualUser,
  at: number,
  sent: number,
  wanted: string,
): Promise<Outcome> {
  const [method = '', path = ''] = wanted.split(' ')
  const id = String(companyIds[sent % companyIds.length] ?? 0)
  const headers = {
    authorization,
    'content-type': 'application/json',
    // Each user has their own IP address, like real users.
    'x-forwarded-for': `10.0.${Math.floor(at / 250)}.${(at % 250) + 1}`,
  }
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const sending = request(
    url + path.replace('{id}', id).replace('{ids}', companyIds.join()),
    { method, headers, agent, signal: AbortSignal.timeout(GIVE_UP_MS) },
    (answer) => {
      answer.resume()
      answer.once('error', () => resolve({ status: 0, hasRetryAfter: false }))
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, hasRetryAfter: answer.headers['retry-after'] !== undefined }),
      )
    },
  )
  sending.once('error', ({ message }) => resolve({ status: 0, hasRetryAfter: false, reason: message }))
  sending.end(method === 'PATCH' ? CHANGE : undefined)
  return promise
}

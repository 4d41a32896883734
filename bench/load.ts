import { Agent, request } from 'node:http'

export type Load = { requestsPerSecond: number; p50: number; p95: number; p99: number; errors: number }

/** A bounded load from this process: `connections` requests under way at once, for `seconds`, then it stops by itself. */
export async function load(
  url: string,
  {
    connections,
    seconds,
    headers = {},
  }: { connections: number; seconds: number; headers?: Record<string, string> },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let errors = 0
  const end = performance.now() + seconds * 1000
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const sent = performance.now()
        const status = await once(url, agent, headers)
        times.push(performance.now() - sent)
        if (status !== 200) errors += 1
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { requestsPerSecond: times.length / elapsed, p50: at(0.5), p95: at(0.95), p99: at(0.99), errors }
}

function once(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
}

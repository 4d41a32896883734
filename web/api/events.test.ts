import { expect, test, vi } from 'vitest'
import { followEvents, type ServerEvent } from './events.ts'

type Ask = { token: string | null; lastId: string | null; signal: AbortSignal | null | undefined }
type Answer = (ask: Ask) => Response | Promise<Response>

const sse = (...chunks: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    }),
  )
const refused = (status: number, headers?: Record<string, string>) => new Response('', { status, headers })

/** Returns the given responses one by one, then aborts the stream. */
async function follow(answers: Answer[], renewed: string | null = 'new') {
  const stop = new AbortController()
  const asked: Ask[] = []
  const waits: number[] = []
  const events: ServerEvent[] = []
  const calls: string[] = []
  const fetch = async (_path: unknown, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const ask = {
      token: headers.get('authorization'),
      lastId: headers.get('last-event-id'),
      signal: init.signal,
    }
    asked.push(ask)
    const answer = answers.shift()
    if (answer) return answer(ask)
    stop.abort()
    throw new TypeError('Failed to fetch')
  }
  await followEvents(
    {
      accessToken: async () => 'old',
      renewToken: async () => renewed,
      onSignedOut: () => calls.push('signed out'),
    },
    {
      lastId: () => events.at(-1)?.id ?? '',
      onEvent: (event) => events.push(event),
      onOpen: () => calls.push('open'),
      onNoAccess: () => calls.push('no access'),
    },
    stop.signal,
    { fetch: fetch as typeof globalThis.fetch, random: () => 0, wait: async (ms) => void waits.push(ms) },
  )
  return { asked, waits, events, calls }
}

const failing = () => {
  throw new TypeError('Failed to fetch')
}

test('the stream sends the bearer token and resumes after the last event', async () => {
  const { asked, events, calls } = await follow([
    () => sse(': welcome\n\n', 'id: a-1\nevent: news\ndata: {"comp', 'anyId":7}\n\n'),
    () => sse(),
  ])
  expect(events).toEqual([{ id: 'a-1', name: 'news', data: '{"companyId":7}' }])
  expect(asked.map(({ lastId }) => lastId)).toEqual([null, 'a-1', 'a-1'])
  expect(asked[0]?.token).toBe('Bearer old')
  expect(calls).toEqual(['open', 'open'])
})

test('an oversized event is dropped before it fills memory', async () => {
  const { events, waits } = await follow([
    () => sse(...Array.from({ length: 100 }, () => `data: ${'x'.repeat(1000)}\n`), '\n'),
  ])
  expect(events).toEqual([])
  expect(waits).toHaveLength(1)
})

test('retries back off with jitter, up to 30 s, and respect Retry-After', async () => {
  const { waits } = await follow([...Array<Answer>(7).fill(failing), () => refused(503, { 'retry-after': '90' })])
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 90_000])
})

test('a stream that ends immediately counts as a failed attempt', async () => {
  const { waits } = await follow([() => sse(), () => sse(), () => sse()])
  expect(waits).toEqual([500, 1000, 2000])
})

test('a refused token is renewed once; a second refusal ends the session', async () => {
  const first = await follow([() => refused(401), () => sse()])
  expect(first.asked.map(({ token }) => token).slice(0, 2)).toEqual(['Bearer old', 'Bearer new'])
  expect(first.calls).toEqual(['open'])
  const second = await follow([() => refused(401), () => refused(401)])
  expect(second.calls).toEqual(['signed out'])
  expect(second.asked).toHaveLength(2)
  expect((await follow([() => refused(401)], null)).calls).toEqual(['signed out'])
})

test('without access, the stream stops and reports it', async () => {
  const { calls, asked } = await follow([() => refused(402)])
  expect(calls).toEqual(['no access'])
  expect(asked).toHaveLength(1)
})

test('a connection without a heartbeat for 45 s is closed', async () => {
  vi.useFakeTimers()
  const silent = ({ signal }: Ask) =>
    new Promise<Response>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    })
  const following = follow([silent])
  await vi.advanceTimersByTimeAsync(44_000)
  let isOver = false
  void following.then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  expect((await following).waits).toHaveLength(1)
  vi.useRealTimers()
})

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

/** Each answer in its turn; when they are used up the listener is told to stop. */
async function follow(answers: Answer[], renewed: string | null = 'new') {
  const stop = new AbortController()
  const asked: Ask[] = []
  const waits: number[] = []
  const events: ServerEvent[] = []
  const told: string[] = []
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
      onSignedOut: () => told.push('signed out'),
    },
    {
      lastId: () => events.at(-1)?.id ?? '',
      onEvent: (event) => events.push(event),
      onOpen: () => told.push('open'),
      onNoAccess: () => told.push('no access'),
    },
    stop.signal,
    { fetch: fetch as typeof globalThis.fetch, random: () => 0, wait: async (ms) => void waits.push(ms) },
  )
  return { asked, waits, events, told }
}

const failing = () => {
  throw new TypeError('Failed to fetch')
}

test('it asks with the bearer, and resumes after the last event that was seen', async () => {
  const { asked, events, told } = await follow([
    () => sse(': welcome\n\n', 'id: a-1\nevent: news\ndata: {"comp', 'anyId":7}\n\n'),
    () => sse(),
  ])
  expect(events).toEqual([{ id: 'a-1', name: 'news', data: '{"companyId":7}' }])
  expect(asked.map(({ lastId }) => lastId)).toEqual([null, 'a-1', 'a-1'])
  expect(asked[0]?.token).toBe('Bearer old')
  expect(told).toEqual(['open', 'open'])
})

test('an event without end is given up before it fills the memory', async () => {
  const { events, waits } = await follow([
    () => sse(...Array.from({ length: 100 }, () => `data: ${'x'.repeat(1000)}\n`), '\n'),
  ])
  expect(events).toEqual([])
  expect(waits).toHaveLength(1)
})

test('each attempt waits longer, half of it by chance, never over 30 s; Retry-After is kept', async () => {
  const { waits } = await follow([...Array<Answer>(7).fill(failing), () => refused(503, { 'retry-after': '90' })])
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 90_000])
})

test('a stream that ends at once does not make it hurry', async () => {
  const { waits } = await follow([() => sse(), () => sse(), () => sse()])
  expect(waits).toEqual([500, 1000, 2000])
})

test('a refused token is renewed once; refused again, the session is over', async () => {
  const first = await follow([() => refused(401), () => sse()])
  expect(first.asked.map(({ token }) => token).slice(0, 2)).toEqual(['Bearer old', 'Bearer new'])
  expect(first.told).toEqual(['open'])
  const second = await follow([() => refused(401), () => refused(401)])
  expect(second.told).toEqual(['signed out'])
  expect(second.asked).toHaveLength(2)
  expect((await follow([() => refused(401)], null)).told).toEqual(['signed out'])
})

test('without access it stops and says so', async () => {
  const { told, asked } = await follow([() => refused(402)])
  expect(told).toEqual(['no access'])
  expect(asked).toHaveLength(1)
})

test('a line that has been silent for 45 s is given up', async () => {
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

import { afterEach, expect, test } from 'vitest'
import { shareEvents, type SharedEvent } from './events.ts'

const access = { accessToken: async () => 'token', renewToken: async () => null, onSignedOut: () => {} }
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

let serial = 0

/** A server that counts its open streams and writes to all of them. */
function eventServer() {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const asked: (string | null)[] = []
  const fetch = (async (_path: unknown, init: RequestInit = {}) => {
    asked.push(new Headers(init.headers).get('last-event-id'))
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        open.add(controller)
        init.signal?.addEventListener('abort', () => {
          if (open.delete(controller)) controller.error(new DOMException('', 'AbortError'))
        })
      },
    })
    return new Response(body)
  }) as typeof globalThis.fetch
  const userId = `user-${(serial += 1)}`
  const page = (after = '') => {
    const received: SharedEvent[] = []
    const outside = { fetch, random: () => 0, wait: async () => {} }
    const stop = shareEvents(userId, access, (event) => received.push(event), { after, outside })
    stops.push(stop)
    // Pages that open at the same time may each report missed events, so consecutive duplicates are dropped.
    const names = () =>
      received.map(({ name, data }) => `${name} ${data}`).filter((name, at, all) => name !== all[at - 1])
    return { stop, names }
  }
  const send = (id: string, data: string) => {
    for (const stream of open) stream.enqueue(new TextEncoder().encode(`id: ${id}\nevent: news\ndata: ${data}\n\n`))
  }
  return { open, asked, page, send }
}

test('ten pages share one stream, and each receives everything', async () => {
  const server = eventServer()
  const pages = Array.from({ length: 10 }, () => server.page())
  await expect.poll(() => server.open.size).toBe(1)
  server.send('a-1', '{}')
  for (const page of pages) await expect.poll(page.names).toEqual(['missed {}', 'news {}'])
  expect(server.asked).toHaveLength(1)
})

test('a page that knows the latest event resumes after it, and reloads nothing', async () => {
  const server = eventServer()
  const page = server.page('a-7')
  await expect.poll(() => server.open.size).toBe(1)
  server.send('a-8', '{}')
  await expect.poll(page.names).toEqual(['news {}'])
  expect(server.asked).toEqual(['a-7'])
})

test('when the page with the stream is closed, another resumes after its last event', async () => {
  const server = eventServer()
  const [first, second, third] = [server.page(), server.page(), server.page()]
  await expect.poll(() => server.open.size).toBe(1)
  server.send('a-1', '1')
  await expect.poll(second.names).toEqual(['missed {}', 'news 1'])
  first.stop()
  await expect.poll(() => server.asked).toEqual([null, 'a-1'])
  server.send('a-2', '2')
  await expect.poll(third.names).toEqual(['missed {}', 'news 1', 'news 2'])
  await expect.poll(second.names).toEqual(['missed {}', 'news 1', 'news 2'])
  expect(first.names()).toEqual(['missed {}', 'news 1'])
  expect(server.open.size).toBe(1)
})

test('no stream stays open once all pages have stopped', async () => {
  const server = eventServer()
  const pages = [server.page(), server.page()]
  await expect.poll(() => server.open.size).toBe(1)
  for (const { stop } of pages) stop()
  await expect.poll(() => server.open.size).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.asked).toHaveLength(1)
})

// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { sampleEvent } from '../../../testing/sample-data.ts'
import { EventArticle } from './event-article.tsx'

const observers: { target: Element; tell: (ratio: number) => void }[] = []

class Observer {
  private readonly tell: (ratio: number) => void
  constructor(callback: (entries: { intersectionRatio: number }[]) => void) {
    this.tell = (intersectionRatio) => callback([{ intersectionRatio }])
  }
  observe(target: Element) {
    observers.push({ target, tell: this.tell })
  }
  unobserve() {}
  disconnect() {}
}

let visibility: DocumentVisibilityState = 'visible'

beforeEach(() => {
  observers.length = 0
  visibility = 'visible'
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open() {
  const server = fakeServer({ 'POST /api/news/read': '', 'POST /api/news/unread': '' })
  renderPage(
    <ol>
      <EventArticle event={sampleEvent()} now={new Date('2026-11-19T08:00:00Z')} />
    </ol>,
    { server },
  )
  const row = await screen.findByRole('article')
  const look = (ratio: number) => observers.findLast(({ target }) => target === row)?.tell(ratio)
  const reads = () => server.calls.filter(({ path }) => path === '/api/news/read').length
  return { row, look, reads }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('an event is read once all of it was on screen for 3 seconds with the tab in front, and keeps its dot', async () => {
  const { row, look, reads } = await open()
  vi.useFakeTimers()
  look(0.9)
  await pass(10_000)
  visibility = 'hidden'
  look(1)
  await pass(10_000)
  expect(reads()).toBe(0)
  visibility = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(2900)
  look(0)
  await pass(10_000)
  expect(reads()).toBe(0)
  look(1)
  await pass(3000 + 1600)
  expect(reads()).toBe(1)
  expect(row.textContent).toContain('New: ')
})

test.each([
  ['touch', 100, 1],
  ['touch', 240, 0],
  ['mouse', 100, 0],
])('a swipe by %s that ends at %s marks it as read: %s', async (pointerType, clientX, count) => {
  const { row, reads } = await open()
  fireEvent.pointerDown(row, { pointerType, clientX: 260, clientY: 50 })
  fireEvent.pointerUp(row, { pointerType, clientX, clientY: 55 })
  await waitFor(() => expect(row.textContent?.includes('New: ')).toBe(count === 0))
  expect(reads()).toBe(count)
})

test('a second swipe marks it as unread again', async () => {
  const { row } = await open()
  for (const isNew of [false, true]) {
    fireEvent.pointerDown(row, { pointerType: 'touch', clientX: 260, clientY: 50 })
    fireEvent.pointerUp(row, { pointerType: 'touch', clientX: 100, clientY: 55 })
    await waitFor(() => expect(row.textContent?.includes('New: ')).toBe(isNew))
  }
})

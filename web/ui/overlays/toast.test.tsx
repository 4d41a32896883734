// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TOAST_DURATION_MS, TOAST_SWIPE_THRESHOLD } from './toast-view.tsx'
import { ToastProvider, useToast, type ToastMessage } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Trigger({ message }: { message: ToastMessage }) {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast(message)}>
      {message.title} now
    </button>
  )
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => [...document.querySelectorAll('.toast')].map((toast) => toast.textContent)

async function setUp() {
  render(
    <ToastProvider>
      <Trigger message={{ title: 'First', description: 'one' }} />
      <Trigger message={{ title: 'Second', description: 'two', detail: 'more', variant: 'destructive' }} />
    </ToastProvider>,
  )
  await pass(3000)
}

test('"only one toast is shown at a time"', async () => {
  await setUp()
  fireEvent.click(screen.getByText('First now'))
  await pass(50)
  expect(shown()).toEqual(['Firstone'])
  fireEvent.click(screen.getByText('Second now'))
  await pass(50)
  expect(shown()).toEqual(['Secondtwomore'])
  expect(document.querySelector('.toast')?.getAttribute('data-variant')).toBe('destructive')
})

test('"default duration 5000 ms", then the toast is removed', async () => {
  await setUp()
  fireEvent.click(screen.getByText('First now'))
  await pass(4900)
  expect(shown()).toHaveLength(1)
  await pass(400)
  expect(shown()).toEqual([])
  expect(TOAST_DURATION_MS).toBe(5000)
  expect(TOAST_SWIPE_THRESHOLD).toBe(50)
})

test('a toast can offer one action, which closes it', async () => {
  let undone = 0
  render(
    <ToastProvider>
      <Trigger message={{ title: 'Removed', action: { label: 'Undo', onSelect: () => void (undone += 1) } }} />
    </ToastProvider>,
  )
  await pass(3000)
  fireEvent.click(screen.getByText('Removed now'))
  await pass(50)
  const action = screen.getByRole('button', { name: 'Undo' })
  expect(action.tabIndex).toBe(0)
  fireEvent.click(action)
  await pass(400)
  expect(undone).toBe(1)
  expect(shown()).toEqual([])
})

test('a toast shown while another closes is not lost', async () => {
  await setUp()
  fireEvent.click(screen.getByText('First now'))
  await pass(50)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await pass(150)
  act(() => {
    fireEvent.click(screen.getByText('Second now'))
    vi.advanceTimersByTime(100)
  })
  await pass(50)
  expect(shown()).toEqual(['Secondtwomore'])
})

test('a toast stays open while the pointer is over it', async () => {
  await setUp()
  fireEvent.click(screen.getByText('First now'))
  await pass(1000)
  const viewport = document.querySelector('.toast')?.closest('ol') as HTMLElement
  fireEvent.pointerMove(viewport)
  await pass(8000)
  expect(shown()).toEqual(['Firstone'])
  fireEvent.pointerLeave(viewport.parentElement as HTMLElement)
  await pass(5000)
  expect(shown()).toEqual([])
})

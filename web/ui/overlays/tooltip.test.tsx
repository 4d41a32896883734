// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip } from './tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const enter = (name: string) => fireEvent.pointerOver(screen.getByText(name), { pointerType: 'mouse' })
const leave = (name: string) => fireEvent.pointerOut(screen.getByText(name), { pointerType: 'mouse' })

test('the tooltip "opens after 700 ms, skip delay 300 ms"', async () => {
  render(
    <>
      <Tooltip text="Home">
        {(described) => (
          <a href="/" {...described}>
            home
          </a>
        )}
      </Tooltip>
      <Tooltip text="Discover">
        {(described) => (
          <a href="/discover" {...described}>
            discover
          </a>
        )}
      </Tooltip>
    </>,
  )
  enter('home')
  await pass(699)
  expect(screen.queryByRole('tooltip')).toBeNull()
  await pass(1)
  expect(screen.getByRole('tooltip').textContent).toBe('Home')
  leave('home')
  expect(screen.queryByRole('tooltip')).toBeNull()
  await pass(299)
  enter('discover')
  await pass(1)
  expect(screen.getByRole('tooltip').textContent).toBe('Discover')
  leave('discover')
  await pass(300)
  enter('home')
  await pass(100)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

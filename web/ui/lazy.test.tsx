// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { CatchBoundary } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { lazyComponent } from './lazy.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>
const Broken = () => {
  throw new Error('a bug')
}

function loader(failures: number) {
  let loads = 0
  return () => {
    loads += 1
    return loads <= failures ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ Greeting })
  }
}

test('code that fails to load leaves the rest of the page, and can be tried again', async () => {
  const Lazy = lazyComponent(loader(1), 'Greeting')
  render(
    <>
      <p>The page</p>
      <Lazy name="Ada" />
    </>,
  )
  await screen.findByText('We could not load this part of the page.')
  expect(screen.getByText('The page')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Hello, Ada')).toBeTruthy()
})

test('after a second failure, trying again loads the page again', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const Lazy = lazyComponent(loader(2), 'Greeting')
  render(<Lazy name="Ada" />)
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
  await vi.waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(reload).toHaveBeenCalled()
  })
  reload.mockRestore()
})

test('what is shown again after a failure is loaded again', async () => {
  const Lazy = lazyComponent(loader(1), 'Greeting')
  const { unmount } = render(<Lazy name="Ada" />)
  await screen.findByText('We could not load this part of the page.')
  unmount()
  render(<Lazy name="Grace" />)
  expect(await screen.findByText('Hello, Grace')).toBeTruthy()
})

test('an error in the component itself is not hidden', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Lazy = lazyComponent(() => Promise.resolve({ Broken }), 'Broken')
  render(
    <CatchBoundary getResetKey={() => ''} errorComponent={({ error }) => <p>Caught {String(error)}</p>}>
      <Lazy />
    </CatchBoundary>,
  )
  expect(await screen.findByText('Caught Error: a bug')).toBeTruthy()
  logged.mockRestore()
})

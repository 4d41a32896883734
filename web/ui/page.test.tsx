// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useQueryChange } from './page.tsx'

afterEach(cleanup)

function News() {
  const change = useQueryChange()
  return <button onClick={() => change({ q: 'raise' }, true)}>News</button>
}

async function open(at: string) {
  const arrived = Promise.withResolvers<void>()
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/news', component: News }),
      createRoute({
        getParentRoute: () => root,
        path: '/profile',
        loader: () => arrived.promise,
        component: () => <h1>Profile</h1>,
      }),
    ]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  render(<RouterProvider router={router} />)
  await screen.findByText('News')
  return { router, arrived }
}

test.each(['/news', '/news/'])('at %s, a query change replaces the query string', async (at) => {
  const { router } = await open(`${at}?old=1`)
  await act(async () => screen.getByText('News').click())
  expect(router.state.location.search).toEqual({ q: 'raise' })
  expect(router.history.length).toBe(1)
})

test('a query change is dropped after leaving the page', async () => {
  const { router, arrived } = await open('/news')
  await act(async () => void router.navigate({ to: '/profile' as never }))
  await act(async () => screen.getByText('News').click())
  arrived.resolve()
  await screen.findByText('Profile')
  expect(router.state.location.href).toBe('/profile')
})

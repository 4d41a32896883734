// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { morningQuery } from '../features/news/queries.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { press, renderPage } from '../testing/render-page.tsx'
import { sampleEvents, sampleMorning, sampleProfile } from '../testing/sample-data.ts'
import { Shell } from './shell.tsx'

beforeEach(() => localStorage.clear())

const open = (at = '/dashboard', routes = {}) => {
  const trialEndsAt = new Date(Date.now() + 11.5 * DAY_MS).toISOString()
  const profile = sampleProfile({ subscriptionStatus: 'trial', trialEndsAt, stripeSubscriptionId: null })
  return renderPage(<Shell>page</Shell>, { at, server: fakeServer({ 'GET /api/auth/user': profile, ...routes }) })
}

/** The sidebar, then the bar for phones; CSS hides one of them. */
const bars = async () => screen.findAllByRole('navigation', { name: 'Main' })
const linksOf = (bar: HTMLElement) =>
  within(bar)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('the sidebar and the phone navigation bar link to the main pages', async () => {
  open('/subscribe')
  const [sidebar, bottom] = await bars()
  expect(linksOf(sidebar!)).toEqual([
    ['Home', '/'],
    ['Portfolio', '/investments'],
    ['Analytics', '/analytics'],
    ['Discover', '/discover'],
  ])
  expect(linksOf(bottom!)).toEqual([
    ['Home', '/dashboard'],
    ['Portfolio', '/investments'],
    ['Analytics', '/analytics'],
    ['Profile', '/profile'],
  ])
})

test.each([
  ['/dashboard', 'Home', 'page'],
  ['/investments/upload', 'Portfolio', 'true'],
  ['/companies/7', 'Portfolio', 'true'],
  ['/analytics', 'Analytics', 'page'],
  ['/discover', 'Discover', 'page'],
])('at %s, %s is marked as current: %s', async (at, name, current) => {
  open(at)
  const [sidebar] = await bars()
  const marked = within(sidebar!)
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([[name, current]])
})

test('a click marks the item as current before the page changes', async () => {
  const { router } = open()
  const [sidebar] = await bars()
  const link = within(sidebar!).getByRole('link', { name: 'Discover' })
  expect(fireEvent.click(link)).toBe(false)
  expect(link.getAttribute('aria-current')).toBe('page')
  expect(router.state.location.pathname).toBe('/dashboard')
  await waitFor(() => expect(router.state.location.pathname).toBe('/discover'))
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('a click with %s is left to the browser', async (held) => {
  open()
  const [sidebar] = await bars()
  expect(fireEvent.click(within(sidebar!).getByRole('link', { name: 'Discover' }), { [held]: true })).toBe(true)
})

test('the sidebar collapses and stays collapsed on the next visit', async () => {
  const { unmount } = open()
  await bars()
  press('Collapse sidebar')
  await screen.findByRole('button', { name: 'Expand sidebar' })
  unmount()
  open()
  await screen.findByRole('button', { name: 'Expand sidebar' })
})

test('the sidebar shows the trial status, except on pages with more detail', async () => {
  const { unmount } = open('/analytics')
  const upgrade = await screen.findByRole('link', { name: 'Upgrade' })
  expect(upgrade.parentElement?.textContent).toBe('Trial: 11 days left · Upgrade')
  unmount()
  const { queryClient } = open('/profile')
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull()
})

test('the number of unread events of the day is shown once it is known', async () => {
  const [read, ...others] = sampleEvents()
  const events = [{ ...read, isNew: false }, ...others]
  open('/dashboard', { [`GET ${morningQuery.queryKey[0]}`]: { ...sampleMorning(), events } })
  const [sidebar, bottom] = await bars()
  await within(sidebar!).findByText('3 new')
  within(bottom!).getByRole('link', { name: 'Home (3 new)' })
})

test('the profile button is "hidden on /profile"', async () => {
  const { unmount } = open('/analytics')
  await bars()
  expect(screen.getAllByRole('link', { name: 'Profile' })).toHaveLength(2)
  unmount()
  open('/profile')
  await bars()
  expect(screen.getAllByRole('link', { name: 'Profile' })).toHaveLength(1)
})

test('on Home, the sidebar says the whole sentence about the trial, and elsewhere a short line', async () => {
  const { unmount } = open('/dashboard')
  const trial = await screen.findByRole('region', { name: 'Trial' })
  expect(trial.textContent).toBe(
    '11 days remaining until billing begins. You will not be charged unless you add a card.Upgrade',
  )
  unmount()
  open('/analytics')
  await screen.findByText(/^Trial: 11 days left/)
  expect(screen.queryByRole('region', { name: 'Trial' })).toBeNull()
})

test('Add Company is at the top of every page that does not offer it itself', async () => {
  const { unmount } = open('/analytics')
  await screen.findByRole('button', { name: 'Add Company' })
  unmount()
  const { queryClient } = open('/investments')
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(screen.queryByRole('button', { name: 'Add Company' })).toBeNull()
})

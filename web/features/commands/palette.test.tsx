// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { memoryAuth, sampleSession } from '../../testing/memory-auth.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'
import { Palette } from './palette.tsx'

const NAMES = [
  { id: 1, name: 'Cedar Robotics', website: 'https://cedar.example' },
  { id: 2, name: 'Émile Foods', website: null },
  { id: 3, name: 'Profilo Labs', website: 'https://orbit.example' },
]
const HIT = {
  type: 'story',
  id: 7,
  companyId: 1,
  companyName: 'Cedar Robotics',
  title: [
    { text: '<b>Cedar</b> raises ', hit: false },
    { text: 'funding', hit: true },
  ],
}
const FUNDING = 'GET /api/search?q=funding&limit=5'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  delete document.documentElement.dataset.theme
})

type Options = { routes?: Record<string, unknown>; auth?: ReturnType<typeof memoryAuth>; hasAccess?: boolean }

async function open({ routes = {}, auth, hasAccess = true }: Options = {}) {
  const { entitlement, ...profile } = sampleProfile()
  const server = fakeServer({
    'GET /api/auth/user': { ...profile, entitlement: { ...entitlement, hasAccess } },
    'GET /api/companies/names': NAMES,
    [FUNDING]: { hits: [HIT], next: null },
    ...routes,
  })
  const handlers = { onClose: vi.fn(), onAction: vi.fn() }
  const view = renderPage(<Palette {...handlers} />, { server, at: '/profile', ...(auth && { auth }) })
  const input = await screen.findByRole('combobox')
  if (hasAccess) await screen.findByText('Add Company')
  return { ...view, ...handlers, input }
}

const typeIn = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const key = (input: HTMLElement, name: string) => fireEvent.keyDown(input, { key: name })
const current = () => screen.getByRole('option', { selected: true })
const group = (name: string) => screen.getByRole('group', { name })
const options = (name: string) =>
  within(group(name))
    .getAllByRole('option')
    .map((option) => option.textContent?.slice(option.querySelector('[data-hue]')?.textContent.length ?? 0))

test('the palette is an ARIA combobox: it controls a list, and focus stays in the input', async () => {
  const { input } = await open()
  expect(document.activeElement).toBe(input)
  expect(screen.getByRole('dialog', { name: 'Search or jump' })).toBeDefined()
  const list = screen.getByRole('listbox', { name: 'Results' })
  expect(input.getAttribute('aria-controls')).toBe(list.id)
  expect(input.getAttribute('aria-expanded')).toBe('true')
  expect(input.getAttribute('aria-activedescendant')).toBe(current().id)
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1)
})

test('arrows wrap around, Home and End go to the ends, and aria-activedescendant follows', async () => {
  const { input } = await open()
  const first = current()
  key(input, 'ArrowUp')
  const last = current()
  expect(last).toBe(screen.getAllByRole('option').at(-1))
  expect(input.getAttribute('aria-activedescendant')).toBe(last.id)
  key(input, 'ArrowDown')
  expect(current()).toBe(first)
  key(input, 'End')
  expect(current()).toBe(last)
  key(input, 'Home')
  expect(current()).toBe(first)
  expect(document.activeElement).toBe(input)
})

test('a company is found without typing its accents, and Enter opens it', async () => {
  const { input, router, onClose } = await open()
  typeIn(input, 'emile')
  await waitFor(() => expect(options('Companies')).toEqual(['Émile Foods']))
  key(input, 'Enter')
  expect(onClose).toHaveBeenCalledOnce()
  await waitFor(() => expect(router.state.location.pathname).toBe('/companies/2'))
})

test('a company shows its initial until its logo is loaded', async () => {
  const { input } = await open()
  typeIn(input, 'emile')
  await waitFor(() => expect(options('Companies')).toEqual(['Émile Foods']))
  expect(current().querySelector('[data-hue]')?.textContent).toBe('É')
})

test('the group with the best match comes first, and news comes last', async () => {
  const { input } = await open()
  const groups = () => screen.getAllByRole('group').map(({ firstElementChild }) => firstElementChild?.textContent)
  typeIn(input, 'profilo')
  await waitFor(() => expect(groups()).toEqual(['Companies', 'News']))
  typeIn(input, 'profile')
  expect(groups()).toEqual(['Pages', 'News'])
  typeIn(input, 'orbit')
  expect(groups()).toEqual(['Companies', 'News'])
  typeIn(input, 'acc')
  expect(groups()[0]).toBe('Pages')
  typeIn(input, 'zzz')
  expect(groups()).toEqual(['News'])
})

test('typing also searches the news once, and hits are highlighted plain text', async () => {
  const { input, router, server } = await open()
  typeIn(input, 'fund')
  typeIn(input, 'funding')
  await within(await screen.findByRole('group', { name: 'News' })).findByText(/raises/)
  expect(server.calls.filter(({ path }) => path.startsWith('/api/search'))).toHaveLength(1)
  expect(options('News')[0]).toBe('<b>Cedar</b> raises fundingCedar Robotics')
  expect(group('News').querySelector('mark')?.textContent).toBe('funding')
  expect(options('News')[1]).toBe('Stories labeled Funding')
  fireEvent.click(within(group('News')).getByText('Search all news for “funding”'))
  await waitFor(() => expect(router.state.location.href).toBe('/dashboard?tab=news&q=funding'))
})

test('a failed news search shows an error and keeps the other results and the link to search all news', async () => {
  const { input } = await open({ routes: { 'GET /api/search?q=cedar&limit=5': new Refusal(500) } })
  typeIn(input, 'cedar')
  await screen.findByText('Could not search your news.')
  expect(options('Companies')).toEqual(['Cedar Roboticscedar.example'])
  expect(options('News')).toEqual(['Search all news for “cedar”'])
})

test('the palette switches the theme, runs actions and signs out', async () => {
  const { input, auth, onAction } = await open()
  typeIn(input, 'dark theme')
  key(input, 'Enter')
  expect(document.documentElement.dataset.theme).toBe('dark')
  for (const words of ['add comp', 'refresh all', 'keyboard']) {
    typeIn(input, words)
    key(input, 'Enter')
  }
  expect(onAction.mock.calls).toEqual([[{ kind: 'add' }], [{ kind: 'refresh-all' }], [{ kind: 'sheet' }]])
  typeIn(input, 'sign out')
  key(input, 'Enter')
  await waitFor(() => expect(auth.done.map(({ name }) => name)).toContain('signOut'))
})

test('without access, neither companies nor their actions are offered', async () => {
  const { input, server } = await open({ hasAccess: false })
  await waitFor(() => expect(options('Actions')).not.toContain('Add Company'))
  typeIn(input, 'cedar')
  expect(screen.queryByRole('group', { name: 'Companies' })).toBeNull()
  expect(screen.queryByRole('group', { name: 'News' })).toBeNull()
  await screen.findByText('Nothing found for “cedar”.')
  expect(server.calls.some(({ path }) => path.startsWith('/api/search'))).toBe(false)
})

test('recent choices come first, per user, and sign-out clears them', async () => {
  const ada = await open()
  typeIn(ada.input, 'cedar')
  await within(await screen.findByRole('group', { name: 'Companies' })).findByText('Cedar Robotics')
  key(ada.input, 'Enter')
  ada.unmount()

  const again = await open()
  await waitFor(() => expect(options('Recent')).toEqual(['Cedar Roboticscedar.example']))
  again.unmount()

  const ben = await open({ auth: memoryAuth({ session: sampleSession('ben@example.com', 'user-2') }) })
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
  expect(sessionStorage.length).toBe(0)
  typeIn(ben.input, 'discover')
  key(ben.input, 'Enter')
  expect(sessionStorage.length).toBe(1)
  await ben.store.signOut()
  expect(sessionStorage.length).toBe(0)
})

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useProfile } from '../account/queries.ts'
import { Sidebar } from '../../app/sidebar.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleCompany, sampleProfile } from '../../testing/sample-data.ts'
import { onRowKey } from '../../ui/shortcuts.ts'
import { SHORTCUT_LIST } from './shortcut-sheet.tsx'
import { Shortcuts, PaletteButton } from './shortcuts.tsx'

// @vitest-environment happy-dom

const REFRESH = 'POST /api/refresh-all-company-news-structured'
const cedar = sampleCompany({ id: 1, name: 'Cedar', website: 'https://cedar.example' })
const harbor = sampleCompany({ id: 2, name: 'Harbor', website: null })
const NAMES = [cedar, harbor].map(({ id, name, website }) => ({ id, name, website }))

const PALETTE = { name: 'Search companies, pages, actions and news' }

const routes = {
  'GET /api/auth/user': sampleProfile(),
  'GET /api/companies/names': NAMES,
  'GET /api/companies/1': cedar,
  'GET /api/companies/2': harbor,
  'GET /api/refresh': null,
  [REFRESH]: { failed: [], waiting: [], newStories: 1 },
  'DELETE /api/companies/2': '',
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  delete document.documentElement.dataset.theme
})

/** Requests the profile, as the guards around every page do. */
function Profile() {
  return useProfile().profile && <p>Profile is here</p>
}

const page = (
  <>
    <Profile />
    <Sidebar />
    <PaletteButton />
    <main>
      <input aria-label="A field" />
      <input type="checkbox" aria-label="A box" />
      <textarea aria-label="A text" />
      <select aria-label="A choice" />
      <div contentEditable suppressContentEditableWarning aria-label="Free" />
      <article data-row>
        <a href="/companies/1">Cedar</a>
      </article>
      <article data-row>
        <button type="button">Beside it</button>
        <h3>
          <a href="/companies/2">Harbor</a>
        </h3>
      </article>
    </main>
    <Shortcuts />
  </>
)

async function open(more: Record<string, unknown> = {}) {
  const server = fakeServer({ ...routes, ...more })
  const view = renderPage(page, { server, at: '/elsewhere' })
  await screen.findByText('Profile is here')
  return view
}

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const posted = (calls: { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
const theme = () => document.documentElement.dataset.theme

test.each([{ ctrlKey: true }, { metaKey: true }])(
  'holding %j, K opens and closes the palette, even while typing',
  async (held) => {
    await open()
    const field = screen.getByLabelText('A field')
    field.focus()
    expect(press('k', held)).toBe(false)
    const input = await screen.findByRole('combobox', PALETTE)
    expect(document.activeElement).toBe(input)
    press('k', held)
    await waitFor(() => expect(screen.queryByRole('combobox', PALETTE)).toBeNull())
    expect(document.activeElement).toBe(field)
  },
)

test('the palette and its company names are preloaded once the page is idle', async () => {
  const { server } = await open()
  expect(server.calls.some(({ path }) => path === '/api/companies/names')).toBe(false)
  await waitFor(() => expect(server.calls.some(({ path }) => path === '/api/companies/names')).toBe(true))
  press('k', { ctrlKey: true })
  expect(screen.getByRole('combobox', PALETTE)).toBeDefined()
})

test('the palette opens with a click and closes with Escape', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: /^Search companies and stories/ }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['d', '/dashboard'],
  ['n', '/dashboard?tab=news'],
  ['v', '/discover'],
  ['p', '/profile'],
])('g %s goes to %s', async (key, address) => {
  const { router } = await open()
  press('g')
  press(key)
  await waitFor(() => expect(router.state.location.href).toBe(address))
})

test('j and k move to the next and previous row, and o opens it', async () => {
  await open()
  const links = ['Cedar', 'Harbor'].map((name) => screen.getByRole('link', { name }))
  const opened: string[] = []
  for (const link of links)
    link.addEventListener('click', (event) => {
      event.preventDefault()
      opened.push(link.textContent ?? '')
    })
  press('j')
  await waitFor(() => expect(document.activeElement).toBe(links[0]))
  for (const [key, at] of [
    ['j', 1],
    ['j', 1],
    ['k', 0],
    ['k', 0],
    ['j', 1],
  ] as const) {
    press(key)
    expect(document.activeElement).toBe(links[at])
  }
  press('o')
  expect(opened).toEqual(['Harbor'])
})

test('r refreshes one company, and R refreshes all', async () => {
  const { server } = await open()
  screen.getByRole('link', { name: 'Harbor' }).focus()
  press('r')
  await waitFor(() => expect(posted(server.calls)).toEqual([{ companies: [NAMES[1]] }]))
  await screen.findByText('News refreshed for Harbor')
  press('R', { shiftKey: true })
  await waitFor(() => expect(posted(server.calls)).toHaveLength(2))
  expect(posted(server.calls)[1]).toEqual({ companies: NAMES })
})

test('e opens the company and clicks its Edit button once it appears', async () => {
  const { router } = await open()
  screen.getByRole('link', { name: 'Harbor' }).focus()
  press('e')
  await waitFor(() => expect(router.state.location.pathname).toBe('/companies/2'))
  const edit = document.createElement('button')
  edit.setAttribute('aria-keyshortcuts', 'e')
  let pressed = 0
  edit.addEventListener('click', () => (pressed += 1))
  act(() => document.querySelector('main')?.append(edit))
  await waitFor(() => expect(pressed).toBe(1))
})

test('# asks before removing a company', async () => {
  const { server } = await open()
  screen.getByRole('link', { name: 'Harbor' }).focus()
  press('#', { shiftKey: true })
  await screen.findByRole('dialog', { name: 'Remove Harbor?' })
  expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('a adds a company, t switches the theme, ? shows all shortcuts', async () => {
  await open()
  press('t')
  await waitFor(() => expect(theme()).toBe('dark'))
  press('a')
  await screen.findByRole('dialog', { name: 'Add Investment' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  press('?', { shiftKey: true })
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const [, text] of SHORTCUT_LIST.flatMap(({ keys }) => keys)) expect(sheet.textContent).toContain(text)
})

test('/ goes to the search of the page, or else to the one of the shell', async () => {
  await open()
  const search = document.createElement('input')
  search.setAttribute('aria-keyshortcuts', '/')
  const main = document.querySelector('main') ?? document.body
  act(() => main.append(search))
  press('/')
  await waitFor(() => expect(document.activeElement).toBe(search))
  search.remove()
  press('/')
  await screen.findByRole('dialog', { name: 'Search or jump' })
})

test.each(['A field', 'A text', 'A choice', 'Free'])('shortcuts are off while typing: %s', async (label) => {
  await open()
  fireEvent.keyDown(screen.getByLabelText(label), { key: 't' })
  fireEvent.keyDown(screen.getByLabelText('A box'), { key: 't' })
  await waitFor(() => expect(theme()).toBe('dark'))
})

test('shortcuts are off in a dialog and with modifier keys held', async () => {
  await open()
  press('?')
  await screen.findByRole('dialog')
  press('t')
  for (const held of ['ctrlKey', 'metaKey', 'altKey']) press('t', { [held]: true })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  press('t')
  await waitFor(() => expect(theme()).toBe('dark'))
})

test('single-key shortcuts can be turned off and stay off; Ctrl K still works', async () => {
  const first = await open()
  press('?')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Single-key shortcuts' }))
  expect(localStorage.getItem('tidings-shortcuts')).toBe('off')
  first.unmount()
  await open()
  expect(press('t')).toBe(true)
  press('k', { ctrlKey: true })
  fireEvent.change(await screen.findByRole('combobox', PALETTE), { target: { value: 'keyboard' } })
  fireEvent.keyDown(screen.getByRole('combobox', PALETTE), { key: 'Enter' })
  expect(theme()).toBeUndefined()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Single-key shortcuts' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  press('t')
  await waitFor(() => expect(theme()).toBe('dark'))
})

test('without access, shortcuts navigate but open no dialog and request nothing', async () => {
  const entitlement = { hasAccess: false, reason: 'none', endsAt: null }
  const { server, router } = await open({ 'GET /api/auth/user': { ...sampleProfile(), entitlement } })
  screen.getByRole('link', { name: 'Cedar' }).focus()
  for (const key of ['a', 'r', 'R', '#', 'e', '/', 't']) press(key)
  await waitFor(() => expect(theme()).toBe('dark'))
  expect(router.state.location.href).toBe('/elsewhere')
  for (const key of ['g', 'p']) press(key)
  await waitFor(() => expect(router.state.location.href).toBe('/profile'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.calls.every(({ path }) => path === '/api/auth/user')).toBe(true)
})

test.each(['s', 'u', 'c', 'x', '.'])('%s is for the current row, and U for the whole page', async (key) => {
  await open()
  const taken: string[] = []
  const [row] = document.querySelectorAll('[data-row]')
  onRowKey(row!, (each) => taken.push(each))
  screen.getByRole('link', { name: 'Cedar' }).focus()
  press(key)
  await waitFor(() => expect(taken).toEqual([key]))
  screen.getByLabelText('A box').focus()
  press(key)
  const all = document.createElement('button')
  all.setAttribute('aria-keyshortcuts', 'U')
  all.addEventListener('click', () => taken.push('U'))
  document.querySelector('main')?.append(all)
  press('U', { shiftKey: true })
  expect(taken).toEqual([key, 'U'])
  all.setAttribute('aria-keyshortcuts', 'f')
  press('f')
  expect(taken).toEqual([key, 'U', 'U'])
  expect(document.activeElement).toBe(all)
})

// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Morning } from '#domain/news/morning/morning.ts'
import { DAY_MS } from '#domain/time.ts'
import { coverageInShortQuery, morningQuery } from '../features/news/queries.ts'
import { fakeServer, Refusal } from '../testing/fake-server.ts'
import { press, renderPage } from '../testing/render-page.tsx'
import { sendRowKey } from '../ui/shortcuts.ts'
import { sampleEvent, sampleEvents, sampleMorning, sampleProfile } from '../testing/sample-data.ts'
import { DashboardPage } from './dashboard.tsx'

const MORNING = `GET ${morningQuery.queryKey[0]}`
const COVERAGE = `GET ${coverageInShortQuery([1]).queryKey[0]}`

function open(given: Partial<Morning> | (() => unknown) = {}, { at = '/dashboard', routes = {} } = {}) {
  const server = fakeServer({
    'GET /api/auth/user': sampleProfile(),
    [MORNING]: typeof given === 'function' ? given : sampleMorning(given),
    'GET /api/companies/names': [],
    ...routes,
  })
  return renderPage(<DashboardPage />, { server, at })
}

const tab = () => screen.findByRole('tab', { selected: true })
const rows = () => screen.getAllByRole('article')
const posted = (view: ReturnType<typeof open>, path: string) =>
  view.server.calls.filter(({ method, path: to }) => method === 'POST' && to === path).map(({ body }) => body)

test('the page is titled with the day, and welcomes the reader with what is new', async () => {
  open()
  await screen.findByText('Welcome, Ada. 12 of your 29 companies have news since yesterday morning.')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thursday, November 19')
})

test('the news comes first if there is a company, and an address decides otherwise', async () => {
  const first = open()
  await screen.findByText(/12 of your 29/)
  expect((await tab()).textContent).toBe('Latest Investment News')
  first.unmount()
  const second = open({}, { at: '/dashboard?tab=investments' })
  expect((await tab()).textContent).toBe('Your Investments')
  second.unmount()
  open({ companies: 0, newCompanies: 0, events: [] })
  await waitFor(async () => expect((await tab()).textContent).toBe('Your Investments'))
})

test('the first company somebody adds does not open another tab', async () => {
  let answer = sampleMorning({ companies: 0, newCompanies: 0, events: [] })
  const { queryClient } = open(() => answer)
  await waitFor(async () => expect((await tab()).textContent).toBe('Your Investments'))
  answer = sampleMorning()
  await act(() => queryClient.invalidateQueries())
  await screen.findByText(/12 of your 29/)
  expect((await tab()).textContent).toBe('Your Investments')
})

test('each event is an article that says what happened, where it was told and what it means for me', async () => {
  open()
  const row = await screen.findByRole('article', { name: 'Shutdown, Fernway Mobility, Wed, Nov 18' })
  const link = within(row).getByRole('link', { name: /^Fernway Mobility is shutting down/ })
  expect(link.getAttribute('href')).toBe('/companies/1')
  expect(row.textContent).toContain('New: Shutdown')
  expect(row.textContent).toContain('You hold $20,000 from May 2021 at $30M post-money')
  expect(
    within(row)
      .getByRole('link', { name: /^Trade Courier/ })
      .getAttribute('href'),
  ).toMatch(/fernway\/2$/)
  const [, raise, reported, correction] = rows()
  expect(raise?.textContent).toContain('Also on Nov 18: named Anke Dorn head of grid')
  expect(raise?.textContent).toContain('This round values it at 3.1x your entry')
  expect(raise?.textContent).toContain('$42\u{A0}million')
  expect(reported?.textContent).toContain('Reported')
  expect(correction?.textContent).toContain('Brightmoor Security: The company is not for sale')
  expect(correction?.textContent).toContain(
    'Corrects “Halvard Systems about to buy Brightmoor” (Valley & Coast, Nov 14)',
  )
  expect(correction?.textContent).toContain('German')
  expect(correction?.textContent).not.toContain('You hold')
})

test.each([
  [{ events: sampleEvents().slice(0, 1), earlier: sampleEvents().slice(1) }, 'Earlier this week', ''],
  [{ events: [], earlier: sampleEvents() }, 'This week', 'What mattered, November 18 to 19'],
  [{ events: [], earlier: sampleEvents(), earlierPeriod: 'month' as const }, 'This month', 'Nothing new this week'],
])('what was read before has a heading of its own (%#)', async (given, title, note) => {
  open(given)
  const heading = await screen.findByRole('heading', { name: title })
  expect(heading.parentElement?.textContent).toBe(title + note)
  expect(rows()).toHaveLength(4)
})

test.each(['company=1', 'sort=oldest', 'q=round', 'section=Business'])(
  'a narrowed list, %s, takes the place of what matters today',
  async (search) => {
    open({}, { at: `/dashboard?${search}` })
    await screen.findByRole('heading', { name: 'Latest News' })
    expect(screen.queryByRole('region', { name: 'Today' })).toBeNull()
  },
)

test('the list of every company waits for what matters today, which would push it down', async () => {
  let answer: (morning: Morning) => void = () => {}
  const { queryClient } = open(() => new Promise((resolve) => (answer = resolve)))
  await waitFor(() => expect(queryClient.isFetching()).toBe(1))
  expect(screen.queryByRole('heading', { name: 'Latest News' })).toBeNull()
  await act(async () => answer(sampleMorning()))
  await screen.findByRole('heading', { name: 'Latest News' })
  screen.getByRole('region', { name: 'Today' })
})

test('opening a company or a source marks the event as read, and only its dot leaves', async () => {
  const view = open({}, { routes: { 'POST /api/news/read': '' } })
  const row = await screen.findByRole('article', { name: /^Shutdown/ })
  const source = within(row).getByRole('link', { name: /^Trade Courier/ })
  source.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(source)
  await waitFor(() => expect(row.textContent).not.toContain('New: '))
  expect(posted(view, '/api/news/read')).toEqual([{ stories: [{ companyId: 1, roots: [1] }] }])
  expect(rows()[0]).toBe(row)
  fireEvent.click(source)
  expect(posted(view, '/api/news/read')).toHaveLength(1)
})

test('a dot comes back if the event could not be marked as read', async () => {
  open({}, { routes: { 'POST /api/news/read': new Refusal(500) } })
  const row = await screen.findByRole('article', { name: /^Shutdown/ })
  const source = within(row).getByRole('link', { name: /^Trade Courier/ })
  source.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(source)
  await screen.findByText('Could not mark it as read')
  expect(row.textContent).toContain('New: ')
})

test('Mark all as read takes every dot, up to the moment the list was loaded', async () => {
  const view = open({}, { routes: { 'POST /api/news/read-all': '' } })
  await screen.findAllByRole('article')
  press('Mark all as read')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  expect(rows()).toHaveLength(4)
  expect(screen.queryByText('New:')).toBeNull()
  expect(posted(view, '/api/news/read-all')).toEqual([{ until: sampleMorning().asOf }])
})

test('events that arrive meanwhile wait until they are asked for', async () => {
  let answer = sampleMorning()
  const { queryClient } = open(() => answer)
  const before = (await screen.findAllByRole('article')).map(({ ariaLabel }) => ariaLabel)
  const found = sampleEvent({ id: 9, companyId: 9, companyName: 'Onda', kind: 'Layoffs' })
  answer = sampleMorning({ events: [found, ...sampleEvents().slice(1)] })
  await act(() => queryClient.invalidateQueries())
  await screen.findByText('1 new event.')
  expect(rows().map(({ ariaLabel }) => ariaLabel)).toEqual(before)
  press('Show')
  await screen.findByRole('article', { name: /^Layoffs, Onda/ })
  expect(screen.queryByText('1 new event.')).toBeNull()
})

test('a slow server leaves a placeholder, and a broken one can be asked again', async () => {
  const pending = Promise.withResolvers<unknown>()
  let answer: unknown = pending.promise
  const { queryClient } = open(() => answer)
  await screen.findByText('Loading your news')
  pending.resolve(new Refusal(500))
  await screen.findByText('Your news did not load.')
  answer = sampleMorning()
  press('Try again')
  await screen.findAllByRole('article')
  answer = new Refusal(500)
  await act(() => queryClient.invalidateQueries())
  await screen.findByText(/^\s*This is your list from \d+:02 [AP]M\.$/)
  expect(rows()).toHaveLength(4)
})

test('what needs the reader leads to where it is done, and can be dismissed', async () => {
  const need = { key: 'no-website 5', text: '5 companies have no website.', action: 'Add websites', path: '/discover' }
  const view = open({ needs: [need] }, { routes: { 'POST /api/news/needs/dismiss': '' } })
  const link = await screen.findByRole('link', { name: 'Add websites' })
  expect(link.getAttribute('href')).toBe('/discover')
  press('Dismiss: 5 companies have no website.')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Needs you' })).toBeNull())
  expect(posted(view, '/api/news/needs/dismiss')).toEqual([{ key: need.key }])
})

test('a need that could not be dismissed comes back', async () => {
  const need = { key: 'no-website 5', text: '5 companies have no website.', action: 'Add websites', path: '/discover' }
  open({ needs: [need] }, { routes: { 'POST /api/news/needs/dismiss': new Refusal(500) } })
  await screen.findByRole('link', { name: 'Add websites' })
  press(/^Dismiss/)
  await screen.findByText('Could not dismiss “5 companies have no website.”')
  screen.getByRole('link', { name: 'Add websites' })
})

test('the menu of an event says where its sentence comes from, and when its sources were checked', async () => {
  const coverage = {
    companyId: 1,
    state: 'active',
    sources: 6,
    unchecked: 0,
    failing: 0,
    goodAt: new Date(Date.now() - 12 * 60_000 - 1000).toISOString(),
    nextAt: new Date(Date.now() + 48 * 60_000).toISOString(),
    failingSince: null,
    problem: null,
  }
  open({}, { routes: { [COVERAGE]: [coverage] } })
  const row = await screen.findByRole('article', { name: /^Shutdown/ })
  const more = within(row).getByRole('button', { name: 'More about Fernway Mobility' })
  fireEvent.focus(more)
  fireEvent.click(more)
  await screen.findByText(
    'Quoted word for word from Trade Courier. 6 sources checked 12 minutes ago; next check in 48 minutes.',
  )
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Copy sentence and linkC',
    'Share with a co-investor',
    'Not my companyX',
    'Mute Fernway Mobility',
    'Refresh Fernway MobilityR',
  ])
})

test.each([
  [10.5, false],
  [2.5, true],
])('with %s days left, the trial is above the tabs: %s', async (days, isAbove) => {
  const trialEndsAt = new Date(Date.now() + days * DAY_MS).toISOString()
  open({}, { routes: { 'GET /api/auth/user': sampleProfile({ trialEndsAt }) } })
  const trial = await screen.findByRole('region', { name: 'Trial' })
  const order = trial.compareDocumentPosition(await screen.findByRole('tablist'))
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBe(isAbove ? Node.DOCUMENT_POSITION_FOLLOWING : 0)
})

test('keys act on the row that has the focus', async () => {
  const view = open({}, { routes: { 'POST /api/news/read': '' } })
  const [first] = await screen.findAllByRole('article')
  const opened: string[] = []
  within(first!)
    .getByRole('link', { name: /^Company website/ })
    .addEventListener('click', (event) => {
      event.preventDefault()
      opened.push('source')
    })
  sendRowKey(first!, 's')
  expect(opened).toEqual(['source'])
  sendRowKey(rows()[1]!, 'u')
  await waitFor(() => expect(posted(view, '/api/news/read')).toHaveLength(2))
  await waitFor(() =>
    expect(rows().map((row) => row.textContent?.includes('New: '))).toEqual([false, false, true, true]),
  )
  sendRowKey(rows()[2]!, 'x')
  await screen.findByRole('dialog', { name: 'Not my company' })
})

test('the menu opens by its key, again and again', async () => {
  open()
  const [first] = await screen.findAllByRole('article')
  await within(first!).findByRole('button', { name: /^More about/ })
  for (const _ of [1, 2]) {
    sendRowKey(first!, '.')
    const menu = await screen.findByRole('menu')
    fireEvent.keyDown(menu, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  }
})

test('while companies are read for the first time, a bar shows how far it is, and events join the list at once', async () => {
  const states = ['active', 'checking', 'checking', 'quiet']
  const coverage = states.map((state, at) => ({ companyId: at + 1, state, goodAt: null }))
  let answer = sampleMorning({ companies: 4, newCompanies: 1, events: sampleEvents().slice(0, 1) })
  const { queryClient } = open(() => answer, {
    routes: { [`GET ${coverageInShortQuery('all').queryKey[0]}`]: coverage },
  })
  await screen.findByText('Welcome, Ada. Reading 4 companies: 2 done, 1 with news so far.')
  expect(screen.getByRole('progressbar', { name: 'Companies read' }).getAttribute('value')).toBe('50')
  answer = { ...answer, events: sampleEvents().slice(0, 2) }
  await act(() => queryClient.invalidateQueries({ queryKey: morningQuery.queryKey }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
})

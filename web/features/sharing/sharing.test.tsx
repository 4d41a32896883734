// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReceivedShare, Share, SharedCompanyNews, SharedNews } from '#domain/sharing/share.ts'
import { morningQuery } from '../news/queries.ts'
import { SharingPage } from '../../pages/account/sharing.tsx'
import { DashboardPage } from '../../pages/dashboard.tsx'
import { SharedCompanyPage } from '../../pages/shared-company.tsx'
import { SharedPage } from '../../pages/shared.tsx'
import { fakeServer, manyCompanies, portfolioServer, Refusal } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleMorning, sampleProfile, sampleStory } from '../../testing/sample-data.ts'

const SHARE: Share = {
  id: 3,
  email: 'bob@guest.example',
  name: 'Cedar',
  companyId: 7,
  viewId: null,
  withPositions: true,
  withUpdates: false,
  createdAt: '2026-01-01T00:00:00Z',
  acceptedAt: null,
  expiresAt: '2026-01-15T00:00:00Z',
  lastReadAt: null,
}
const RECEIVED: ReceivedShare = {
  id: 5,
  ownerEmail: 'ada@owner.example',
  name: null,
  companyId: null,
  viewId: null,
  acceptedAt: '2026-01-01T00:00:00Z',
}
const STORY = sampleStory({ id: 41, extractedFacts: [], evidence: [] })
const COMPANY = { id: 7, name: 'Cedar', website: 'https://cedar.example', category: null, stage: 'Seed' }

const open = (routes: Record<string, unknown> = {}, at = '/profile/sharing') =>
  renderPage(<SharingPage />, {
    at,
    server: fakeServer({
      'GET /api/auth/user': sampleProfile(),
      'GET /api/shares': [],
      'GET /api/shares/visits': [],
      'GET /api/shared': [],
      'GET /api/companies/names': [{ id: 7, name: 'Cedar', website: null }],
      'GET /api/views': [{ id: 2, name: 'Rounds', query: 'q=round', createdAt: '2026-01-01T00:00:00Z' }],
      ...routes,
    }),
  })

test('an invitation leaves out positions and founder updates unless they are included', async () => {
  const { server } = open({ 'POST /api/shares': SHARE })
  fireEvent.click(await screen.findByRole('button', { name: 'Invite' }))
  const form = screen.getByRole('form', { name: 'Invitation' })
  fireEvent.change(within(form).getByLabelText('Email'), { target: { value: 'bob@guest.example' } })
  await screen.findByRole('option', { name: 'Cedar' })
  fireEvent.change(within(form).getByRole('combobox'), { target: { value: 'company 7' } })
  fireEvent.click(within(form).getByLabelText(/Your positions/))
  fireEvent.click(within(form).getByRole('button', { name: 'Send Invitation' }))
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      email: 'bob@guest.example',
      companyId: 7,
      viewId: null,
      withPositions: true,
      withUpdates: false,
    }),
  )
  expect(await screen.findByText('Invitation sent')).toBeTruthy()
})

test.each(['', 'bob', 'bob@'])('the email “%s” is rejected at its field', async (email) => {
  const { server } = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Invite' }))
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.click(screen.getByRole('button', { name: 'Send Invitation' }))
  expect(await screen.findByText('Enter a valid email address')).toBeTruthy()
  expect(server.calls.some(({ method }) => method === 'POST')).toBe(false)
})

test('the dashboard shows a guest without companies what is shared with them', async () => {
  const dashboard = (companies: number) =>
    renderPage(<DashboardPage />, {
      at: '/dashboard',
      server: portfolioServer(manyCompanies(companies), {
        'GET /api/auth/user': sampleProfile(),
        'GET /api/shared': [RECEIVED],
        [`GET ${morningQuery.queryKey[0]}`]: sampleMorning({ companies, ...(companies === 0 && { events: [] }) }),
      }),
    })
  const guest = dashboard(0)
  const region = await screen.findByRole('region', { name: 'Shared with you' })
  expect(region.textContent).toContain('From ada@owner.example')
  expect(within(region).getByRole('link', { name: 'Read All companies' }).getAttribute('href')).toBe('/shared/5')
  await screen.findByText('No investments yet')
  screen.getByText('Add your first investment to start tracking news')
  guest.unmount()
  const { server } = dashboard(1)
  await screen.findByRole('region', { name: 'Today' })
  expect(server.calls.some(({ path }) => path === '/api/shared')).toBe(false)
})

test('sharing a saved view does not offer to include founder updates', async () => {
  const { server } = open({
    'POST /api/shares': new Refusal(409, {
      code: 'conflict',
      message: 'You already share this with bob@guest.example.',
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Invite' }))
  const form = screen.getByRole('form', { name: 'Invitation' })
  fireEvent.click(within(form).getByLabelText(/Founder updates/))
  await screen.findByRole('option', { name: 'Rounds' })
  fireEvent.change(within(form).getByRole('combobox'), { target: { value: 'view 2' } })
  expect(within(form).queryByLabelText(/Founder updates/)).toBeNull()
  fireEvent.change(within(form).getByLabelText('Email'), { target: { value: 'bob@guest.example' } })
  fireEvent.click(within(form).getByRole('button', { name: 'Send Invitation' }))
  expect(await screen.findByText('You already share this with bob@guest.example.')).toBeTruthy()
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ viewId: 2, withUpdates: false })
})

test('sharing ends with one click, and the log shows what was read', async () => {
  const visit = { id: 1, email: 'bob@guest.example', at: '2026-02-01T10:00:00Z', companyName: 'Cedar' }
  const { server } = open({
    'GET /api/shares': [SHARE],
    'GET /api/shares/visits': [visit, { ...visit, id: 2, companyName: null }],
    'DELETE /api/shares/3': null,
  })
  expect((await screen.findByText(/Cedar, with positions/)).textContent).toContain('The invitation was not accepted')
  const visits = await screen.findByRole('list', { name: 'Visits' })
  expect(visits.textContent).toContain('read Cedar')
  expect(visits.textContent).toContain('read the overview')
  fireEvent.click(screen.getByRole('button', { name: 'Stop sharing with bob@guest.example' }))
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('an invitation is accepted by a click, not by opening the link', async () => {
  const { server } = open(
    {
      'POST /api/shared/accept': new Refusal(409, {
        code: 'conflict',
        message: 'This invitation was sent to another address.',
      }),
    },
    '/profile/sharing?invitation=abc',
  )
  const notice = await screen.findByRole('region', { name: 'Invitation' })
  expect(server.calls.some(({ method }) => method === 'POST')).toBe(false)
  fireEvent.click(within(notice).getByRole('button', { name: 'Accept Invitation' }))
  expect(await screen.findByText('This invitation was sent to another address.')).toBeTruthy()
})

test('a guest reads the news and who shares it, and finds nothing to change', async () => {
  const news: SharedNews = {
    ...RECEIVED,
    companies: [COMPANY],
    stories: [{ ...STORY, companyId: 7, companyName: 'Cedar' }],
  }
  renderPage(<SharedPage />, {
    at: '/shared/5',
    path: '/shared/$id',
    server: fakeServer({ 'GET /api/auth/user': sampleProfile(), 'GET /api/shared/5': news }),
  })
  expect(await screen.findByText(/Shared by ada@owner.example/)).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Cedar' })[0]?.getAttribute('href')).toBe('/shared/5/companies/7')
  const latest = screen.getByRole('list', { name: 'Latest news' })
  expect(within(latest).getByRole('heading').textContent).toBe(STORY.title)
  expect(
    within(latest)
      .getByRole('link', { name: /^The Press/ })
      .getAttribute('href'),
  ).toBe('https://press.example/1')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a shared company shows its events without actions, and says when sharing has ended', async () => {
  const shared: SharedCompanyNews = {
    share: RECEIVED,
    company: COMPANY,
    stories: [STORY],
    positions: null,
    updates: [],
  }
  let hasEnded = false
  renderPage(<SharedCompanyPage />, {
    at: '/shared/5/companies/7',
    path: '/shared/$id/companies/$companyId',
    server: fakeServer({
      'GET /api/auth/user': sampleProfile(),
      'GET /api/shared/5/companies/7': () =>
        hasEnded ? new Refusal(404, 'This is no longer shared with you.') : shared,
    }),
  })
  expect(await screen.findByRole('heading', { name: 'Cedar' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: /^Cedar raises \$18\smillion$/ })).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['More'])
  expect(screen.queryByRole('heading', { name: 'Positions' })).toBeNull()
  expect(await screen.findByText('No updates were received.')).toBeTruthy()
  hasEnded = true
  // The guest comes back to a page that was open when the owner ended the share.
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  expect(await screen.findByRole('heading', { name: 'No longer shared' })).toBeTruthy()
})

test('a guest sees the dates and sources of a story as its owner does', async () => {
  const [article] = STORY.articles
  if (!article) throw new Error('the story has no article')
  const articles = [
    { ...article, publisher: 'Cedar', publishedAt: '2026-01-28T00:00:00Z', precision: 'day' as const },
    { ...article, id: 42 },
  ]
  const stories = [{ ...STORY, companyId: 7, companyName: 'Cedar', articles }]
  const news: SharedNews = { ...RECEIVED, companies: [], stories }
  renderPage(<SharedPage />, {
    at: '/shared/5',
    path: '/shared/$id',
    server: fakeServer({ 'GET /api/auth/user': sampleProfile(), 'GET /api/shared/5': news }),
  })
  const [story] = within(await screen.findByRole('list', { name: 'Latest news' })).getAllByRole('listitem')
  expect(story?.querySelector('time')?.dateTime).toBe('2026-01-28')
  screen.getByRole('link', { name: /^Company website/ })
})

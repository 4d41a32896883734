// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CompanyStory } from '#domain/news/stories.ts'
import { DAY_MS } from '#domain/time.ts'
import { CompanyPage } from './company.tsx'
import { fakeServer, Refusal } from '../testing/fake-server.ts'
import { press, renderPage, type } from '../testing/render-page.tsx'
import { sampleCompany, sampleCoverage, sampleStory, sampleSummary } from '../testing/sample-data.ts'

const company = sampleCompany({ id: 7, category: 'Robotics', investmentDate: '2024-03-04' })
const routes = { 'GET /api/companies/7': company, 'GET /api/companies/7/news': [] }

const open = (more: Record<string, unknown> = {}, id = '7') =>
  renderPage(<CompanyPage />, {
    server: fakeServer({ ...routes, ...more }),
    at: `/companies/${id}`,
    path: '/companies/$id',
  })

test('shows the name, website link, category, stage, investment date and added date', async () => {
  open()
  await screen.findByRole('heading', { name: 'Cedar Robotics', level: 1 })
  const website = screen.getByRole('link', { name: /cedar\.example/ })
  expect(website.getAttribute('href')).toBe('https://cedar.example/')
  expect(website.getAttribute('rel')).toBe('noopener noreferrer')
  const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ['Website', 'cedar.example (opens in a new tab)'],
    ['Category', 'Robotics'],
    ['Invested', 'Mar 4, 2024'],
    ['Added', 'Jan 2, 2026'],
  ])
})

test('a company without a website asks for it', async () => {
  open({ 'GET /api/companies/7': { ...company, website: null } })
  fireEvent.click(await screen.findByRole('button', { name: 'Add its website to find more news' }))
  await screen.findByLabelText(/Website URL/)
})

test.each([
  ['broken', 'No news yet. Its sources are not responding; we keep trying.'],
  ['checking', 'No news yet. The first check is running.'],
  ['quiet', 'No news yet. We check every hour; anything new appears here.'],
] as const)('without news, a company whose sources are %s says so', async (state, text) => {
  open({
    'GET /api/companies/7/stories': [],
    'GET /api/companies/7/coverage': sampleCoverage({ state, entries: [] }),
  })
  await screen.findByText(text)
})

test.each(['7', '0', 'abc', '99999999999'])(
  "'Company not found' for %s, with a link back to the dashboard",
  async (id) => {
    const missing = new Refusal(404, { code: 'not-found', message: 'Company not found' })
    open({ 'GET /api/companies/7': missing }, id)
    await screen.findByRole('heading', { name: 'Company not found' })
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard')
  },
)

test("edit: 'Invalid input' / 'Company name cannot be empty.'; https:// is added, and an empty website is saved as null", async () => {
  let saved: object = company
  const { server } = open({
    'GET /api/companies/7': () => saved,
    'PATCH /api/companies/7': ({ body }: { body: object }) => (saved = { ...company, ...body }),
  })
  await screen.findByRole('button', { name: 'Edit' })
  press('Edit')
  await screen.findByLabelText('Company Name')
  type('Company Name', '  ')
  press('Save')
  await screen.findByText('Invalid input')
  screen.getByText('Company name cannot be empty.')
  type('Company Name', 'Cedar')
  type(/Website URL/, 'ftp://x.example')
  press('Save')
  await screen.findByText('Must be a valid URL')
  type(/Website URL/, '')
  press('Save')
  await screen.findByRole('heading', { name: 'Cedar', level: 1 })
  await screen.findByText('Company updated')
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    name: 'Cedar',
    website: null,
    category: 'Robotics',
    stage: null,
  })
  press('Edit')
  await screen.findByLabelText('Company Name')
  type(/Website URL/, 'harbor.example')
  press('Save')
  const website = await screen.findByRole('link', { name: /harbor\.example/ })
  expect(website.getAttribute('href')).toBe('https://harbor.example/')
  const at = server.calls.findLastIndex(({ method }) => method === 'PATCH')
  expect(server.calls[at]?.body).toMatchObject({ website: 'https://harbor.example' })
  await expect.poll(() => server.calls.slice(at).map(({ path }) => path)).toContain('/api/companies/7/stories')
})

test('"More details": category, stage with the usual rounds suggested, investment date', async () => {
  const { server } = open({
    'GET /api/companies/facets': {
      total: 1,
      sample: 0,
      removed: 0,
      categories: [{ value: 'Logistics', count: 1 }],
      stages: [{ value: 'Bridge', count: 1 }],
    },
    'PATCH /api/companies/7': ({ body }: { body: object }) => ({ ...company, ...body }),
  })
  await screen.findByRole('button', { name: 'Edit' })
  press('Edit')
  await screen.findByText('More details')
  const suggested = () => [...document.querySelectorAll('option')].map((option) => option.value)
  await expect.poll(suggested).toEqual(expect.arrayContaining(['Logistics', 'Bridge', 'Seed', 'Series A']))
  type(/Category/, ' ')
  type(/Stage/, 'Series A')
  type(/Investment Date/, '')
  press('Save')
  await screen.findByText('Company updated')
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    category: null,
    stage: 'Series A',
    investmentDate: null,
  })
})

test('a sample company is labeled as such', async () => {
  open({ 'GET /api/companies/7': { ...company, sample: true } })
  await screen.findByText('Sample company. It is fictional.')
})

test('a removal can be undone from its toast', async () => {
  const { server } = open({ 'DELETE /api/companies/7': '', 'POST /api/companies/restore': [company] })
  await screen.findByRole('button', { name: 'Remove' })
  press('Remove')
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Remove' })
    .click()
  await screen.findByText('Company removed')
  press('Undo')
  await screen.findByText('Cedar Robotics is back in your portfolio.')
  expect(server.calls.find(({ path }) => path === '/api/companies/restore')?.body).toEqual({ ids: [7] })
})

test("'Failed to update company' with message; the old name is restored", async () => {
  open({ 'PATCH /api/companies/7': new Refusal(500, 'broken') })
  await screen.findByRole('button', { name: 'Edit' })
  press('Edit')
  await screen.findByLabelText('Company Name')
  type('Company Name', 'Other')
  press('Save')
  await screen.findByText('Failed to update company')
  screen.getByText('broken')
  screen.getByText('Cedar Robotics was not changed.')
  await screen.findByRole('heading', { name: 'Cedar Robotics', level: 1 })
})

test('removing asks first, then goes to /dashboard', async () => {
  const shown: (string | undefined)[] = []
  const { router, server } = open({
    'DELETE /api/companies/7': () => shown.push(screen.queryByRole('heading')?.textContent) && '',
  })
  await screen.findByRole('button', { name: 'Remove' })
  press('Remove')
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('Remove Cedar Robotics?')
  within(dialog).getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard')
  await screen.findByText('Company removed')
  expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  // Nothing is left on the page that could request a deleted company.
  expect(shown).toEqual([undefined])
})

test("a failed deletion shows 'Failed to remove company' and names the company", async () => {
  open({ 'DELETE /api/companies/7': new Refusal(500, 'broken') })
  await screen.findByRole('button', { name: 'Remove' })
  press('Remove')
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Remove' })
    .click()
  await screen.findByText('Failed to remove company')
  screen.getByText('Cedar Robotics is still in your portfolio.')
})

const ROUND: CompanyStory['extractedFacts'] = [
  { kind: 'raised', amount: { currency: 'USD', value: 18_000_000 }, certainty: 'stated' },
  { kind: 'valuation', amount: { currency: 'USD', value: 80_000_000 }, certainty: 'stated' },
]
const SAFE = {
  id: 1,
  companyId: 7,
  kind: 'investment',
  date: '2022-03-14',
  amount: '25000',
  currency: 'USD',
  instrument: 'safe',
  round: null,
  valuation: '8000000',
  valuationBasis: 'cap',
  notes: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
}

test('a round in the news values the position unless it was denied', async () => {
  const held = (stories: CompanyStory[]) => ({
    'GET /api/companies/7/stories': stories,
    'GET /api/companies/7/positions': [SAFE],
  })
  const { unmount } = open(held([sampleStory({ extractedFacts: ROUND })]))
  await screen.findByText('This round values it at 10x your cap')
  screen.getByText('$80M against your $8M, before dilution.')
  unmount()
  open(held([sampleStory({ extractedFacts: ROUND, denied: ['raise'] })]))
  await screen.findByText('SAFE, $8M cap')
  await screen.findByText('Cedar raises $18 million')
  expect(screen.queryByText(/^This round/)).toBeNull()
})

const [article] = sampleStory().articles as [CompanyStory['articles'][number]]
const raisedOn = (id: number, publishedAt: string): CompanyStory =>
  sampleStory({ id, extractedFacts: ROUND, articles: [{ ...article, publishedAt }] })

test('where it stands leads to the event, also from another tab', async () => {
  const recent = raisedOn(5, new Date(Date.now() - DAY_MS).toISOString())
  const { router } = open({ 'GET /api/companies/7/stories': [recent] }, '7?tab=sources')
  const stands = await screen.findByRole('region', { name: 'Where it stands' })
  expect(stands.textContent).toMatch(/^Where it standsGrowingCedar Robotics raises \$18M(illion)? on \w+ \d+\.$/)
  fireEvent.click(within(stands).getByRole('link'))
  await expect.poll(() => document.activeElement?.id).toBe('event-5')
  expect(document.activeElement?.closest('[hidden]')).toBeNull()
  expect(router.state.location.searchStr).toBe('')
})

test('an address that names a folded event opens its fold', async () => {
  const recent = raisedOn(5, new Date(Date.now() - DAY_MS).toISOString())
  open({ 'GET /api/companies/7/stories': [recent, raisedOn(6, '2020-03-01T10:00:00Z')] }, '7#event-6')
  await expect.poll(() => document.activeElement?.id).toBe('event-6')
  expect(document.activeElement?.closest('[hidden]')).toBeNull()
})

test('a company without stories stands nowhere, and one with mentions alone has only a word', async () => {
  const { unmount } = open({ 'GET /api/companies/7/stories': [] })
  await screen.findByText(/^No news yet\. /)
  expect(screen.queryByRole('region', { name: 'Where it stands' })).toBeNull()
  unmount()
  open({ 'GET /api/companies/7/stories': [sampleStory({ isPrimary: false, eventType: 'mention' })] })
  const stands = await screen.findByRole('region', { name: 'Where it stands' })
  expect(stands.textContent).toBe('Where it standsNo news yet')
})

test('a company is muted, unmuted and shared from its menu', async () => {
  let until: string | null = null
  const { server, router } = open({
    'GET /api/news/summary': () => sampleSummary({ muted: until ? [{ companyId: 7, until }] : [] }),
    'PUT /api/companies/7/mute': () => ((until = '2026-12-01T12:00:00Z'), ''),
  })
  const more = async (item: RegExp | string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'More about Cedar Robotics' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  }
  await more('Mute for a week')
  await screen.findByText('Muted until Dec 1, 2026')
  await more(/^Unmute/)
  const muted = () => server.calls.filter(({ path }) => path.endsWith('/mute')).map(({ body }) => body)
  await expect.poll(muted).toEqual([{ for: 'week' }, { for: null }])
  await more('Share with a co-investor')
  await expect.poll(() => router.state.location.href).toBe('/profile/sharing?company=7')
})

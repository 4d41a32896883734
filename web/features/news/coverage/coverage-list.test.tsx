// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Story } from '#domain/news/stories.ts'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { sampleCoverage, sampleEntry, sampleStory } from '../../../testing/sample-data.ts'
import { CoverageList } from './coverage-list.tsx'
import { Stories } from '../stories/stories.tsx'

const company = { id: 7, name: 'Cedar Robotics', website: 'https://cedar.example' }
const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

const story = (id: number, article: Partial<Story['articles'][number]> = {}): Story =>
  sampleStory({
    id,
    title: `Story ${id}`,
    publishedAt: at(-2),
    evidence: ['names Cedar Robotics', 'links to cedar.example'],
    articles: [
      {
        id,
        title: `Story ${id}`,
        url: `https://press.example/${id}`,
        publisher: 'The Press',
        publishedAt: at(-2),
        precision: 'second',
        kind: 'story',
        source: 'press',
        ...article,
      },
    ],
  })

const openStories = (stories: unknown) =>
  renderPage(<Stories company={company} />, {
    server: fakeServer({ 'GET /api/companies/7/stories': stories }),
  })

test('a story: title link, publisher, date, source label and what says that it is about the company', async () => {
  openStories([story(1)])
  const link = await screen.findByRole('link', { name: /^Story 1/ })
  expect(link.getAttribute('href')).toBe('https://press.example/1')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  const item = link.closest('li')
  expect(item?.textContent).toContain('The Press • 2 hours ago • Startup and business press')
  within(item as HTMLElement).getByText('Why it’s here: names Cedar Robotics, links to cedar.example')
})

test('a date is shown only as precisely as it is known', async () => {
  openStories([
    story(1, { precision: 'day', publishedAt: '2026-03-01T00:00:00Z' }),
    story(2, { precision: 'none', publishedAt: at(-3), publisher: null, source: 'unheard-of' }),
  ])
  await screen.findByText('Mar 1, 2026')
  expect(screen.getByRole('link', { name: /^Story 2/ }).closest('li')?.textContent).toContain(
    'Date unknown • unheard-of',
  )
})

test('only web addresses become links; other outlets are listed below', async () => {
  const listed = story(1, { url: 'javascript:alert(1)' })
  listed.articles.push({ ...story(2).articles[0]!, publisher: 'Other Paper' })
  openStories([listed])
  await screen.findByRole('heading', { name: 'Story 1' })
  expect(screen.queryByRole('link', { name: /^Story 1/ })).toBeNull()
  expect(screen.getByRole('list', { name: '1 more outlet' }).textContent).toContain('Other Paper')
})

test('20 stories at first, then all; empty and failed lists', async () => {
  const { unmount } = openStories(Array.from({ length: 25 }, (_, id) => story(id + 1)))
  await screen.findByText('Story 20')
  expect(screen.queryByText('Story 21')).toBeNull()
  press('Show all 25')
  await screen.findByText('Story 25')
  unmount()
  const empty = openStories([])
  await screen.findByText('No stories about this company yet.')
  empty.unmount()
  openStories(new Refusal(500, 'broken'))
  await screen.findByText('We could not load the stories.')
})

const openCoverage = (routes: Record<string, unknown>, of = company) =>
  renderPage(<CoverageList company={of} />, { server: fakeServer(routes) })

test('sources: state, last successful check, next check, what failed and since when', async () => {
  const entries = [
    sampleEntry({ state: 'unchanged', goodAt: at(-2), nextAt: at(0.5) }),
    sampleEntry({
      source: 'press',
      label: 'Startup and business press',
      address: null,
      state: 'failed',
      goodAt: null,
      nextAt: at(3),
      problem: 'It did not answer.',
      failingSince: '2026-03-08T12:00:00Z',
    }),
    sampleEntry({
      source: 'sec',
      label: 'SEC filings',
      address: 'Cedar Robotics',
      state: null,
      goodAt: null,
      nextAt: at(0),
    }),
  ]
  const coverage = sampleCoverage({ state: 'partial', goodAt: at(-2), nextAt: at(0.5), entries })
  openCoverage({ 'GET /api/companies/7/coverage': coverage })
  await screen.findByText(/^\d of 3 sources checked 2 hours ago\. 1 failed\./)
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(
    /^Company websitecedar\.example\/feed\.xml \(opens in a new tab\)OK, nothing newLast successful check2 hours agoNext checkin 30 minutes$/,
  )
  expect(rows[1]).toBe(
    'Startup and business pressFailedSince Mar 8, 2026: It did not answer.Last successful checkNeverNext checkin 3 hours',
  )
  expect(rows[2]).toMatch(/^SEC filingsCedar RoboticsNot checked yet.*any moment$/)
})

test('Retry is a refresh of this company', async () => {
  const { server } = openCoverage({
    'GET /api/companies/7/coverage': sampleCoverage({ state: 'broken', entries: [] }),
    'POST /api/refresh-all-company-news-structured': { news: [], failed: [], waiting: [], newStories: 1 },
  })
  await screen.findByText(/^No source could be read/)
  press('Retry')
  await screen.findByText('News refreshed for Cedar Robotics')
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ companies: [company] })
  expect(server.calls.filter(({ path }) => path.endsWith('/coverage'))).toHaveLength(2)
})

test('without sources and website, the panel suggests adding the website', async () => {
  const unknown = { ...company, website: null as never }
  openCoverage({ 'GET /api/companies/7/coverage': sampleCoverage({ state: 'not-found', entries: [] }) }, unknown)
  await screen.findByText(/^We have not found/)
  screen.getByText(/Add its website under Edit/)
})

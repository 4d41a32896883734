// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { WebsiteSuggestion } from '#domain/news/website-suggestions.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { CompanyWebsites } from './company-websites.tsx'
import { MissingWebsites } from './missing-websites.tsx'

const suggestion = (change: Partial<WebsiteSuggestion> = {}): WebsiteSuggestion => ({
  companyId: 7,
  companyName: 'Cedar',
  website: 'https://cedar.example',
  isSure: true,
  evidence: [{ kind: 'says-name', name: 'Cedar' }],
  ...change,
})
const LIST = 'GET /api/website-suggestions'

test('the portfolio counts missing websites; suggestions can be dismissed, or all sure ones accepted', async () => {
  const elm = suggestion({
    companyId: 8,
    companyName: 'Elm',
    website: 'https://elm.example',
    evidence: [{ kind: 'article', title: 'Elm raises', url: 'https://news.example' }],
  })
  let left = [suggestion(), elm, suggestion({ companyId: 9, companyName: 'Dune', isSure: false })]
  const { server } = renderPage(<MissingWebsites />, {
    server: fakeServer({
      [LIST]: () => ({ missing: 3, suggestions: left }),
      'POST /api/companies/9/website-suggestions/dismiss': () => {
        left = [suggestion(), elm]
        return { missing: 3, suggestions: left }
      },
      'POST /api/website-suggestions/accept-sure': () => {
        left = []
        return { accepted: 2 }
      },
    }),
    at: '/investments',
  })
  await screen.findByText(/3 companies have no website.*We found websites that may be right for all of them/)
  press('Review Suggestions')
  await screen.findByText('Named in “Elm raises”.')
  press('Not This: https://cedar.example for Dune')
  await screen.findByText(/may be right for 2 of them/)
  press('Use All 2 Sure Matches')
  await screen.findByText('2 companies updated.')
  await screen.findByText('No suggestions left.')
  expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('nothing is shown if nothing is suggested', async () => {
  const { server } = renderPage(<MissingWebsites />, {
    server: fakeServer({ [LIST]: { missing: 3, suggestions: [] } }),
    at: '/investments',
  })
  await expect.poll(() => server.calls.length).toBe(1)
  expect(screen.queryByText(/no website/)).toBeNull()
})

test('two sites with the same name are grouped under the company, and one is chosen', async () => {
  const two = ['com', 'io'].map((ending) => suggestion({ website: `https://cedar.${ending}`, isSure: false }))
  let left = two
  const { server } = renderPage(<MissingWebsites />, {
    server: fakeServer({
      [LIST]: () => ({ missing: left.length / 2, suggestions: left }),
      'POST /api/companies/7/website-suggestions/accept': () => {
        left = []
        return {}
      },
    }),
    at: '/investments',
  })
  await screen.findByText(/1 company has no website.*We found 2 that may be right/)
  press('Review Suggestions')
  await screen.findByText('2 sites have this name. Which one is yours?')
  expect(screen.getAllByText('Cedar')).toHaveLength(1)
  press('Use This: https://cedar.io for Cedar')
  await screen.findByText('No suggestions left.')
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ website: 'https://cedar.io' })
})

test('a dismissed suggestion comes back with Undo', async () => {
  let left = [suggestion()]
  renderPage(<CompanyWebsites companyId={7} />, {
    server: fakeServer({
      [LIST]: () => ({ missing: 1, suggestions: left }),
      'POST /api/companies/7/website-suggestions/dismiss': () => {
        left = []
        return { missing: 1, suggestions: left }
      },
      'POST /api/companies/7/website-suggestions/restore': () => {
        left = [suggestion()]
        return { missing: 1, suggestions: left }
      },
    }),
    at: '/companies/7',
  })
  await screen.findByText('The site calls itself “Cedar”.')
  press('Not This: https://cedar.example for Cedar')
  await screen.findByText('Suggestion dismissed')
  await expect.poll(() => screen.queryByText('The site calls itself “Cedar”.')).toBeNull()
  press('Undo')
  await screen.findByText('The site calls itself “Cedar”.')
})

test("a company's page shows its own suggestion, which can be accepted", async () => {
  const { server } = renderPage(<CompanyWebsites companyId={7} />, {
    server: fakeServer({
      [LIST]: { missing: 2, suggestions: [suggestion(), suggestion({ companyId: 8, companyName: 'Elm' })] },
      'POST /api/companies/7/website-suggestions/accept': {},
    }),
    at: '/companies/7',
  })
  await screen.findByRole('heading', { name: 'Is this its website?' })
  screen.getByText('The site calls itself “Cedar”.')
  press('Use This: https://cedar.example for Cedar')
  await screen.findByText('Website saved')
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ website: 'https://cedar.example' })
})

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { InvestmentsPage } from '../../pages/investments.tsx'
import { Refusal, portfolioServer } from '../../testing/fake-server.ts'
import { press, renderPage } from '../../testing/render-page.tsx'
import { sampleCompany } from '../../testing/sample-data.ts'

// @vitest-environment happy-dom

const cedar = sampleCompany({ id: 1, name: 'Cedar' })
const shown = () => screen.queryAllByRole('link', { name: /^(Cedar|Harbor)$/ }).map((link) => link.textContent)

test('a failed removal restores the row before any list is refetched', async () => {
  const server = portfolioServer([cedar, sampleCompany({ id: 2, name: 'Harbor' })], {
    'DELETE /api/companies/2': new Refusal(500, 'broken'),
  })
  let removing = false
  const fetch = async (path: unknown, init?: RequestInit) => {
    if (init?.method === 'DELETE') removing = true
    const isList = String(path).startsWith('/api/companies?')
    return removing && isList ? new Promise<Response>(() => {}) : server.fetch(path, init)
  }
  renderPage(<InvestmentsPage />, { server: { ...server, fetch }, at: '/investments', path: '/investments' })
  await screen.findByText('2 companies')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Harbor' }))
  press('Remove')
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Remove' })
    .click()
  await screen.findByText('Failed to remove company')
  expect(shown()).toEqual(['Cedar', 'Harbor'])
})

test('a list requested before Undo does not remove the company again', async () => {
  const server = portfolioServer([cedar, sampleCompany({ id: 2, name: 'Harbor' })], {
    'DELETE /api/companies/2': '',
    'POST /api/companies/restore': () => new Promise(() => {}),
  })
  const late = Promise.withResolvers<void>()
  const fetch = async (path: unknown, init?: RequestInit) => {
    const answer = await server.fetch(path, init)
    if (String(path).startsWith('/api/companies?') && server.portfolio.companies.length === 1) await late.promise
    return answer
  }
  renderPage(<InvestmentsPage />, { server: { ...server, fetch }, at: '/investments', path: '/investments' })
  await screen.findByText('2 companies')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Harbor' }))
  press('Remove')
  server.portfolio.companies = [cedar]
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Remove' })
    .click()
  await screen.findByText('Company removed')
  press('Undo')
  await waitFor(() => expect(shown()).toEqual(['Cedar', 'Harbor']))
  await act(async () => late.resolve())
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(shown()).toEqual(['Cedar', 'Harbor'])
})

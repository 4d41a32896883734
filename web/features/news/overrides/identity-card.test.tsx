// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { IdentityCard, IdentityFact } from '#domain/news/overrides.ts'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage, type } from '../../../testing/render-page.tsx'
import { IdentityCardPanel } from './identity-card.tsx'

const fact = (kind: string, value: string, change: Partial<IdentityFact> = {}): IdentityFact => ({
  kind,
  value,
  foundAt: 'https://www.cedar.example/about/',
  foundOn: '2026-03-01T12:00:00Z',
  isRejected: false,
  ...change,
})

const card = (change: Partial<IdentityCard> = {}): IdentityCard => ({
  facts: [fact('feed', 'https://cedar.example/feed.xml'), fact('name', 'Cedar Robotics'), fact('lever', 'cedar')],
  aliases: ['CR Labs'],
  feeds: [],
  notMine: [],
  ...change,
})

const PATH = '/api/companies/7'

const open = (routes: Record<string, unknown>, of: unknown = card()) =>
  renderPage(<IdentityCardPanel companyId={7} />, {
    server: fakeServer({ [`GET ${PATH}/identity`]: of, ...routes }),
  })

const partOf = (name: string) => screen.findByRole('list', { name })

test('facts are grouped by kind, each with its source', async () => {
  open(
    {},
    card({
      facts: [...card().facts, fact('cik', '0001', { foundAt: null, foundOn: null, isRejected: true })],
    }),
  )
  expect((await partOf('Names')).textContent).toContain(
    'Cedar RoboticsFound at cedar.example/about (opens in a new tab) on Mar 1, 2026',
  )
  const feed = within(await partOf('Feeds and news pages')).getByRole('link', {
    name: /^cedar\.example\/feed\.xml/,
  })
  expect(feed.getAttribute('rel')).toBe('noopener noreferrer')
  within(await partOf('Careers')).getByText('Lever: cedar')
  const filings = await partOf('Filings')
  expect(filings.textContent).toContain('Rejected: SEC number 0001Not on its site')
  expect(screen.queryByRole('list', { name: 'Places' })).toBeNull()
})

test('Reject strikes out a fact at once, Undo restores it, and dependent data is invalidated', async () => {
  const rejected = card({
    facts: card().facts.map((each) => ({ ...each, isRejected: each.kind === 'name' })),
  })
  const { server, queryClient } = open({
    [`POST ${PATH}/rejections`]: rejected,
    [`DELETE ${PATH}/rejections`]: card(),
  })
  const names = await partOf('Names')
  queryClient.setQueryData([`${PATH}/stories`], [])
  const button = within(names).getByRole('button', { name: 'Reject: Names, Cedar Robotics' })
  fireEvent.click(button)
  await within(names).findByRole('button', { name: 'Undo: Names, Cedar Robotics' })
  expect(names.querySelector('s')?.textContent).toBe('Rejected: Cedar Robotics')
  await waitFor(() => expect(queryClient.getQueryState([`${PATH}/stories`])?.isInvalidated).toBe(true))
  expect(server.calls.at(-1)).toMatchObject({
    method: 'POST',
    path: `${PATH}/rejections`,
    body: { kind: 'name', value: 'Cedar Robotics' },
  })
  press('Undo: Names, Cedar Robotics')
  await within(names).findByRole('button', { name: 'Reject: Names, Cedar Robotics' })
  await waitFor(() => expect(server.calls.at(-1)?.method).toBe('DELETE'))
})

test('exclusion rules are listed and can be undone', async () => {
  const rules = [
    { kind: 'phrase', value: 'Cedar Records', words: 'Everything that says “Cedar Records”' },
    { kind: 'story', value: '9', words: 'Cedar sings' },
  ]
  const { server, queryClient } = open(
    { [`DELETE ${PATH}/rejections`]: { ...card(), notMine: rules.slice(1) } },
    { ...card(), notMine: rules },
  )
  const list = await partOf('Not my company')
  expect(list.textContent).toContain('The story “Cedar sings”')
  queryClient.setQueryData(['/api/news/feed'], [])
  press('Undo: Everything that says “Cedar Records”')
  await waitFor(() => expect(list.textContent).not.toContain('Cedar Records'))
  await waitFor(() => expect(queryClient.getQueryState(['/api/news/feed'])?.isInvalidated).toBe(true))
  expect(server.calls.at(-1)).toMatchObject({
    method: 'DELETE',
    body: { kind: 'phrase', value: 'Cedar Records' },
  })
})

test('another name is validated, added and removed, and focus returns to the field', async () => {
  const { server } = open({
    [`POST ${PATH}/aliases`]: card({ aliases: ['CR Labs', 'Cedar'] }),
    [`DELETE ${PATH}/aliases`]: card({ aliases: ['Cedar'] }),
  })
  await screen.findByText('CR Labs')
  type('Another name', '!')
  press('Add another name')
  await screen.findByText('A name needs at least 2 letters or digits')
  expect(screen.getByLabelText('Another name').getAttribute('aria-invalid')).toBe('true')
  type('Another name', '  Cedar ')
  press('Add another name')
  await screen.findByText('Cedar')
  expect(screen.queryByText('A name needs at least 2 letters or digits')).toBeNull()
  expect((screen.getByLabelText('Another name') as HTMLInputElement).value).toBe('')
  press('Remove CR Labs')
  await waitFor(() => expect(screen.queryByText('CR Labs')).toBeNull())
  expect(document.activeElement).toBe(screen.getByLabelText('Another name'))
  await waitFor(() =>
    expect(
      server.calls.filter(({ path }) => path.endsWith('/aliases')).map(({ method, body }) => [method, body]),
    ).toEqual([
      ['POST', { alias: 'Cedar' }],
      ['DELETE', { alias: 'CR Labs' }],
    ]),
  )
})

test('a pasted feed shows its state; a rejected one is removed with the reason', async () => {
  const url = 'https://alerts.example/feeds/1'
  open(
    {
      [`POST ${PATH}/feeds`]: new Refusal(422, {
        code: 'invalid-input',
        message: 'At most 10 feeds can be kept for a company',
      }),
    },
    card({
      feeds: [{ url, state: 'failed', problem: 'There is no feed at this address.', checkedAt: null }],
    }),
  )
  const feeds = await screen.findByRole('list', { name: 'Your feeds' })
  expect(feeds.textContent).toContain('alerts.example/feeds/1')
  expect(feeds.textContent).toContain('Failed: There is no feed at this address.')
  type('Feed URL', 'no feed')
  press('Add feed url')
  await screen.findByText('Must be the web address of a feed')
  type('Feed URL', 'alerts.example/feeds/2')
  press('Add feed url')
  await screen.findByText('At most 10 feeds can be kept for a company')
  await screen.findByText('The feed was not added')
  expect(feeds.textContent).not.toContain('feeds/2')
})

test('shows empty and failed states', async () => {
  const { unmount } = open({}, { facts: [], aliases: [], feeds: [], notMine: [] })
  await screen.findByText(/^We have not found anything on its own site yet\./)
  unmount()
  open({}, new Refusal(500, 'broken'))
  await screen.findByText('We could not load how we identify this company.')
})

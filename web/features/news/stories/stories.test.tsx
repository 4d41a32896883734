// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RulePreview } from '#domain/news/overrides.ts'
import type { Story } from '#domain/news/stories.ts'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { sampleCoverage, sampleEntry, sampleStory } from '../../../testing/sample-data.ts'
import { CompanyTabs } from './company-tabs.tsx'
import type { Fact } from '#domain/news/facts.ts'
import { factTexts } from '#domain/news/fact-text.ts'
import { HOUR_MS } from '#domain/time.ts'

const PATH = '/api/companies/7'
const [article] = sampleStory().articles as [Story['articles'][number]]

const raise = sampleStory({
  extractedFacts: [
    { kind: 'raised', amount: { currency: 'USD', value: 12_500_000 }, certainty: 'stated' },
    { kind: 'round', name: 'Series A', certainty: 'stated' },
    ...['Alder Ventures', 'Northgate Capital', 'Birch', 'Elm'].map((name): Fact => ({
      kind: 'investor',
      name,
      certainty: 'stated',
    })),
    { kind: 'joins', name: 'Jane Miller', role: 'CFO', certainty: 'stated' },
    { kind: 'partner', name: 'Kestrel Foods', certainty: 'stated' },
  ],
})
const office = sampleStory({
  id: 2,
  title: 'Cedar opens an office',
  publishedAt: '2026-03-11T10:00:00Z',
  section: 'Business',
  eventType: 'mention',
  weight: 0.1,
  direction: null,
  isPrimary: false,
  articles: Array.from({ length: 7 }, (_, number) => ({
    ...article,
    id: 10 + number,
    title: number === 0 ? 'Cedar opens an office' : `Telling ${number}`,
    publisher: `Paper ${number}`,
  })),
})
const departure = sampleStory({
  id: 3,
  title: 'Its chief leaves',
  eventType: 'departure',
  weight: 0.75,
  direction: 'down',
})

const open = (stories: unknown, more: Record<string, unknown> = {}, at = '/companies/7') =>
  renderPage(<CompanyTabs company={{ id: 7, name: 'Cedar Robotics', website: null }} />, {
    server: fakeServer({ [`GET ${PATH}/stories`]: stories, ...more }),
    at,
  })

const itemOf = async (title: string) =>
  (await screen.findByRole('heading', { name: new RegExp(`^${title}`) })).closest('li') as HTMLElement
const shown = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

test('an event shows its type, date and headline, and details on demand', async () => {
  const quoted = sampleStory({
    ...raise,
    sentences: [
      { text: 'Cedar Robotics raised $12.5 million.', articleId: 1 },
      { text: 'Alder Ventures led the round.', articleId: 1 },
    ],
    isNew: true,
  })
  open([quoted, office])
  const item = await itemOf('Cedar Robotics raised')
  expect(item.textContent).toMatch(/^New: Funding.*Mar 10.*Cedar Robotics raised \$12\.5\u{A0}million/u)
  expect(item.textContent).not.toContain('Alder Ventures')
  fireEvent.click(within(item).getByRole('button', { name: 'More' }))
  expect(item.textContent).toContain('Alder Ventures led the round.')
  expect(item.textContent).toContain(
    'Raised $12.5 million, Series A • Investors: Alder Ventures, Northgate Capital, Birch and 1 more • Partner: Kestrel Foods • Jane Miller joins as CFO',
  )
  expect(item.textContent).toContain('Why it’s here: “Cedar Robotics” in the title')
  expect((await itemOf('Cedar opens')).textContent).toMatch(/^Mention/)
})

test('a few outlets are shown at first, each once, and all articles on demand', async () => {
  open([{ ...office, articles: [...office.articles, { ...article, id: 20, publisher: 'Paper 0' }] }])
  const item = await itemOf('Cedar opens')
  const sources = within(item).getByRole('list', { name: 'Sources' }).textContent
  expect(sources).toMatch(/^Paper 0.*Paper 1.*Paper 2.*4 more$/)
  fireEvent.click(within(item).getByRole('button', { name: '4 more' }))
  expect(within(within(item).getByRole('list', { name: 'Articles' })).getAllByRole('listitem')).toHaveLength(8)
})

test('the type is kept in the URL, and an invalid one falls back', async () => {
  const { router, unmount } = open([office, raise, departure])
  await itemOf('Cedar raises')
  expect(shown()).toHaveLength(3)
  fireEvent.change(screen.getByLabelText('Events'), { target: { value: 'leadership' } })
  await waitFor(() => expect(router.state.location.searchStr).toBe('?events=leadership'))
  expect(shown()).toHaveLength(1)
  unmount()
  const fallen = open([office, raise], {}, '/companies/7?events=No%20type!')
  await itemOf('Cedar raises')
  expect(shown()).toHaveLength(2)
  fallen.unmount()
  open([office, raise], {}, '/companies/7?events=layoffs')
  await screen.findByText('No events of this type.')
  press('Show all events')
  await itemOf('Cedar raises')
})

test('the tab is kept in the URL, and the panels of the others stay in the document', async () => {
  const { router } = open([raise], { [`GET ${PATH}/coverage`]: sampleCoverage({ state: 'active' }) })
  const item = await itemOf('Cedar raises')
  fireEvent.click(await screen.findByRole('tab', { name: 'Sources 1 OK' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe('?tab=sources'))
  await screen.findByRole('button', { name: 'Check Now' })
  expect(item.closest('[hidden]')?.getAttribute('hidden')).toBe('until-found')
  fireEvent(item, new Event('beforematch', { bubbles: true }))
  await waitFor(() => expect(item.closest('[hidden]')).toBeNull())
  expect(router.state.location.searchStr).toBe('')
})

test('sources that fail are counted on their tab', async () => {
  const entries = [sampleEntry(), sampleEntry({ source: 'press', state: 'failed' })]
  open([raise], { [`GET ${PATH}/coverage`]: sampleCoverage({ state: 'partial', entries }) })
  await screen.findByRole('tab', { name: 'Sources 1 not responding' })
})

test('a date is shown only as precisely as it is known', async () => {
  const dated = (id: number, precision: 'day' | 'none') =>
    sampleStory({ id, articles: [{ ...article, id, precision, publishedAt: '2025-03-01T00:00:00Z' }] })
  open([dated(1, 'day'), dated(2, 'none')])
  await screen.findByText('Mar 1, 2025')
  screen.getByText('Date unknown')
})

test('only web addresses become links', async () => {
  open([sampleStory({ articles: [{ ...article, url: 'javascript:alert(1)' }] })])
  const item = await itemOf('Cedar raises')
  fireEvent.click(within(item).getByRole('button', { name: 'More' }))
  within(item).getByRole('list', { name: 'Articles' })
  expect(within(item).queryByRole('link')).toBeNull()
})

test('20 events are shown at first and the others folded; empty and failed lists say so', async () => {
  const many = Array.from({ length: 25 }, (_, id) => {
    const title = `Cedar opens office ${id + 1}`
    const publishedAt = new Date(Date.now() - id * HOUR_MS).toISOString()
    return sampleStory({ id: id + 1, title, extractedFacts: [], articles: [{ ...article, title, publishedAt }] })
  })
  const { unmount } = open(many)
  const first = await screen.findByText('Cedar opens office 20')
  const folded = screen.getByText('Cedar opens office 21')
  expect(first.closest('[hidden]')).toBeNull()
  expect(folded.closest('[hidden]')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^5 earlier events, / }))
  expect(folded.closest('[hidden]')).toBeNull()
  unmount()
  const empty = open([])
  await screen.findByText('No news yet. We check every hour; anything new appears here.')
  empty.unmount()
  open(new Refusal(500, 'broken'))
  await screen.findByText('We could not load the news of this company.')
})

const preview = (change: Partial<RulePreview>): RulePreview => ({
  kind: 'story',
  value: '1',
  words: 'Only this story',
  count: 1,
  thinned: 0,
  alsoIds: [],
  stories: [{ id: 1, title: raise.title, publisher: 'The Press', publishedAt: raise.publishedAt }],
  ...change,
})
const RULES = [
  preview({}),
  preview({
    kind: 'phrase',
    value: 'Cedar Records',
    words: 'Everything that says “Cedar Records”',
    count: 2,
    thinned: 1,
    stories: [
      ...preview({}).stories,
      { id: 3, title: departure.title, publisher: null, publishedAt: departure.publishedAt },
    ],
  }),
]
const card = { facts: [], aliases: [], feeds: [], notMine: [] }

test('a founder update has no “Not my company” button', async () => {
  const update = sampleStory({
    id: 4,
    title: 'October update',
    articles: [{ ...article, title: 'October update', kind: 'founder-update' }],
  })
  open([update, departure])
  const item = await itemOf('October update')
  expect(within(item).queryByRole('button', { name: /^Not my company/ })).toBeNull()
  within(await itemOf(departure.title)).getByRole('button', { name: /^Not my company/ })
})

test('“Not my company” previews each rule, hides the stories at once, and can be undone from the toast', async () => {
  let stories = [raise, office, departure]
  const { server, queryClient } = open(() => stories, {
    [`POST ${PATH}/rejections/preview`]: RULES,
    [`POST ${PATH}/rejections`]: () => ((stories = [office]), card),
    [`DELETE ${PATH}/rejections`]: () => ((stories = [raise, office, departure]), card),
  })
  await itemOf('Cedar raises')
  queryClient.setQueryData(['/api/discover'], [])
  press(`Not my company: ${raise.title}`)
  const dialog = await screen.findByRole('dialog', { name: 'Not my company' })
  const one = await within(dialog).findByRole<HTMLInputElement>('radio', { name: 'Only this story' })
  expect(one.checked).toBe(true)
  within(dialog).getByText('Hides 1 story.')
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Everything that says “Cedar Records”' }))
  within(dialog).getByText('Hides 2 stories; 1 stays with fewer articles.')
  const leaving = within(dialog).getByRole('list', { name: 'Stories to hide' })
  expect(leaving.textContent).toContain('Its chief leaves')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove from my view' }))
  await waitFor(() => expect(shown()).toHaveLength(1))
  await screen.findByText('2 stories hidden')
  expect(server.calls.find(({ path }) => path === `${PATH}/rejections`)?.body).toEqual({
    kind: 'phrase',
    value: 'Cedar Records',
  })
  expect(queryClient.getQueryState(['/api/discover'])?.isInvalidated).toBe(true)
  press('Undo')
  await waitFor(() => expect(shown()).toHaveLength(3))
  await screen.findByText('The stories are back')
  expect(server.calls.findLast(({ method }) => method === 'DELETE')?.body).toEqual({
    kind: 'phrase',
    value: 'Cedar Records',
  })
})

test('a rule that the server refuses hides nothing and shows why; a failed preview says so', async () => {
  const { unmount } = open([raise, office], {
    [`POST ${PATH}/rejections/preview`]: RULES,
    [`POST ${PATH}/rejections`]: new Refusal(409, { code: 'conflict', message: 'This story is gone' }),
  })
  await itemOf('Cedar raises')
  press(`Not my company: ${raise.title}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from my view' }))
  await screen.findByText('The rule was not saved')
  screen.getByText('This story is gone')
  expect(shown()).toHaveLength(2)
  unmount()
  open([raise], { [`POST ${PATH}/rejections/preview`]: new Refusal(500, 'broken') })
  await itemOf('Cedar raises')
  press(`Not my company: ${raise.title}`)
  await screen.findByText('We could not load the preview.')
})

test('formats amounts in any currency, even an unknown one', () => {
  expect(factTexts([], 'Cedar')).toEqual([])
  const amount = (kind: 'raised' | 'valuation', currency: string, value: number): Fact => ({
    kind,
    amount: { currency, value },
    certainty: 'stated',
  })
  expect(
    factTexts([{ kind: 'round', name: 'Seed', certainty: 'stated' }, amount('valuation', 'EUR', 80_000_000)], 'Cedar'),
  ).toEqual(['Seed', 'Valued at €80 million'])
  expect(factTexts([amount('raised', '₿?', 1200)], 'Cedar')).toEqual(['Raised ₿? 1,200'])
})

test('formats people, parties other than the company itself, and facts that are only reported', () => {
  expect(factTexts([{ kind: 'leaves', name: 'Lena Vogt', role: 'CEO', certainty: 'stated' }], 'Cedar')).toEqual([
    'Lena Vogt leaves, CEO',
  ])
  expect(
    factTexts(
      [
        { kind: 'bought', name: 'Cedar', certainty: 'stated' },
        { kind: 'buyer', name: 'Kestrel Foods', certainty: 'reported' },
        { kind: 'layoffs', size: '20%', certainty: 'stated' },
      ],
      'Cedar Robotics',
    ),
  ).toEqual(['20% of staff laid off', 'Buyer: Kestrel Foods (reported)'])
  expect(
    factTexts(
      [
        { kind: 'raised', amount: { currency: 'USD', value: 200_000_000 }, certainty: 'reported' },
        { kind: 'round', name: 'Series C', certainty: 'reported' },
      ],
      'Cedar',
    ),
  ).toEqual(['Round of $200 million, Series C (reported)'])
})

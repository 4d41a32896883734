// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RulePreview } from '#domain/news/overrides.ts'
import type { Story } from '#domain/news/stories.ts'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { sampleStory } from '../../../testing/sample-data.ts'
import { Stories } from './stories.tsx'
import type { Fact } from '#domain/news/facts.ts'
import { factTexts } from '#domain/news/fact-text.ts'

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
    title: `Telling ${number}`,
    publisher: `Paper ${number}`,
  })),
})
const departure = sampleStory({ id: 3, title: 'Its chief leaves', weight: 0.75, direction: 'down' })

const open = (stories: unknown, more: Record<string, unknown> = {}, at = '/companies/7') =>
  renderPage(<Stories company={{ id: 7, name: 'Cedar Robotics' }} />, {
    server: fakeServer({ [`GET ${PATH}/stories`]: stories, ...more }),
    at,
  })

const itemOf = async (title: string) =>
  (await screen.findByRole('heading', { name: new RegExp(`^${title}`) })).closest('li') as HTMLElement
const shown = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

test('a story says its section, how much it matters, which way it points and what it states', async () => {
  open([raise, office, departure])
  const text = (await itemOf('Cedar raises')).textContent
  expect(text).toMatch(/^Financial UpdatesMajorPositive/)
  expect(text).toContain(
    'Raised $12.5 million, Series A • Investors: Alder Ventures, Northgate Capital, Birch and 1 more • Partner: Kestrel Foods • Jane Miller joins as CFO',
  )
  expect((await itemOf('Its chief')).textContent).toMatch(/^Financial UpdatesMajorNegative/)
  const mention = await itemOf('Cedar opens')
  expect(mention.textContent).toMatch(/^BusinessMinorPassing mention/)
})

test('everybody who tells it: a few at first, all at a press', async () => {
  open([office])
  const item = await itemOf('Cedar opens')
  const list = within(item).getByRole('list', { name: '6 more outlets' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  press('Show 3 more')
  expect(within(list).getAllByRole('listitem')).toHaveLength(6)
})

test('section and order live in the address; what it cannot mean falls back', async () => {
  const { router, unmount } = open([office, raise, departure])
  await itemOf('Cedar raises')
  expect(shown()[0]).toMatch(/^Cedar opens/)
  fireEvent.change(screen.getByLabelText('Order of stories'), { target: { value: 'important' } })
  await waitFor(() => expect(router.state.location.searchStr).toBe('?order=important'))
  expect(shown().map((title) => title?.slice(0, 12))).toEqual(['Cedar raises', 'Its chief le', 'Cedar opens '])
  fireEvent.change(screen.getByLabelText('Section'), { target: { value: 'Business' } })
  await waitFor(() => expect(router.state.location.searchStr).toBe('?order=important&section=business'))
  expect(shown()).toHaveLength(1)
  unmount()
  const fallen = open([office, raise], {}, '/companies/7?section=nothing&order=7')
  await itemOf('Cedar raises')
  expect(shown()).toHaveLength(2)
  fallen.unmount()
  open([office, raise], {}, '/companies/7?section=leadership-team')
  await screen.findByText('No stories in this section.')
  press('Show all sections')
  await itemOf('Cedar raises')
})

const preview = (change: Partial<RulePreview>): RulePreview => ({
  kind: 'story',
  value: '1',
  words: 'Only this story',
  count: 1,
  thinned: 0,
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

test('“Not my company”: the rules that could be made, what each removes, done at once, taken back from the toast', async () => {
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

test('what the server refuses comes back and says why; a preview that could not be had says so', async () => {
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

test('amounts in any currency, also one that nobody knows', () => {
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

test('people, parties other than the company itself, and what is only reported', () => {
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
  ).toEqual(['20% of staff laid off', 'Acquired by Kestrel Foods (reported)'])
})

import { expect, test } from 'vitest'
import { companyNames } from '../verify/other-company.ts'
import type { BriefStory, SummaryArticle } from './summarize.ts'
import { withoutSuperseded } from './superseded.ts'

const article = (publishedAt: string, title: string, text = ''): SummaryArticle => ({
  title,
  text,
  url: `https://news.example/${publishedAt}`,
  publishedAt,
})
const story = (...members: SummaryArticle[]): BriefStory => ({ section: null, rank: 0, members })
const kept = (...stories: BriefStory[]) =>
  withoutSuperseded(stories, companyNames('Acme Stoves')).flatMap(({ members }) => members.map(({ title }) => title))

const PLAN = article(
  '2026-08-19',
  'Acme Stoves to build a factory in Toledo',
  'Acme Stoves will build a factory for induction stoves in Toledo with tax credits and hire 400 people.',
)

test.each([
  ['a plan that was dropped', PLAN, 'Acme Stoves drops Toledo plan', 'It will not build the factory in Toledo.'],
  [
    'talks that became a deal',
    article('2026-08-19', 'Acme Stoves said to weigh listing', 'Bankers from Loring pitch a listing on Nasdaq.'),
    'Acme Stoves files to list on Nasdaq',
    'Bankers from Loring lead the Nasdaq listing.',
  ],
  [
    'a request that was granted',
    article('2026-08-19', 'Acme Stoves asks regulator for clearance', 'The regulator checks the induction balloon.'),
    'Regulator clears Acme Stoves balloon',
    'The induction balloon passed the regulator.',
  ],
  [
    'a partnership that ended',
    article(
      '2026-08-19',
      'Acme Stoves and Pacific announce partnership',
      'Pacific, a utility, places 1,200 cameras on towers in Oregon and pays for transmission.',
    ),
    'Utility ends Acme Stoves camera deal',
    'Pacific, the utility, removes cameras from towers in Oregon. Transmission goes on.',
  ],
])('leaves out %s', (_, earlier, title, text) => {
  const later = article('2026-09-03', title, text)
  expect(kept(story(later), story(earlier))).toEqual([title])
  expect(kept(story(later, earlier))).toEqual([title])
  expect(kept(story({ ...later, publishedAt: '2026-08-01' }), story(earlier))).toHaveLength(2)
})

test('keeps a plan that nothing came of yet, and one of another matter', () => {
  const news = article(
    '2026-09-03',
    'Acme Stoves sells 9,000 induction stoves',
    'It will build them in Toledo with tax credits.',
  )
  const other = article('2026-09-03', 'Acme Stoves drops its podcast', 'The host has left for a radio station.')
  const rumor = article(
    '2026-08-19',
    'Acme Stoves reportedly in talks with Nasdaq',
    'Bankers from Loring pitch Nasdaq.',
  )
  const again = article('2026-09-03', 'Acme Stoves said to list on Nasdaq', 'Bankers from Loring still pitch Nasdaq.')
  const sale = article('2026-09-03', 'Acme Stoves sold to Birch', 'Bankers from Loring left Nasdaq out.')
  expect(kept(story(news), story(PLAN))).toHaveLength(2)
  expect(kept(story(again), story({ ...rumor, title: 'Acme Stoves reportedly to list' }))).toHaveLength(2)
  expect(kept(story(sale), story({ ...rumor, title: 'Acme Stoves reportedly near listing' }))).toHaveLength(2)
  expect(kept(story(other), story(PLAN))).toHaveLength(2)
})

test('words that most of the company’s stories share are no sign of the same matter', () => {
  const text = 'Its induction stoves with batteries plug into an outlet. Wattage, cookware and insulation matter.'
  const [first, second, third] = [
    article('2026-08-01', 'Acme Stoves to hire a cook', text),
    article('2026-08-05', 'Acme Stoves wins a prize', text),
    article('2026-08-09', 'Acme Stoves in the kitchen', text),
  ]
  expect(kept(story(first), story(second), story(third))).toHaveLength(3)
  expect(kept(story(first), story(second))).toEqual(['Acme Stoves wins a prize'])
})

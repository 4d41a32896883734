// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CoverageSummary } from '#domain/news/coverage.ts'
import type { BriefSection, NewsSource } from '#domain/news/briefs.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { sampleBrief, sampleRow, sampleSection } from '../../../testing/sample-data.ts'
import { NewsCard } from './news-card.tsx'

const now = new Date('2026-03-10T12:00:00Z')
const source = (change: Partial<NewsSource> = {}): NewsSource => ({
  title: 'Cedar raises $18 million',
  url: 'https://press.example/cedar',
  publisher: 'The Press',
  publishedAt: '2026-03-10T10:00:00Z',
  ...change,
})

const quiet: CoverageSummary = {
  state: 'quiet',
  sources: 1,
  unchecked: 0,
  failing: 0,
  goodAt: '2026-03-10T10:00:00Z',
  nextAt: null,
  failingSince: null,
  problem: null,
}
const broken: CoverageSummary = {
  ...quiet,
  state: 'broken',
  failing: 1,
  failingSince: '2026-03-08T00:00:00Z',
  problem: 'The site did not answer.',
}

const open = (row = sampleRow(), coverage?: CoverageSummary, onRefresh = () => {}) =>
  renderPage(
    <NewsCard row={row} coverage={coverage} now={now} below={false} refreshing={false} onRefresh={onRefresh} />,
  )

const withNews = (sections: BriefSection[], sources: NewsSource[]) =>
  sampleRow({
    hasNews: true,
    latestNews: sampleBrief({ sections, sources }),
  })

test('the numbered sources stand as links beneath the section that uses them', async () => {
  const sections = [
    sampleSection('Funding', ['Raised $18 million', 2]),
    sampleSection('Team', ['New hires', 1, 3]),
    sampleSection('Key', ['Nothing cited']),
  ]
  open(withNews(sections, [source({ title: 'Hires' }), source(), source({ title: 'More hires', publisher: null })]))
  await screen.findByText('Latest Update • 2 hours ago')
  const lists = screen.getAllByRole('list', { name: 'Sources' })
  expect(lists.map(({ textContent }) => textContent?.replaceAll(' (opens in a new tab)', ''))).toEqual([
    '[2]Cedar raises $18 million, The Press',
    '[1]Hires, The Press[3]More hires',
  ])
  const link = screen.getByRole('link', { name: /^Cedar raises/ })
  expect(link.getAttribute('href')).toBe('https://press.example/cedar')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(lists[0]?.closest('.max-w-\\[66ch\\]')?.querySelector('h4')?.textContent).toBe('Funding')
})

test('every sentence is a link to the first source that it cites', async () => {
  const section = sampleSection(
    'Funding',
    ['Raised $18 million', 2],
    ['It grew.', 1],
    ['It moved.', 3, 1],
    ['Nobody says why.'],
  )
  const at = (name: string) => source({ title: name, url: `https://press.example/${name}` })
  open(withNews([section], [at('one'), at('two'), at('three')]))
  await screen.findByText('Funding')
  const leads = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(leads('Raised $18 million (source 2, opens in a new tab)')).toBe('https://press.example/two')
  expect(leads('It grew. (source 1, opens in a new tab)')).toBe('https://press.example/one')
  expect(leads('It moved. (source 3, opens in a new tab)')).toBe('https://press.example/three')
  expect(screen.queryByRole('link', { name: /Nobody/ })).toBeNull()
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', ''])(
  'a source at %j is no link, and a title is text',
  async (url) => {
    open(withNews([sampleSection('Business', ['Told', 1])], [source({ url, title: '<b>Cedar</b>' })]))
    await screen.findByText('<b>Cedar</b>')
    expect(screen.queryByRole('link', { name: /Cedar<|<b>/ })).toBeNull()
  },
)

test('a sentence that is its source’s headline is the link itself, and not said twice', async () => {
  const section = sampleSection('Latest News', ['Cedar raises $18 million (The Press)', 1], ['Hires', 2])
  open(withNews([section], [source(), source({ title: 'Hires', publisher: null })]))
  await screen.findByRole('link', { name: /^Cedar raises \$18 million \(The Press\)/ })
  screen.getByRole('link', { name: /^Hires/ })
  expect(screen.queryByRole('list', { name: 'Sources' })).toBeNull()
})

test('a citation without a source is dropped', async () => {
  open(withNews([sampleSection('Business', ['Told', 4])], [source()]))
  await screen.findByText('Told')
  expect(screen.queryByRole('list', { name: 'Sources' })).toBeNull()
})

test.each<[CoverageSummary, RegExp]>([
  [quiet, /^Quiet\. 1 source checked 2 hours ago, nothing new\./],
  [broken, /^No source could be read since Mar 8, 2026 \(1 of 1 failed\)\. The site did not answer\./],
  [{ ...quiet, state: 'not-found', sources: 0 }, /^We have not found a news source/],
  [{ ...quiet, state: 'checking' }, /^Not checked yet\./],
])(
  'quiet, broken and never found look different, beside the words of the specification: %j',
  async (coverage, words) => {
    open(sampleRow(), coverage)
    await screen.findByText('No news yet • Added Jan 2, 2026')
    screen.getByText('No recent news available for this company. Click "Refresh All" to fetch the latest updates.')
    screen.getByText(words)
    expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(coverage.state === 'broken')
  },
)

test('broken coverage can be retried, also for a company with news', async () => {
  let asked = 0
  const { unmount } = open(withNews([sampleSection('Business', ['Told'])], []), broken, () => (asked += 1))
  await screen.findByText(/^No source could be read/)
  press('Retry Cedar Robotics')
  expect(asked).toBe(1)
  unmount()
})

test('a card with news says what was checked, and when', async () => {
  open(withNews([sampleSection('Business', ['Told'])], []), {
    ...quiet,
    state: 'active',
    sources: 5,
    goodAt: '2026-03-10T11:48:00Z',
  })
  await screen.findByText('5 sources checked 12 minutes ago.')
})

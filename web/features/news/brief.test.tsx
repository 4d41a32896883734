// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NewsSource, PublishedBrief } from '#domain/news/briefs.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleBrief, sampleSection } from '../../testing/sample-data.ts'
import { AiLabel, BriefText } from './brief.tsx'

const now = new Date('2026-03-16T12:00:00Z')

const source = (title: string, change: Partial<NewsSource> = {}): NewsSource => ({
  title,
  url: `https://press.example/${title}`,
  publisher: 'The Press',
  publishedAt: '2026-03-10T10:00:00Z',
  precision: 'second',
  ...change,
})

const open = (change: Partial<PublishedBrief>, newMarks = new Set<number>()) =>
  renderPage(
    <>
      <BriefText
        brief={sampleBrief(change)}
        company={{ id: 1, name: 'Cedar Robotics' }}
        newMarks={newMarks}
        now={now}
      />
      <AiLabel brief={sampleBrief(change)} />
    </>,
  )

test('each line is one event with its kind, its date and its own named sources', async () => {
  open({
    sections: [
      sampleSection('Financial Updates', ['Raised $18 million.', 1], ['Alder led.', 2]),
      sampleSection('Leadership & Team', ['Ines joined.', 3]),
    ],
    sources: [
      source('one', { storyId: 7, label: 'Funding' }),
      source('two', { storyId: 7, label: 'Funding', publisher: 'The Wire' }),
      source('three', { storyId: 9, label: 'Leadership', publishedAt: '2026-03-12T00:00:00Z', precision: 'day' }),
    ],
  })
  const [first, second] = (await screen.findAllByRole('listitem')).filter((item) => item.querySelector('time'))
  if (!first || !second) throw new Error('lines are missing')
  expect(first.textContent).toContain('Raised $18 million.')
  expect(first.textContent).toContain('Alder led.')
  expect(within(first).getByText('Funding')).toBeDefined()
  within(first).getByText('Tue, Mar 10')
  within(second).getByText('Thu, Mar 12')
  const links = within(first).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://press.example/one',
    'https://press.example/two',
  ])
  expect(links.map((link) => link.firstChild?.textContent)).toEqual(['The Press', 'The Wire'])
  expect(document.querySelector('sup')).toBeNull()
})

test('a correction is labeled as such only once', async () => {
  const title = 'Correction: Cedar holds no sale talks'
  open({
    sections: [sampleSection('Business', [title, 1])],
    sources: [source(title, { storyId: 7, label: 'Correction' })],
  })
  const line = (await screen.findAllByRole('listitem')).find((item) => item.querySelector('time'))
  expect(line?.textContent).toContain('Cedar holds no sale talks')
  expect(line?.textContent.match(/Correction/g)).toHaveLength(1)
})

test('a headline before another sentence ends with a period', async () => {
  open({
    sections: [
      sampleSection('Business', ['Cedar holds no sale talks', 1], ['Halvard is a customer.', 1], ['Not for sale', 1]),
    ],
    sources: [source('one', { storyId: 7, label: 'Funding' })],
  })
  const [paragraph] = await screen.findAllByText(/sale talks/, { selector: 'span' })
  const spoken = paragraph?.parentElement?.textContent
  expect(spoken?.trim()).toBe('Cedar holds no sale talks. Halvard is a customer. Not for sale')
})

test('new stories have a text mark for screen readers', async () => {
  open(
    {
      sections: [sampleSection('Business', ['Old.', 1], ['Fresh.', 2])],
      sources: [source('one', { storyId: 7, label: 'News' }), source('two', { storyId: 9, label: 'News' })],
    },
    new Set([9]),
  )
  await screen.findByText(/Fresh/)
  expect(screen.getAllByText(/^New:/)).toHaveLength(1)
})

test('only a brief that a model wrote says so on the page', async () => {
  const { unmount } = open({ model: null })
  await screen.findByText(/Raised \$18 million/)
  expect(screen.queryByText(/word for word|Written by AI/)).toBeNull()
  unmount()
  open({ model: 'some-model' })
  await screen.findByText('Written by AI from these sources. Sentences they do not support are left out.')
  // The model's name means nothing to a reader.
  expect(screen.queryByText(/some-model/)).toBeNull()
})

test.each([
  ['Leadership & Team', 'Leadership', false],
  ['Technology & Innovation', 'Leadership', true],
])('the heading %s above the kind %s is shown: %s', async (heading, label, isShown) => {
  open({ sections: [sampleSection(heading, ['Ines joined.', 1])], sources: [source('one', { storyId: 7, label })] })
  await screen.findByText('Ines joined.')
  expect(screen.queryByRole('heading', { name: heading }) !== null).toBe(isShown)
})

test('a sentence that begins with the company’s name has it in bold, and its own site is named as such', async () => {
  open({
    sections: [sampleSection('Business', ['Cedar Robotics opened a plant.', 1])],
    sources: [source('one', { storyId: 7, label: 'Expansion', publisher: 'Cedar Robotics' })],
  })
  expect((await screen.findByText('Cedar Robotics')).tagName).toBe('B')
  screen.getByText('Company website')
})

test('a headline does not repeat the outlet shown below it', async () => {
  open({
    status: 'headlines',
    sections: [sampleSection('Latest News', ['Cedar raises (The Press)', 1])],
    sources: [source('Cedar raises')],
  })
  await screen.findByText('Cedar raises')
  screen.getByText('The Press')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', ''])(
  'a source at %j is not a link, and texts are never rendered as markup',
  async (url) => {
    const text = '![x](https://evil.example/x) <img src=x> [a](javascript:alert(1)) **bold**'
    const { container } = open({
      model: 'some-model',
      sections: [sampleSection('Business', [text, 1])],
      sources: [source('<b>Cedar</b>', { url, publisher: '<i>Paper</i>' })],
    })
    await screen.findByText('<i>Paper</i>')
    expect(container.querySelectorAll('img, a, script, b, i')).toHaveLength(0)
    expect(container.textContent).toContain(text)
  },
)

test('a citation without a source is dropped', async () => {
  open({ sections: [sampleSection('Business', ['Told', 4])], sources: [source('one')] })
  await screen.findByText(/Told/)
  expect(screen.queryByRole('list', { name: 'Sources' })).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})

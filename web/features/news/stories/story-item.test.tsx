// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Story } from '#domain/news/stories.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { sampleStory } from '../../../testing/sample-data.ts'
import { StoryItem } from './story-item.tsx'

type StoryArticle = Story['articles'][number]
const [article] = sampleStory().articles as [StoryArticle]

const at = (id: number, publishedAt: string, title: string, publisher: string): StoryArticle => ({
  ...article,
  id,
  title,
  publisher,
  publishedAt,
})

async function textOfCorrection(articles: StoryArticle[]): Promise<string> {
  const { title = '' } = articles.at(-1) ?? {}
  const story = sampleStory({ title, eventType: 'mention', denied: ['acquisition'], articles })
  const { unmount } = renderPage(
    <ul>
      <StoryItem story={story} company={{ id: 7, name: 'Cedar Robotics' }} now={new Date('2026-03-10T12:00:00Z')} />
    </ul>,
    { server: fakeServer({}) },
  )
  const heading = await screen.findByRole('heading', { name: title })
  const text = heading.closest('li')?.textContent ?? ''
  unmount()
  return text
}

test('a correction names the report it corrects', async () => {
  const text = await textOfCorrection([
    at(4, '2026-03-08T10:00:00Z', 'Halvard about to buy Cedar', 'The Press'),
    at(5, '2026-03-09T10:00:00Z', 'Cedar is not for sale', 'The Press'),
  ])
  expect(text).toMatch(/^Correction.*Mar 9/)
  expect(text).toContain('Corrects “Halvard about to buy Cedar” (The Press, Mar 8, 2026)')
})

test("a correction cites its own outlet's report, or else the first one, and never another denial", async () => {
  const reports = [
    at(1, '2026-03-08T08:00:00Z', 'Halvard in talks to buy Cedar', 'The Wire'),
    at(2, '2026-03-08T09:00:00Z', 'Report: Halvard about to buy Cedar', 'The Press'),
    at(3, '2026-03-08T11:00:00Z', 'Cedar is not for sale, founder says', 'The Daily'),
  ]
  const correctionBy = (publisher: string) =>
    textOfCorrection([...reports, at(4, '2026-03-08T12:00:00Z', 'Cedar holds no sale talks', publisher)])
  expect(await correctionBy('The Press')).toContain('Corrects “Report: Halvard about to buy Cedar”')
  expect(await correctionBy('The Gazette')).toContain('Corrects “Halvard in talks to buy Cedar”')
})

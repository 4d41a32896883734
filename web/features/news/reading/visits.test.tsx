// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { NewsSummary } from '#domain/news/new-stories.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { sampleNewStory, sampleSummary } from '../../../testing/sample-data.ts'
import { summaryQuery } from '../queries.ts'
import { NewsSummaryPanel } from './news-summary.tsx'

function Visits() {
  const queryClient = useQueryClient()
  const [isHere, setIsHere] = useState(true)
  const refetch = () => queryClient.invalidateQueries({ queryKey: summaryQuery.queryKey, refetchType: 'all' })
  return (
    <>
      {isHere && <NewsSummaryPanel onSettled={() => {}} ifEmpty={null} />}
      <button onClick={() => setIsHere(!isHere)}>{isHere ? 'Leave' : 'Come back'}</button>
      <button onClick={() => void refetch()}>Refetch</button>
    </>
  )
}

const raise = sampleNewStory({ id: 1, companyName: 'Cedar', line: 'Raises $18 million' })
const hire = sampleNewStory({
  id: 2,
  roots: [2],
  companyName: 'Cedar',
  line: 'Hires a finance chief',
  eventType: 'arrival',
})
const none = sampleSummary({ since: '2026-03-02T10:00:00.000Z' })

function visit(first: NewsSummary) {
  let answer = first
  const server = fakeServer({
    'GET /api/news/summary': () => answer,
    'GET /api/news/attention': { quiet: [], notResponding: [], total: 0 },
    'POST /api/news/read-all': () => {
      answer = none
      return {}
    },
  })
  renderPage(<Visits />, { server })
  return {
    answers: (summary: NewsSummary) => {
      answer = summary
      fireEvent.click(screen.getByText('Refetch'))
    },
  }
}

const panel = () => screen.findByRole('region', { name: 'New since you were here' })

test('stories that were read are still there on the way back from one of them', async () => {
  const { answers } = visit(sampleSummary({ stories: [raise] }))
  await screen.findByText(/Raises \$18 million/)
  press('Leave')
  answers(none)
  press('Come back')
  await within(await panel()).findByText(/Raises \$18 million/)
  answers(sampleSummary({ stories: [hire] }))
  await within(await panel()).findByText(/Hires a finance chief/)
  within(await panel()).getByText(/Raises \$18 million/)
  within(await panel()).getByText(/^2 new stories/)
})

test('after everything is marked as read, only what is new since then is shown', async () => {
  const { answers } = visit(sampleSummary({ stories: [raise] }))
  await screen.findByText(/Raises \$18 million/)
  press('Mark all as read')
  await screen.findByText(/^Nothing new/)
  expect(screen.queryByText(/Raises \$18 million/)).toBeNull()
  answers(sampleSummary({ stories: [hire] }))
  await within(await panel()).findByText(/Hires a finance chief/)
  expect(screen.queryByText(/Raises \$18 million/)).toBeNull()
})

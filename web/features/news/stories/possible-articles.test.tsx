// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PossibleArticle } from '#domain/news/possible-articles.ts'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { PossibleArticles } from './possible-articles.tsx'

const PATH = '/api/companies/7/possible-articles'
const article = (id: number, title: string): PossibleArticle => ({
  id,
  title,
  url: `https://paper.example/${id}`,
  publisher: 'The Paper',
  publishedAt: '2026-03-11T10:00:00Z',
})
const open = (more: Record<string, unknown>) =>
  renderPage(<PossibleArticles company={{ id: 7, name: 'Cedar' }} />, { server: fakeServer(more) })

test('asks about each story, and drops it with the answer', async () => {
  let left = [article(1, 'Cedar sells yogurt'), article(2, 'Cedar dances')]
  const { server } = open({
    [`GET ${PATH}`]: () => left,
    [`POST ${PATH}`]: ({ body }: { body: { id: number } }) => (left = left.filter(({ id }) => id !== body.id)),
  })
  await screen.findByRole('heading', { name: 'Is this your company?' })
  expect(screen.getByRole('link', { name: /Cedar sells yogurt/ }).getAttribute('href')).toBe('https://paper.example/1')
  press('No: Cedar sells yogurt')
  await expect.poll(() => screen.queryByText('Cedar sells yogurt')).toBeNull()
  press('Yes: Cedar dances')
  await expect.poll(() => screen.queryByRole('heading', { name: 'Is this your company?' })).toBeNull()
  expect(server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { id: 1, isAbout: false },
    { id: 2, isAbout: true },
  ])
})

test('an answer that could not be saved leaves the question', async () => {
  open({
    [`GET ${PATH}`]: [article(1, 'Cedar sells yogurt')],
    [`POST ${PATH}`]: new Refusal(503, { code: 'unavailable', message: 'Try again in a minute.' }),
  })
  await screen.findByText(/Cedar sells yogurt/)
  press('No: Cedar sells yogurt')
  await screen.findByText('Failed to save your answer')
  screen.getByText(/Cedar sells yogurt/)
})

// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PublishedBrief } from '#domain/news/briefs.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleBrief, sampleSection } from '../../testing/sample-data.ts'
import { BriefText } from './brief.tsx'

const open = (change: Partial<PublishedBrief>) => renderPage(<BriefText level="h3" brief={sampleBrief(change)} />)
const LABEL = 'Written by AI from the sources below'

test('model-written briefs are labeled and say how much was verified', async () => {
  open({ model: 'some-model', sentences: 3, verified: 3 })
  await screen.findByText(LABEL)
  screen.getByText('3 of 3 sentences verified')
  screen.getByText(/its names, numbers, dates and claims appear in the sources it cites/)
  // The name of the model says nothing to a reader.
  expect(screen.queryByText(/some-model/)).toBeNull()
})

test('extractive briefs have no such label', async () => {
  open({ model: null, sentences: 1, verified: 1 })
  await screen.findByText('1 of 1 sentence verified')
  screen.getByText(/word for word/)
  expect(screen.queryByText(LABEL)).toBeNull()
})

test('a brief of headlines makes no claim about verified sentences', async () => {
  open({ status: 'headlines', sentences: 0, verified: 0 })
  await screen.findByText('Raised $18 million')
  expect(screen.queryByText(/verified/)).toBeNull()
})

test('model-written text is never rendered as markup', async () => {
  const text = '![x](https://evil.example/x) <img src=x> [a](javascript:alert(1)) **bold** [1]'
  const { container } = open({ model: 'some-model', sections: [sampleSection('Business', [text, 1])] })
  await screen.findByText(LABEL)
  expect(container.querySelectorAll('img, a, script')).toHaveLength(0)
  expect(container.textContent).toContain(text)
})

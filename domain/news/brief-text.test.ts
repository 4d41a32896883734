import { expect, test } from 'vitest'
import type { BriefSection } from './briefs.ts'
import { briefText, sentenceCount } from './brief-text.ts'

const section = (heading: string, ...sentences: [text: string, ...citations: number[]][]): BriefSection => ({
  heading,
  sentences: sentences.map(([text, ...citations]) => ({ text, citations })),
})

test.each<[string, BriefSection[], string]>([
  ['nothing', [], ''],
  ['one sentence', [section('Business', ['It grew.', 1])], '**Business**\n- It grew. [1]'],
  ['several citations', [section('Business', ['It grew.', 2, 1])], '**Business**\n- It grew. [2][1]'],
  ['no citation', [section('Business', ['It grew.'])], '**Business**\n- It grew.'],
  [
    'sections apart by a blank line',
    [section('Financial Updates', ['It raised.', 1], ['It spent.', 2]), section('Business', ['It grew.', 1])],
    '**Financial Updates**\n- It raised. [1]\n- It spent. [2]\n\n**Business**\n- It grew. [1]',
  ],
])('text form: %s', (_, sections, text) => {
  expect(briefText(sections)).toBe(text)
})

test('sentences are counted across all sections', () => {
  expect(sentenceCount([])).toBe(0)
  expect(sentenceCount([section('Business', ['a', 1], ['b', 1]), section('Market Position', ['c'])])).toBe(3)
})

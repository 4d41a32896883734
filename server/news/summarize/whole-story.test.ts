import { expect, test } from 'vitest'
import type { Fact } from '#domain/news/facts.ts'
import { companyNames } from '../verify/other-company.ts'
import { withFacts } from './whole-story.ts'

const names = companyNames('Harborlight', [])
const price: Fact = { kind: 'price', amount: { currency: 'EUR', value: 210e6 }, certainty: 'stated' }
const raised: Fact = { kind: 'raised', amount: { currency: 'USD', value: 42e6 }, certainty: 'stated' }
const investor = (name: string): Fact => ({ kind: 'investor', name, certainty: 'stated' })

const lines = (title: string, text: string, first: string, facts: Fact[]) => {
  const article = { title, text, url: 'https://paper.example/1', isPrimary: true }
  return withFacts({ members: [article], facts }, [{ text: first, article }], names).map((line) => line.text)
}

test('the headline is the line if it has the figure and the line has none', () => {
  const title = 'Harborlight sells its terminals to Arclight for €210m'
  const text = 'Harborlight hands over 400 staff and some 60,000 terminals.'
  expect(lines(title, text, text, [price])).toEqual([title])
})

test('a sentence with the missing party follows the line', () => {
  const text = 'Harborlight has raised $42 million. The round was led by Alder Ventures, its first investor.'
  const line = 'Harborlight has raised $42 million.'
  expect(lines('Harborlight grows', text, line, [raised, investor('Alder Ventures')])).toEqual([
    line,
    'The round was led by Alder Ventures, its first investor.',
  ])
})

test('a vague title gives way to what the company itself says', () => {
  const said = "Today we're announcing our $42 million Series B, led by Index Ventures."
  expect(lines('Our Series B', said, 'Our Series B', [raised])).toEqual([said])
})

test('nothing is added if all is said, by figure, half of a name or the company’s own name', () => {
  const line = 'Harborlight raises 42 million dollars from Alder.'
  expect(lines(line, `${line} More: $42 million came from Alder.`, line, [raised, investor('Harborlight')])).toEqual([
    line,
  ])
})

test('a sentence that leans on the one before it is never added', () => {
  const text = 'Harborlight grows. It has raised $42 million.'
  expect(lines('Harborlight grows', text, 'Harborlight grows', [raised])).toEqual(['Harborlight grows'])
})

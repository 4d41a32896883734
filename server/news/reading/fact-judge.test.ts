import { beforeAll, describe, expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { createReader } from './reader.ts'
import { createInputReader } from './encoder/input.ts'
import { loadEncoder, type Encoder } from './encoder/encoder.ts'
import { createFactJudge } from './fact-judge.ts'

let encode: Encoder
beforeAll(() => {
  encode = loadEncoder()
})

const company = { name: 'Brindle', description: 'Software for clinics' }
function judgeOf(title: string, text = '') {
  const inputOf = createInputReader(company)
  const input = inputOf({ title, text })
  return createFactJudge(encode, inputOf, { title, text }, { ...encode(input), input })
}
const sentence = (quoted: string, isTitle = false) => ({ quoted, isTitle })

test('the amount of the round is more likely raised than the valuation beside it', () => {
  const title = 'Brindle raises $12 million at a valuation of $90 million'
  const judge = judgeOf(title)
  const share = (kind: 'raised' | 'valuation', value: number) =>
    judge({ kind, amount: { currency: 'USD', value } }, sentence(title, true)) ?? 0
  expect(share('raised', 12e6)).toBeGreaterThan(share('raised', 90e6))
  expect(share('valuation', 90e6)).toBeGreaterThan(share('valuation', 12e6))
})

test('a sentence behind the beginning of the text is read by itself, below the title', () => {
  const last = 'Tallgrass Capital led the Series A.'
  const filler = 'The clinic opens at nine and closes at five on most days of the week. '.repeat(12)
  const judge = judgeOf('Brindle raises $12 million Series A', `${filler}${last}`)
  expect(judge({ kind: 'investor', name: 'Tallgrass Capital' }, sentence(last))).toBeGreaterThan(0.5)
})

test('what the text does not say has no share', () => {
  const judge = judgeOf('Brindle raises $12 million')
  expect(
    judge({ kind: 'investor', name: 'Tallgrass Capital' }, sentence('Brindle raises $12 million', true)),
  ).toBeNull()
})

describe('the product', () => {
  const statedIn = (title: string, text: string) =>
    createReader(company)({ title, text, publishedAt: '2026-05-01' }).facts.map(
      (fact) => `${fact.kind} ${factValue(fact)}`,
    )

  test('does not state what a clause finds and the encoder doubts', () => {
    const text = 'Brindle announced a partnership with Paris Fashion Week organizers and the National Health Congress.'
    expect(statedIn('Brindle shows its software at a congress', text)).toEqual([])
  })
})

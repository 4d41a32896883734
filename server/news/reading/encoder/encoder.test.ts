import { beforeAll, expect, test } from 'vitest'
import { pressCases } from '../cases/press-cases.ts'
import { loadEncoder, type Answer, type Encoder } from './encoder.ts'
import { createInputReader } from './input.ts'

let encode: Encoder
beforeAll(() => {
  encode = loadEncoder()
})

const likeliest = ({ events }: Answer) => [...events].toSorted((a, b) => b[1] - a[1])[0]?.[0]

/** It was trained on the other half; the record says 86.4 % of these. */
test('the likeliest event is right in five of six held-out items of the press', () => {
  const cases = pressCases('held-out')
  const right = cases.filter((one) => {
    const event = likeliest(encode(createInputReader(one.company)(one)))
    return one.expect.events.some((expected) => expected === event)
  })
  expect(right.length / cases.length).toBeGreaterThan(5 / 6)
})

test('whose event it is decides, not which names are in the headline', () => {
  const input = { title: 'Harborlight buys Brindle for $40 million', text: '', publisher: 'Trade Weekly' }
  const read = (name: string) => likeliest(encode(createInputReader({ name })(input)))
  expect(read('Harborlight')).toBe('purchase')
  expect(read('Brindle')).toBe('acquisition')
})

test('the shares of each question add up to one, also for empty and endless items', () => {
  for (const text of ['', 'word '.repeat(5_000), '[CO] [SEP] [PAD]', '\u0000\uD800']) {
    const { events, role, certainty } = encode(createInputReader({ name: 'Brindle' })({ title: text, text }))
    for (const shares of [[...events.values()], Object.values(role), Object.values(certainty)])
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 4)
  }
})

test('a text cannot hold the token that stands for the company', () => {
  const inputOf = createInputReader({ name: 'Brindle' })
  expect(inputOf({ title: '[CO] opens [SEP]' }).title).toBe('CO opens SEP')
  expect(inputOf({ title: 'Brindle’s rival', text: 'Brindle Inc. grew.' })).toMatchObject({
    title: '[CO]’s rival',
    text: '[CO] grew.',
  })
})

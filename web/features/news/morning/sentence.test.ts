import { expect, test } from 'vitest'
import { sampleEvent } from '../../../testing/sample-data.ts'
import { partsOf, withoutBreaks } from './sentence.ts'
import { copied } from './use-copy.ts'

const event = (sentence: string, name: string | null) => sampleEvent({ companyName: 'Cedar Robotics', sentence, name })

test.each([
  ['Cedar is shutting down.', 'Cedar', ['', 'Cedar', ' is shutting down.']],
  ['The robot maker Cedar is shutting down.', 'Cedar', ['The robot maker ', 'Cedar', ' is shutting down.']],
  ['After 9 years, it shuts down.', null, ['', 'Cedar Robotics', ': After 9 years, it shuts down.']],
])('%s: the name is set apart where it stands, or comes first', (sentence, name, parts) => {
  expect(partsOf(event(sentence, name))).toEqual(parts)
})

test('an amount stays on one line', () => {
  expect(withoutBreaks('raised $42 million in 2026')).toBe('raised $42\u{A0}million in 2026')
})

test('what is copied names the company and links to the first source', () => {
  expect(
    copied({ ...event('It shuts down.', null), sources: [{ name: 'The Press', url: 'https://press.example/1' }] }),
  ).toBe('Cedar Robotics: It shuts down.\nhttps://press.example/1')
})

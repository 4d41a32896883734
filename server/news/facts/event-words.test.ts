import { expect, test } from 'vitest'
import { likelyIn, readCounts } from './event-words.ts'

const WORDS = ['ship', 'release', 'version', 'feature', 'beta', 'preview', 'update', 'tool', 'device']
const counts = readCounts(['launch:20 none:20 raise:360', ...WORDS.map((word) => `${word}\t91`)].join('\n'))

test('words indicate an event only if they are far likelier with it than with none', () => {
  expect(likelyIn(new Set(WORDS.slice(0, 3)), counts)).toBeNull()
  expect(likelyIn(new Set(WORDS), counts)).toBe('launch')
})

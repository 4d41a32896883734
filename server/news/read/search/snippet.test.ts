import { expect, test } from 'vitest'
import { fragmentsOf, HIT_ENDS, HIT_STARTS, snippetOf } from './snippet.ts'

const marked = (text: string) => text.replaceAll('[', HIT_STARTS).replaceAll(']', HIT_ENDS)
const shown = (text: string) =>
  snippetOf(marked(text))
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('')

test('a snippet has whole sentences, starting with the first hit, and marks each hit', () => {
  expect(shown('Cedar builds robots. It [raised] $18 million from Harbor Inc. in May. The [raise] was large.')).toBe(
    'It [raised] $18 million from Harbor Inc. in May. The [raise] was large.',
  )
})

test('the next sentence is shown too, and a later one only if it has a hit, after an ellipsis', () => {
  expect(shown('A [raise]. Then more. Nothing here. Nor here. Another [raise].')).toBe(
    'A [raise]. Then more. … Another [raise].',
  )
})

test('without a hit, the snippet is the beginning of the text', () => {
  expect(shown('First.\nSecond one. Third.')).toBe('First. Second one.')
  expect(shown('')).toBe('')
})

test('a long sentence is cut between words and keeps its hit', () => {
  const long = shown(`${'word '.repeat(100)}[heron] ${'more '.repeat(100)}`)
  expect(long.length).toBeLessThan(330)
  expect(long).toMatch(/^(?:word )+\[heron\](?: more)+$/)
  expect(shown('x'.repeat(1000)).length).toBe(320)
})

test('sentences that would make the snippet too long are left out', () => {
  const sentence = `The [heron] ${'flew '.repeat(40)}home.`
  expect(shown(`${sentence} ${sentence}`)).toBe(sentence)
})

test('hit markers become fragments', () => {
  expect(fragmentsOf(marked('a [b] c'))).toEqual([
    { text: 'a ', hit: false },
    { text: 'b', hit: true },
    { text: ' c', hit: false },
  ])
})

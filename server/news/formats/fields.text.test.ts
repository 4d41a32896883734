import fc from 'fast-check'
import { expect, test } from 'vitest'
import { line, paragraphs, textOfHtml } from './fields.ts'
import { growth, LINEAR } from '../../testing/growth.ts'

test('a line has no control characters, double spaces or lone surrogates', () => {
  expect(line('  a\u0000b\u202E \n\t c\uFEFF ')).toBe('ab c')
  expect(line('😀'.repeat(10), 5)).toBe('😀😀…')
  expect(line('\uD83D x')).toBe('\uFFFD x')
  expect([undefined, null, 5, {}, []].map((value) => line(value))).toEqual(['', '', '', '', ''])
})

test('each paragraph becomes a line', () => {
  expect(paragraphs(' a \r\n\r\n  b\u0007 c \n')).toBe('a\nb c')
})

test.each([
  ['<p>One &amp; two</p><p>Three</p>', 'One & two\nThree'],
  ['a<br>b<script>alert(1)</script><style>x{}</style>', 'a\nb'],
  ['<b>bold</b>ly <a href="x">linked</a>', 'boldly linked'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
  ['AT&T', 'AT&T'],
  ['&#0;&#x202e;ok&#9999999;', '\uFFFDok\uFFFD'],
  ['no tags', 'no tags'],
  ['<img src=x onerror=alert(1)>after', 'after'],
])('%j is read as %j', (html, expected) => {
  expect(textOfHtml(html)).toBe(expected)
})

test('any input yields short, well-formed text without control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const read = textOfHtml(`<p>${text}</p>`, 50)
      return read.length <= 50 && read.isWellFormed() && !/[\u0000-\u0009\u000B-\u001F\u007F]/.test(read)
    }),
    { numRuns: 500 },
  )
})

test.each(['<b>', '&amp;', '<', ' ', '<p>'])('hostile text made of %j takes linear time', async (part) => {
  const html = (length: number) => part.repeat(length / part.length)
  expect(await growth(html, 1_000_000, textOfHtml)).toBeLessThan(LINEAR)
  expect(await growth(html, 1_000_000, line)).toBeLessThan(LINEAR)
})

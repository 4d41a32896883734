import { expect, test } from 'vitest'
import { childText, every, first, readXml } from './xml-tree.ts'
import { growth, LINEAR } from '../../../testing/growth.ts'

const read = (xml: string) => readXml(Buffer.from(xml))

test('elements, text, entities and CDATA', () => {
  const root = read('<?xml version="1.0"?><a x="1 &amp; 2"><n:b>one</n:b><b><![CDATA[<two> &amp;]]></b><c/></a>')
  expect(every(root!, 'b').map(({ text }) => text)).toEqual(['one', '<two> &amp;'])
  expect(childText(root!, 'b')).toBe('one')
  expect(childText(root!, 'missing')).toBe('')
  expect(first(read('<a><b><c><d>deep</d></c></b></a>')!, 'b', 'd')?.text).toBe('deep')
  expect(first(root!, 'c', 'd')).toBeNull()
})

test.each(['', 'plain text', '<a><b>', '<a>cut of', '{"json":true}', '<'.repeat(1_000_000), '<a '.repeat(300_000)])(
  'what is cut off or no XML gives nothing',
  (xml) => {
    expect(read(xml)).toBeNull()
  },
)

test('entities of the document are not expanded, and nothing outside is read', () => {
  const bomb =
    '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY x SYSTEM "file:///etc/passwd">]><a>&c;&x;</a>'
  expect(read(bomb)?.text).toBe('&c;&x;')
})

test.each<[string, (length: number) => string]>([
  ['deep', (length) => `${'<a>'.repeat(length)}${'</a>'.repeat(length)}`],
  ['many', (length) => `<a>${'<b/>'.repeat(length)}</a>`],
  ['full of attributes', (length) => `<a ${'b="1" '.repeat(length)}/>`],
])('too %s is refused, at no more than its length', async (_, xml) => {
  expect(read(xml(300_000))).toBeNull()
  expect(await growth(xml, 300_000, read)).toBeLessThan(LINEAR)
})

test('names that mean something to JavaScript mean nothing here', () => {
  expect(read('<__proto__ polluted="1"><constructor/></__proto__>')).not.toBeNull()
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})

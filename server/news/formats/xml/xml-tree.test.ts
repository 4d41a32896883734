import { expect, test } from 'vitest'
import { childText, every, first, readXml } from './xml-tree.ts'
import { growth, LINEAR } from '../../../testing/growth.ts'

const read = (xml: string) => readXml(Buffer.from(xml))

test('finds elements by name and reads their text and CDATA', () => {
  const root = read('<?xml version="1.0"?><a x="1 &amp; 2"><n:b>one</n:b><b><![CDATA[<two> &amp;]]></b><c/></a>')
  expect(every(root!, 'b').map(({ text }) => text)).toEqual(['one', '<two> &amp;'])
  expect(childText(root!, 'b')).toBe('one')
  expect(childText(root!, 'missing')).toBe('')
  expect(first(read('<a><b><c><d>deep</d></c></b></a>')!, 'b', 'd')?.text).toBe('deep')
  expect(first(root!, 'c', 'd')).toBeNull()
})

test.each(['', 'plain text', '<a><b>', '<a>cut of', '{"json":true}', '<'.repeat(1_000_000), '<a '.repeat(300_000)])(
  'truncated XML and input that is not XML yield null',
  (xml) => {
    expect(read(xml)).toBeNull()
  },
)

test('entities declared in the document are not expanded, and nothing external is read', () => {
  const bomb =
    '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY x SYSTEM "file:///etc/passwd">]><a>&c;&x;</a>'
  expect(read(bomb)?.text).toBe('&c;&x;')
})

test.each<[string, (length: number) => string]>([
  ['deep', (length) => `${'<a>'.repeat(length)}${'</a>'.repeat(length)}`],
  ['many', (length) => `<a>${'<b/>'.repeat(length)}</a>`],
  ['full of attributes', (length) => `<a ${'b="1" '.repeat(length)}/>`],
])('rejects a document in linear time: too %s', async (_, xml) => {
  expect(read(xml(300_000))).toBeNull()
  expect(await growth(xml, 300_000, read)).toBeLessThan(LINEAR)
})

test('names such as __proto__ do not pollute prototypes', () => {
  expect(read('<__proto__ polluted="1"><constructor/></__proto__>')).not.toBeNull()
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})

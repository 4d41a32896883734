import { expect, test } from 'vitest'
import { childText, every, first, readXml } from './xml-tree.ts'

const read = (xml: string) => readXml(Buffer.from(xml))

test('elements, text, entities and CDATA', () => {
  const root = read(
    '<?xml version="1.0"?><a x="1 &amp; 2"><n:b>one</n:b><b><![CDATA[<two> &amp;]]></b><c/></a>',
  )
  expect(every(root!, 'b').map(({ text }) => text)).toEqual(['one', '<two> &amp;'])
  expect(childText(root!, 'b')).toBe('one')
  expect(childText(root!, 'missing')).toBe('')
  expect(first(read('<a><b><c><d>deep</d></c></b></a>')!, 'b', 'd')?.text).toBe('deep')
  expect(first(root!, 'c', 'd')).toBeNull()
})

test.each([
  '',
  'plain text',
  '<a><b>',
  '<a>cut of',
  '{"json":true}',
  '<'.repeat(1_000_000),
  '<a '.repeat(300_000),
])('what is cut off or no XML gives nothing', (xml) => {
  expect(read(xml)).toBeNull()
})

test('entities of the document are not expanded, and nothing outside is read', () => {
  const bomb =
    '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY x SYSTEM "file:///etc/passwd">]><a>&c;&x;</a>'
  expect(read(bomb)?.text).toBe('&c;&x;')
})

test('too deep, too many and too strange are refused in no time', () => {
  const began = process.cpuUsage()
  expect(read(`${'<a>'.repeat(300_000)}${'</a>'.repeat(300_000)}`)).toBeNull()
  expect(read(`<a>${'<b/>'.repeat(300_000)}</a>`)).toBeNull()
  expect(read(`<a ${'b="1" '.repeat(300_000)}/>`)).toBeNull()
  expect(read('<__proto__ polluted="1"><constructor/></__proto__>')).not.toBeNull()
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
  const used = process.cpuUsage(began)
  expect((used.user + used.system) / 1e6).toBeLessThan(1.5)
})

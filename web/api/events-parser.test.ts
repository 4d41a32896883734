import { expect, test } from 'vitest'
import { createEventParser, type ServerEvent } from './events-parser.ts'

function read(...chunks: string[]): ServerEvent[] {
  const events: ServerEvent[] = []
  const push = createEventParser((event) => events.push(event))
  for (const chunk of chunks) push(chunk)
  return events
}

const NEWS = 'id: a-1\nevent: news\ndata: {"companyId":7}\n\n'
const news = { id: 'a-1', name: 'news', data: '{"companyId":7}' }

test('an event is told when its blank line has come', () => {
  expect(read(NEWS)).toEqual([news])
  expect(read(NEWS.slice(0, -1))).toEqual([])
})

test('it does not matter where the network cuts', () => {
  for (let cut = 0; cut <= NEWS.length; cut += 1) expect(read(NEWS.slice(0, cut), NEWS.slice(cut))).toEqual([news])
  expect(read(...NEWS)).toEqual([news])
})

test.each(['\r\n', '\r'])('lines may end with %j, also when it is cut in two', (end) => {
  const text = `${NEWS}:\n`.replaceAll('\n', end)
  expect(read(text, 'x')).toEqual([news])
  for (let cut = 0; cut <= text.length; cut += 1) expect(read(text.slice(0, cut), text.slice(cut), 'x')).toEqual([news])
})

test('comments, unknown fields and events without data tell nothing', () => {
  expect(read(': still here\n\n', 'retry: 5\nwhatever\n\n', 'event: news\n\n')).toEqual([])
})

test('data on several lines, without a space, or empty', () => {
  expect(read('data: one\ndata:two\ndata\ndata:  three\n\n')).toEqual([
    { id: '', name: 'message', data: 'one\ntwo\n\n three' },
  ])
})

test('the id stays until another comes, the name does not; a byte order mark is passed over', () => {
  expect(read('\uFEFFid: 1\nevent: gather\ndata: x\n\ndata: y\n\nid: 2\u00003\ndata: z\n\n')).toEqual([
    { id: '1', name: 'gather', data: 'x' },
    { id: '1', name: 'message', data: 'y' },
    { id: '1', name: 'message', data: 'z' },
  ])
})

test('a line without end is refused before it fills the memory', () => {
  expect(() => read(...Array.from({ length: 100 }, () => 'x'.repeat(1000)))).toThrow('too long')
})

import { expect, test } from 'vitest'
import { growth, LINEAR } from '../../../../testing/growth.ts'
import { literalsIn } from './script-literals.ts'

const read = (script: string) => literalsIn(`<script>${script}</script>`)

test('arrays of objects are read as JavaScript', () => {
  expect(read(`var news = [{title: 'It\\'s "open"', 'url': "/a", isNew: true, tags: [\`x\`],},]; show(news)`)).toEqual([
    [{ title: 'It\'s "open"', url: '/a', isNew: true, tags: ['x'] }],
  ])
  expect(read(`show([{at: new Date('2026-11-10'), /* why */ on: new Date(17), // x\n by: undefined}])`)).toEqual([
    [{ at: '2026-11-10', on: 17, by: 'undefined' }],
  ])
  expect(read(`x = [{a: 1}]; y = {list: [{a: "\\u0041"}]}`)).toEqual([[{ a: 1 }], [{ a: 'A' }]])
})

test('what is not data is left out', () => {
  expect(read('x = [{a: f(1)}]; y = [{a: 1}]')).toEqual([[{ a: 1 }]])
  expect(read('x = [{a: 1')).toEqual([])
  expect(
    literalsIn('<script type="application/json">{"a":[{"b":1}]}</script><script src="/x.js">a=[{b:1}]</script>'),
  ).toEqual([])
})

test.each(['=[{', '=[{a:1},', "=[{'", '=[{/*', '<script>', '=[{a:1}]', '=[{new Date("'])(
  'repeated %s is read in linear time',
  async (piece) => {
    const script = (length: number) => `<script>${piece.repeat(Math.floor(length / piece.length))}</script>`
    expect(await growth(script, 600_000, literalsIn)).toBeLessThan(LINEAR)
  },
)

import { expect, test } from 'vitest'
import { readTableView, writeColumns } from './table-view.ts'

const DEFAULT = ['website', 'category', 'stage', 'invested', 'amount']

test('without a query string, there is no filter and the columns are the default ones', () => {
  expect(readTableView({}, null)).toEqual({
    filter: { q: undefined, category: undefined, stage: undefined, sort: undefined },
    columns: DEFAULT,
    showsRemoved: false,
  })
})

test('the query string is read', () => {
  const search = {
    q: ' robot ',
    category: 'Energy',
    stage: 'Seed',
    sort: 'name-desc',
    columns: 'added,stage',
  }
  expect(readTableView(search, null)).toMatchObject({
    filter: { q: 'robot', category: 'Energy', stage: 'Seed', sort: 'name-desc' },
    columns: ['stage', 'added'],
  })
  expect(readTableView({ view: 'removed' }, null).showsRemoved).toBe(true)
})

test.each([
  { sort: 'sideways' },
  { sort: 'toString' },
  { q: 'x'.repeat(201) },
  { category: 'x'.repeat(101) },
  { stage: ['a'] },
  { columns: 'price,color' },
  { columns: '' },
  { view: 'everything' },
])('"invalid values fall back": %j', (search) => {
  expect(readTableView(search, null)).toEqual(readTableView({}, null))
})

test('columns come from the URL, then from the last choice; choosing none is allowed', () => {
  expect(readTableView({ columns: 'stage' }, 'website').columns).toEqual(['stage'])
  expect(readTableView({}, 'website').columns).toEqual(['website'])
  expect(readTableView({}, 'nonsense').columns).toEqual(DEFAULT)
  expect(readTableView({ columns: writeColumns([]) }, 'website').columns).toEqual([])
})

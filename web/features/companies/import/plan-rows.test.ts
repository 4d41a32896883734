import { expect, test } from 'vitest'
import { ignoredColumnsLine, planRows, planSentence } from './plan-rows.ts'
import { plan, plannedRow } from '../../../testing/sample-plan.ts'

test.each([
  [{ new: 41, changed: 3, duplicate: 2, invalid: 1 }, '41 new, 3 changed, 2 already in your portfolio, 1 with errors'],
  [{ new: 100_000 }, '100,000 new'],
  [{ new: 2, positions: 1, ignored: 1, amountsLeftOut: 1 }, '2 new, 1 position, 1 left out, 1 amount left out'],
  [{ duplicate: 2, invalid: 1 }, '2 already in your portfolio, 1 with errors'],
])('the counts are summed up in a sentence: %j', (counts, sentence) => {
  expect(planSentence(plan(counts))).toBe(sentence)
})

test('ignored columns are named, at most ten of them', () => {
  expect(ignoredColumnsLine(plan({ new: 1 }))).toBeNull()
  expect(ignoredColumnsLine(plan({ new: 1 }, { ignoredColumns: ['Foo', 'Bar'] }))).toBe('Ignored columns: Foo, Bar')
  const many = Array.from({ length: 12 }, (_, n) => `C${n}`)
  expect(ignoredColumnsLine(plan({ new: 1 }, { ignoredColumns: many }))).toBe(
    'Ignored columns: C0, C1, C2, C3, C4, C5, C6, C7, C8, C9 and 2 more',
  )
})

const twice = [
  { row: 3, reason: 'Same company as row 2', name: 'Cedar', companyId: null },
  { row: 4, reason: 'Already in your portfolio', name: 'Lumen', companyId: 5 },
]

test('rows repeated in the file are counted separately if all duplicates are listed', () => {
  expect(planSentence(plan({ new: 1, duplicate: 2 }, { duplicates: twice }))).toBe(
    '1 new, 1 already in your portfolio, 1 duplicated in the file',
  )
  expect(planSentence(plan({ new: 1, duplicate: 900 }, { duplicates: twice }))).toBe(
    '1 new, 900 already in your portfolio',
  )
})

test("the report's lists are merged in file order, with each row once", () => {
  const report = plan(
    { new: 1, duplicate: 2, invalid: 2 },
    {
      rows: [plannedRow({ row: 5 }), plannedRow({ row: 2, kind: 'invalid', website: 'x', reason: 'No' })],
      skipped: [
        { row: 2, name: 'Cedar Robotics', reason: 'No' },
        { row: 9, name: 'Beyond the cut', reason: 'Nor' },
      ],
      duplicates: twice,
    },
  )
  expect(planRows(report).map(({ row, kind, website }) => [row, kind, website])).toEqual([
    [2, 'invalid', 'x'],
    [3, 'duplicate', null],
    [4, 'duplicate', null],
    [5, 'new', 'https://cedar.example'],
    [9, 'invalid', null],
  ])
})

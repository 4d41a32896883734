import { expect, test } from 'vitest'
import { guardFormula, unguardFormula } from './files.ts'
import * as file from './files.ts'
import fc from 'fast-check'

test('bulk upload page: accepted file types and error messages', () => {
  expect(file.ACCEPTED).toBe('.csv,.xlsx,.xls')
  expect(file.INVALID_FILE_TYPE).toEqual({
    title: 'Invalid file type',
    description: 'Please upload a CSV or Excel file',
  })
  expect(file.FILE_TOO_LARGE).toEqual({ title: 'File too large', description: 'Maximum file size is 5MB' })
  expect([file.NO_FILE_TITLE, file.NO_FILE_ON_PAGE]).toEqual(['No file selected', 'Please select a file to upload'])
})

test('bulk upload dialog: message when no file is selected', () => {
  expect([file.NO_FILE_TITLE, file.NO_FILE_IN_DIALOG]).toEqual([
    'No file selected',
    'Please select a CSV file to upload.',
  ])
})

test('5 MB means 5 x 1024 x 1024 bytes', () => {
  expect(file.MAX_FILE_BYTES).toBe(5_242_880)
})

test.each(['list.csv', 'LIST.XLSX', 'old.xls', 'a.b.csv'])('%s may be uploaded', (name) => {
  expect(file.hasAcceptedExtension(name)).toBe(true)
})

test.each(['list.doc', 'list.xlsb', 'list.csv.exe', 'csv', 'list.csv '])('%s may not be uploaded', (name) => {
  expect(file.hasAcceptedExtension(name)).toBe(false)
})

const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠', "'", "'=", '')
const cell = fc.tuple(start, start, fc.string({ unit: 'binary' })).map((parts) => parts.join(''))

test.each(['=1+1', '+1', '-1', '@SUM', '\t=1', "'=1", '＝1'])(
  '%j is guarded so that no spreadsheet runs it',
  (value) => {
    expect(guardFormula(value)).toBe(`'${value}`)
  },
)

test.each(['Acme', "'tis Inc", "O'Neil", ''])('%j is left unchanged', (value) => {
  expect(guardFormula(value)).toBe(value)
  expect(unguardFormula(value)).toBe(value)
})

test('removing the formula guard restores the original value', () => {
  fc.assert(fc.property(cell, (value) => unguardFormula(guardFormula(value)) === value))
})

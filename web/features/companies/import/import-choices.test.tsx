// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UploadPage } from '../../../pages/upload.tsx'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { choose, plan, plannedRow } from '../../../testing/sample-plan.ts'

const COMMIT = 'POST /api/companies/bulk-upload?detail=1&limit=200'
const CHECK = `${COMMIT}&dryRun=1`
const uploadPage = (routes: Record<string, unknown>) =>
  renderPage(<UploadPage />, {
    server: fakeServer({ 'GET /api/companies/imports': [], ...routes }),
    at: '/investments/upload',
  })

const column = (number: number, heading: string, examples: string[], field: string | null) => ({
  column: number,
  heading,
  examples,
  field,
})
const reading = {
  sheet: 1,
  headerRow: 1,
  turned: false,
  unsure: 0,
  rows: [
    { row: 1, cells: ['Bet', '', 'Where'] },
    { row: 2, cells: ['1', 'Cedar', 'cedar.example'] },
  ],
  columns: [
    column(1, 'Bet', ['1', '2'], 'name'),
    column(2, '', ['Cedar', 'Elm'], null),
    column(3, 'Where', ['cedar.example'], 'website'),
  ],
}
const ONLY = [{ number: 1, name: 'Bets', rows: 3, read: true }]
const question = { ...reading, sheets: ONLY }
const as = (map: object, more: object = {}) =>
  `&${new URLSearchParams({ sheets: '1', headerRow: '1', ...more, map: JSON.stringify(map) }).toString().replaceAll('%2C', ',')}`
const QUESTION = 'How should we read this file?'
const asked = (details: object, message = "CSV must contain a 'Company' or 'Name' column") =>
  new Refusal(422, { code: 'invalid-input', message, details })

test('a file that can be read in several ways leads to one question, with the rows as they would be imported', async () => {
  const mapped = { '#1': 'none', '#2': 'name', '#3': 'website' }
  const chosen = {
    ...reading,
    columns: [column(1, 'Bet', [], null), column(2, '', [], 'name'), column(3, 'Where', [], 'website')],
  }
  uploadPage({
    [CHECK]: asked(question),
    [`${CHECK}${as({ '#1': 'name', '#2': 'none', '#3': 'website' })}`]: plan(
      { new: 1, ignored: 1 },
      {
        rows: [plannedRow({ name: '1' }), plannedRow({ row: 3, name: 'Total', kind: 'ignored' })],
        layout: { sheets: ONLY, reading },
      },
    ),
    [`${CHECK}${as(mapped)}`]: plan({ new: 1 }, { rows: [plannedRow({})], layout: { sheets: ONLY, reading: chosen } }),
    [`${COMMIT}${as(mapped)}`]: { report: plan({ new: 1 }) },
  })
  await choose()
  const heading = await screen.findByRole('heading', { name: QUESTION })
  expect(document.activeElement).toBe(heading)
  expect(screen.queryByText('Failed to upload companies')).toBeNull()
  await screen.findByText('Left out: Total')
  const field = screen.getByRole('combobox', { name: 'Read “Column 2” as' })
  fireEvent.change(field, { target: { value: 'name' } })
  await screen.findByText('Cedar Robotics')
  press('Continue')
  await screen.findByRole('heading', { name: 'Review import' })
  screen.getByText(/Companies from “Column 2”, websites from “Where”\./)
  press('Change columns')
  await screen.findByRole('heading', { name: QUESTION })
  press('Back')
  await screen.findByRole('heading', { name: 'Review import' })
  press('Upload Companies')
  await screen.findByRole('heading', { name: 'Upload Successful!' })
})

test('another row of headings is proposed anew, and unsure rows are left out or imported', async () => {
  const fields = { '#1': 'name', '#2': 'none', '#3': 'website' }
  const other = { ...reading, headerRow: 2, unsure: 2 }
  const answer = (unsure: string) => as(fields, { headerRow: '2', unsure })
  uploadPage({
    [CHECK]: asked(question, 'The file may have more than one table.'),
    [`${CHECK}${as(fields)}`]: plan(
      { new: 1 },
      { rows: [plannedRow({ name: 'First' })], layout: { sheets: ONLY, reading } },
    ),
    [`${CHECK}&sheets=1&headerRow=2`]: asked({ ...other, sheets: ONLY }, 'Some rows may not be companies.'),
    [`${CHECK}${answer('skip')}`]: plan(
      { new: 1 },
      { rows: [plannedRow({ name: 'Elm' })], layout: { sheets: ONLY, reading: other } },
    ),
    [`${CHECK}${answer('import')}`]: plan(
      { new: 3 },
      {
        rows: [plannedRow({ name: 'Elm' }), plannedRow({ row: 3, name: 'Exited' })],
        layout: { sheets: ONLY, reading: other },
      },
    ),
  })
  await choose()
  await screen.findByText(/The file may have more than one table\./)
  await screen.findByText('First')
  fireEvent.change(screen.getByRole('combobox', { name: 'Headings' }), { target: { value: '2' } })
  await screen.findByText('Elm')
  fireEvent.change(screen.getByRole('combobox', { name: 'Rows that may not be companies' }), {
    target: { value: 'import' },
  })
  await screen.findByText('Exited')
  press('Continue')
  await screen.findByText(/3 new\./)
})

test('companies in columns and several sheets are offered as such', async () => {
  const several = [...ONLY, { number: 2, name: 'Pipeline', rows: 9, read: true }]
  const turned = { ...reading, turned: true }
  const fields = { '#1': 'name', '#2': 'none', '#3': 'website' }
  const turnedPlan = plan(
    { new: 1 },
    { rows: [plannedRow({ name: 'Turned' })], layout: { sheets: ONLY, reading: turned } },
  )
  uploadPage({
    [CHECK]: asked({ ...question, sheets: several }, 'More than one sheet lists companies.'),
    [`${CHECK}&sheets=1,2`]: plan({ new: 9 }, { rows: [plannedRow({ name: 'Both' })], layout: { sheets: several } }),
    [`${CHECK}&sheets=1`]: asked({ ...turned, sheets: ONLY }, 'The headings seem to be on the left.'),
    [`${CHECK}${as(fields, { turned: '1' })}`]: turnedPlan,
  })
  await choose()
  await screen.findByText('Both')
  expect(screen.queryByRole('combobox', { name: 'Headings' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Pipeline 9 rows' }))
  await screen.findByText('Turned')
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Each company has a column' }).checked).toBe(true)
})

test('rows can be deselected, and rows that were left out can be selected', async () => {
  const { server } = uploadPage({
    [CHECK]: plan(
      { new: 2, ignored: 1 },
      {
        rows: [
          plannedRow({ row: 2 }),
          plannedRow({ row: 3, name: 'Elm' }),
          plannedRow({ row: 4, name: 'Total', kind: 'ignored', reason: 'Looks like a total, not a company' }),
        ],
      },
    ),
    [`${CHECK}&skipped=csv&skip=3&take=4`]: 'Row\r\n',
    [`${COMMIT}&skip=3&take=4`]: { report: plan({ new: 2, ignored: 1 }) },
  })
  await choose()
  await screen.findByText(/2 new, 1 left out\./)
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  expect([box('Import Elm, row 3').checked, box('Import Total, row 4').checked]).toEqual([true, false])
  fireEvent.click(box('Import Elm, row 3'))
  fireEvent.click(box('Import Total, row 4'))
  expect([box('Import Elm, row 3').checked, box('Import Total, row 4').checked]).toEqual([false, true])
  press('Upload Companies')
  await screen.findByRole('heading', { name: 'Upload Successful!' })
  const commits = server.calls.filter(({ method, path }) => method === 'POST' && !path.includes('dryRun'))
  expect(commits.map(({ method, path }) => `${method} ${path}`)).toEqual([`${COMMIT}&skip=3&take=4`])
})

test('the upload is disabled when every row is deselected', async () => {
  uploadPage({ [CHECK]: plan({ new: 1 }, { rows: [plannedRow({ row: 2 })] }) })
  await choose()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Import Cedar Robotics, row 2' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload Companies' }).disabled).toBe(true)
})

test('choosing another sheet reads the file again', async () => {
  const sheets = [
    { number: 1, name: 'Fund I', rows: 3, read: true },
    { number: 2, name: 'Pipeline', rows: 9, read: false },
    { number: 3, name: 'Empty', rows: 0, read: false },
  ]
  const both = sheets.map((sheet) => ({ ...sheet, read: sheet.rows > 0 }))
  uploadPage({
    [CHECK]: plan({ new: 2 }, { layout: { sheets } }),
    [`${CHECK}&sheets=1,2`]: plan({ new: 10 }, { layout: { sheets: both } }),
  })
  await choose()
  const pipeline = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Pipeline 9 rows' })
  expect(screen.queryByRole('checkbox', { name: /Empty/ })).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Fund I 3 rows' }).disabled).toBe(true)
  fireEvent.click(pipeline)
  await screen.findByText(/10 new\./)
})

test('several sheets can have a currency, and choosing it keeps the choice of rows', async () => {
  const sheets = ['Fund I', 'Fund II'].map((name, at) => ({ number: at + 1, name, rows: 3, read: true }))
  const asking = {
    layout: { sheets, asks: ['currency' as const] },
    rows: [plannedRow({ sheet: 1, row: 2 }), plannedRow({ sheet: 2, row: 2, name: 'Elm' })],
  }
  uploadPage({ [CHECK]: plan({ new: 2 }, asking), [`${CHECK}&currency=USD`]: plan({ new: 2, positions: 2 }, asking) })
  await choose()
  fireEvent.click(await screen.findByRole('checkbox', { name: /Import Elm/ }))
  const currency = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Currency of amounts without one' })
  fireEvent.change(currency, { target: { value: 'USD' } })
  await screen.findByText(/2 new, 2 positions\./)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Import Elm/ }).checked).toBe(false)
})

test('the plan shows which positions a row adds', async () => {
  const safe = {
    kind: 'investment',
    date: '2023-02-01',
    amount: '50000',
    currency: 'USD',
    instrument: 'safe',
    round: 'Seed',
    valuation: '6000000',
    valuationBasis: 'cap',
    notes: null,
  } as const
  uploadPage({ [CHECK]: plan({ new: 1 }, { rows: [plannedRow({ positions: 1, add: [safe] })] }) })
  await choose()
  expect(await screen.findByText('$50,000 SAFE, Seed, $6M cap · Feb 1, 2023')).toBeTruthy()
})

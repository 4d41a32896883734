// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UploadPage } from '../../../pages/upload.tsx'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { choose, plan, plannedRow } from '../../../testing/sample-plan.ts'

const COMMIT = 'POST /api/companies/bulk-upload?detail=1&limit=200'
const CHECK = `${COMMIT}&dryRun=1`
const CHOSEN = '&sheets=1&nameColumn=2&websiteColumn=3&headerRow=1'

const uploadPage = (routes: Record<string, unknown>) =>
  renderPage(<UploadPage />, {
    server: fakeServer({ 'GET /api/companies/imports': [], ...routes }),
    at: '/investments/upload',
  })

const columns = {
  sheet: 1,
  headerRow: 1,
  nameColumn: 1,
  websiteColumn: 3,
  columns: [
    { column: 1, heading: 'Bet', examples: ['1', '2'] },
    { column: 2, heading: '', examples: ['Cedar', 'Elm'] },
    { column: 3, heading: 'Where', examples: ['cedar.example'] },
  ],
}

test('unknown headings ask which column to use; the choice applies to the plan and the upload', async () => {
  const message = "CSV must contain a 'Company' or 'Name' column"
  uploadPage({
    [CHECK]: new Refusal(422, { code: 'invalid-input', message, details: columns }),
    [`${CHECK}${CHOSEN}`]: plan({ new: 1 }, { rows: [plannedRow({})], layout: { sheets: [], columns } }),
    [`${COMMIT}${CHOSEN}`]: { report: plan({ new: 1 }) },
  })
  await choose()
  const heading = await screen.findByRole('heading', { name: 'Which column is the company?' })
  expect(document.activeElement).toBe(heading)
  expect(screen.queryByText('Failed to upload companies')).toBeNull()
  screen.getByRole('radio', { name: /Column 2.*Cedar, Elm/ }).click()
  press('Continue')
  await screen.findByRole('heading', { name: 'Review import' })
  screen.getByText(/Companies from “Bet”, websites from “Where”\./)
  press('Change columns')
  await screen.findByRole('heading', { name: 'Which column is the company?' })
  press('Back')
  await screen.findByRole('heading', { name: 'Review import' })
  press('Upload Companies')
  await screen.findByRole('heading', { name: 'Upload Successful!' })
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

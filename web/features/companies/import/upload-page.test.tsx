// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UploadPage } from '../../../pages/upload.tsx'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { handOver } from './handed-file.ts'
import { choose, chosenFile, plan, plannedRow } from '../../../testing/sample-plan.ts'

const COMMIT = 'POST /api/companies/bulk-upload?detail=1&limit=200'
const CHECK = `${COMMIT}&dryRun=1`
const LEAVING = `${COMMIT}&update=0`
const PAST = 'GET /api/companies/imports'

const mixed = plan(
  { new: 41, changed: 3, duplicate: 2, invalid: 1 },
  {
    rows: [
      plannedRow({ row: 2 }),
      plannedRow({
        row: 3,
        name: 'Lumen Harbor',
        kind: 'changed',
        changes: [
          { field: 'stage', from: 'Seed', to: 'Series A' },
          { field: 'website', from: null, to: 'https://lumen.example' },
        ],
      }),
      plannedRow({ row: 7, name: '', kind: 'invalid', reason: 'Company name is required' }),
    ],
    skipped: [{ row: 7, name: '', reason: 'Company name is required' }],
    duplicates: [
      { row: 5, reason: 'Already in your portfolio', name: 'Solstice Foods', companyId: 9 },
      { row: 6, reason: 'Already in your portfolio', name: 'Northfield Bio', companyId: 10 },
    ],
  },
)

const uploadPage = (routes: Record<string, unknown>) =>
  renderPage(<UploadPage />, { server: fakeServer({ [PAST]: [], ...routes }), at: '/investments/upload' })

const lines = (text: RegExp) => screen.getByText(text).closest('li')!

test("page: 'No file selected' / 'Please select a file to upload'; Cancel goes to /investments", async () => {
  uploadPage({})
  expect((await screen.findByRole('link', { name: 'Cancel' })).getAttribute('href')).toBe('/investments')
  press('Upload Companies')
  await screen.findByText('No file selected')
  screen.getByText('Please select a file to upload')
})

test('the plan has a summary, and each row has its number, outcome and reason', async () => {
  const { server } = uploadPage({ [CHECK]: mixed })
  await choose()
  const heading = await screen.findByRole('heading', { name: 'Review import' })
  expect(document.activeElement).toBe(heading)
  screen.getByText(/41 new, 3 changed, 2 already in your portfolio, 1 with errors\./)
  expect(lines(/^Lumen Harbor$/).textContent).toBe(
    'Row 3Lumen Harborhttps://cedar.exampleStage: Seed →  becomes Series AWebsite: empty →  becomes https://lumen.exampleChanged',
  )
  expect(lines(/^Solstice Foods$/).textContent).toBe('Row 5Solstice FoodsAlready in your portfolioDuplicate')
  expect(lines(/^Company name is required$/).textContent).toContain('Row 7')
  screen.getByText('and 42 more')
  expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('the plan and the result name ignored columns as plain text', async () => {
  const odd = { ...mixed, ignoredColumns: ['Owner', '<b>Fund</b>'] }
  uploadPage({ [CHECK]: odd, [COMMIT]: { report: { ...odd, importId: 12 } } })
  await choose()
  await screen.findByRole('heading', { name: 'Review import' })
  screen.getByText('Ignored columns: Owner, <b>Fund</b>')
  press('Upload Companies')
  await screen.findByRole('heading', { name: 'Upload Successful!' })
  screen.getByText('Ignored columns: Owner, <b>Fund</b>')
})

test('tabs filter rows by kind, and rows missing from the response are counted', async () => {
  uploadPage({ [CHECK]: mixed })
  await choose()
  const tab = await screen.findByRole('tab', { name: 'New' })
  tab.click()
  await screen.findByText('and 40 more')
  expect(screen.queryByText('Lumen Harbor')).toBeNull()
  screen.getByRole('tab', { name: 'With errors' }).click()
  await screen.findByText('Company name is required')
})

test("'Upload Successful!' shows the count added, View Companies, skipped rows and Undo", async () => {
  const report = { ...mixed, importId: 12 }
  const { server } = uploadPage({
    [CHECK]: mixed,
    [`${CHECK}&skipped=csv`]: 'Row,Reason,Company\r\n',
    [COMMIT]: `{"done":20,"total":47}\n${JSON.stringify({ report })}\n`,
    'POST /api/companies/imports/12/undo': { removed: 41, reverted: 3 },
  })
  await choose()
  await screen.findByText('Review import')
  press('Upload Companies')
  const heading = await screen.findByRole('heading', { name: 'Upload Successful!' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Upload' }).value).toBe(100)
  screen.getByText('41 companies added to your portfolio.')
  await screen.findByText("41 companies added. We'll start fetching the latest news for these companies.")
  screen.getByRole('link', { name: 'View Companies' })
  // Once imported, the added rows would count as duplicates too.
  const order = server.calls.map(({ path }) => path).filter((path) => path.includes('bulk-upload'))
  expect(order.map((path) => path.replace('/api/companies/bulk-upload?detail=1&limit=200', ''))).toEqual([
    '&dryRun=1',
    '&dryRun=1&skipped=csv',
    '',
  ])
  screen.getByRole('button', { name: 'Download Skipped Rows' })
  press('Undo This Import: portfolio.csv')
  press('Undo Import')
  await screen.findByText('Import undone')
  screen.getByText('41 companies removed. 3 companies changed back.')
  await screen.findByRole('button', { name: 'Browse Files' })
})

test('existing companies can be left unchanged, and another file can be uploaded after that', async () => {
  uploadPage({ [CHECK]: mixed, [LEAVING]: plan({ new: 41, duplicate: 5 }) })
  await choose()
  const update = await screen.findByRole('switch', { name: 'Update existing companies' })
  update.click()
  await screen.findByText('No change')
  press('Upload Companies')
  await screen.findByText('41 companies added to your portfolio.')
  press('Upload Another File')
  await screen.findByRole('button', { name: 'Browse Files' })
  expect(screen.queryByText('portfolio.csv')).toBeNull()
})

test('without updates, a file of known companies cannot be uploaded', async () => {
  uploadPage({ [CHECK]: plan({ changed: 1, duplicate: 1 }) })
  await choose()
  const update = await screen.findByRole('switch')
  const upload = screen.getByRole<HTMLButtonElement>('button', { name: 'Upload Companies' })
  update.click()
  await waitFor(() => expect(upload.disabled).toBe(true))
  update.click()
  await waitFor(() => expect(upload.disabled).toBe(false))
})

test('no upload is offered when every company already exists', async () => {
  uploadPage({ [CHECK]: plan({ duplicate: 2 }, { duplicates: mixed.duplicates }) })
  await choose()
  await screen.findByRole('heading', { name: 'Nothing to import' })
  screen.getByText('Every company in this file is already in your portfolio.')
  expect(screen.queryByRole('button', { name: 'Upload Companies' })).toBeNull()
  press('Choose Another File')
  await screen.findByRole('button', { name: 'Browse Files' })
})

test('an upload requested before the plan is ready starts once it is', async () => {
  uploadPage({ [CHECK]: plan({ new: 1 }), [COMMIT]: { report: plan({ new: 1 }) } })
  await choose()
  press('Upload Companies')
  await screen.findByRole('heading', { name: 'Upload Successful!' })
  screen.getByText('1 company added to your portfolio.')
})

test("'Upload Failed' shows the server's message, Try Again with the file, and Download Template", async () => {
  const problem = { code: 'invalid-input', message: "CSV must contain a 'Company' or 'Name' column" }
  uploadPage({ [CHECK]: new Refusal(422, problem) })
  await choose()
  const failed = await screen.findByRole('heading', { name: 'Upload Failed' })
  expect(document.activeElement).toBe(failed)
  const section = within(failed.parentElement!)
  section.getByText(problem.message)
  section.getByText('There was an error processing your file. Please check the format and try again.')
  screen.getByRole('link', { name: 'Download Template' })
  press('Try Again')
  await screen.findByText('portfolio.csv')
})

test('a file from the dialog is checked immediately', async () => {
  handOver(chosenFile)
  uploadPage({ [CHECK]: mixed })
  await screen.findByRole('heading', { name: 'Review import' })
})

import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage } from '../../testing/render-page.tsx'
import { AddInvestmentDialog, BulkUploadForm } from './add-investment-dialog.tsx'
import { fileProblem } from './import/file-drop.tsx'
import { handedFile, handOver } from './import/handed-file.ts'
import { choose, chosenFile, plan } from '../../testing/sample-plan.ts'
import { nextProgress, pointsOf } from './import/use-import.ts'

// @vitest-environment happy-dom

const CHECK = 'POST /api/companies/bulk-upload?detail=1&limit=200&strict=1&dryRun=1'
const COMMIT = 'POST /api/companies/bulk-upload?detail=1&limit=200&strict=1'

const dragged = (...files: File[]) => ({ dataTransfer: { types: ['Files'], files, items: [] } })

test.each([
  ['portfolio.CSV', 10, undefined],
  ['portfolio.xlsx', 5 * 1024 * 1024, undefined],
  ['portfolio.xls', 10, undefined],
  ['portfolio.csv', 5 * 1024 * 1024 + 1, ['File too large', 'Maximum file size is 5MB']],
  ['portfolio.pdf', 10, ['Invalid file type', 'Please upload a CSV or Excel file']],
  ['csv', 10, ['Invalid file type', 'Please upload a CSV or Excel file']],
])('file check on the bulk upload page: %s of %i bytes', (name, size, texts) => {
  const problem = fileProblem({ name, size })
  expect(problem ? [problem.title, problem.description] : undefined).toEqual(texts)
})

test("dialog: hint, Template Format, Download Template, 'Upload Companies' disabled until a file is chosen", async () => {
  renderPage(<BulkUploadForm onDone={() => {}} />)
  await screen.findByText('Supported formats: CSV, XLSX (Max 5MB)')
  screen.getByText('Template Format')
  expect(screen.getByRole('link', { name: 'Download Template' }).getAttribute('href')).toBe('/template.csv')
  expect(screen.getByLabelText('Company file').getAttribute('accept')).toBe('.csv,.xlsx,.xls')
  const upload = screen.getByRole<HTMLButtonElement>('button', { name: 'Upload Companies' })
  expect(upload.disabled).toBe(true)
  await choose()
  expect(upload.disabled).toBe(false)
  screen.getByText('portfolio.csv')
})

test('the drop area is highlighted only while a file is dragged over it', async () => {
  renderPage(<BulkUploadForm onDone={() => {}} />)
  const area = (await screen.findByText('Drag and drop your file here')).parentElement!
  fireEvent.dragOver(area, { dataTransfer: { types: ['text/plain'] } })
  expect(area.dataset.draggedOver).toBeUndefined()
  fireEvent.dragOver(area, dragged())
  expect(area.dataset.draggedOver).toBe('true')
  const ontoChild = createEvent.dragLeave(area)
  Object.defineProperty(ontoChild, 'relatedTarget', { value: area.firstElementChild })
  fireEvent(area, ontoChild)
  expect(area.dataset.draggedOver).toBe('true')
  fireEvent.dragLeave(area)
  expect(area.dataset.draggedOver).toBeUndefined()
  fireEvent.dragOver(area, dragged())
  fireEvent.drop(area, dragged(chosenFile))
  expect(area.dataset.draggedOver).toBeUndefined()
  screen.getByText('portfolio.csv')
})

test('several files or a folder are rejected with a message, and the chosen file stays', async () => {
  renderPage(<BulkUploadForm onDone={() => {}} />)
  const area = (await screen.findByText('Drag and drop your file here')).parentElement!
  fireEvent.drop(area, dragged(chosenFile))
  fireEvent.drop(area, dragged(new File([], 'a.csv'), new File([], 'b.csv')))
  await screen.findByText('You dropped 2 files. Please drop one.')
  const folder = { webkitGetAsEntry: () => ({ isDirectory: true }) }
  fireEvent.drop(area, {
    dataTransfer: { types: ['Files'], files: [new File([], 'companies.csv')], items: [folder] },
  })
  await screen.findByText('That is a folder')
  screen.getByText('portfolio.csv')
})

test('a file dropped outside the area does not replace the page', async () => {
  renderPage(<BulkUploadForm onDone={() => {}} />)
  await screen.findByText('Drag and drop your file here')
  expect(fireEvent.drop(document.body, dragged(chosenFile))).toBe(false)
})

test('dialog: one line sums up the upload, and a button leads to every row on the page', async () => {
  const server = fakeServer({ [CHECK]: plan({ new: 41, duplicate: 2, invalid: 1 }) })
  const { router } = renderPage(<BulkUploadForm onDone={() => {}} />, { server })
  await choose()
  await screen.findByText(/^41 new, 2 already in your portfolio, 1 with errors\./)
  press('See every row')
  await waitFor(() => expect(router.state.location.pathname).toBe('/investments/upload'))
  expect(handedFile()).toBe(chosenFile)
  handOver(null)
})

test.each([
  [2, "2 companies added. We'll start fetching the latest news for these companies."],
  [1, "1 company added. We'll start fetching the latest news for these companies."],
  [1200, "1,200 companies added. We'll start fetching the latest news for these companies."],
])("success: 'Companies uploaded successfully' for %i, file cleared", async (count, text) => {
  const server = fakeServer({ [COMMIT]: { report: plan({ new: count }) } })
  renderPage(<BulkUploadForm onDone={() => {}} />, { server })
  await choose()
  press('Upload Companies')
  await screen.findByText('Companies uploaded successfully')
  screen.getByText(text)
  screen.getByText('Drag and drop your file here')
})

test('dialog: a question is answered on the page', async () => {
  let isDone = false
  const message = 'More than one sheet lists companies. Choose the sheets to import.'
  const question = { sheet: 1, headerRow: 1, turned: false, unsure: 0, sheets: [], rows: [], columns: [] }
  renderPage(<BulkUploadForm onDone={() => (isDone = true)} />, {
    server: fakeServer({ [CHECK]: new Refusal(422, { code: 'invalid-input', message, details: question }) }),
  })
  await choose()
  await screen.findByText(message)
  press('Choose how to read it')
  expect([isDone, handedFile()?.name]).toEqual([true, 'portfolio.csv'])
  handOver(null)
})

test('dialog: the import can be undone from its toast', async () => {
  const server = fakeServer({
    [COMMIT]: { report: plan({ new: 2 }, { importId: 7 }) },
    'POST /api/companies/imports/7/undo': { removed: 2, reverted: 0 },
  })
  renderPage(<BulkUploadForm onDone={() => {}} />, { server })
  await choose()
  press('Upload Companies')
  await screen.findByText('Companies uploaded successfully')
  press('Undo')
  await screen.findByText('Import undone')
  screen.getByText('2 companies removed.')
})

test('a file of existing companies adds nothing and says so', async () => {
  const server = fakeServer({ [CHECK]: plan({ duplicate: 3 }), [COMMIT]: plan({ duplicate: 3 }) })
  renderPage(<BulkUploadForm onDone={() => {}} />, { server })
  await choose()
  await screen.findByText(/^Every company in this file is already in your portfolio\./)
  press('Upload Companies')
  await screen.findByText('Nothing to add')
})

test('the first field with a problem gets the focus, and problems disappear while they are corrected', async () => {
  const refusal = new Refusal(409, { code: 'conflict', message: 'Cedar is already in your portfolio' })
  renderPage(<AddInvestmentDialog onClose={() => {}} />, { server: fakeServer({ 'POST /api/companies': refusal }) })
  const name = await screen.findByLabelText('Company Name')
  const website = screen.getByLabelText('Company Website')
  fireEvent.change(name, { target: { value: 'Cedar' } })
  press('Add Investment')
  await waitFor(() => expect(document.activeElement).toBe(website))
  expect([name, website].map((field) => field.getAttribute('aria-invalid'))).toEqual(['false', 'true'])
  fireEvent.change(website, { target: { value: 'https://cedar.example' } })
  expect(website.getAttribute('aria-invalid')).toBe('false')
  press('Add Investment')
  await screen.findByText('Cedar is already in your portfolio')
  expect(document.activeElement).toBe(name)
})

test.each([
  'CSV file must have at least a header row and one data row',
  "CSV must contain a 'Company' or 'Name' column",
  "CSV must contain a 'Website' or 'URL' column",
  'No valid companies found in CSV. Make sure you have both company names and websites in the data.',
])("failure: 'Failed to upload companies' with '%s', file kept", async (message) => {
  const refusal = new Refusal(422, { code: 'invalid-input', message })
  renderPage(<BulkUploadForm onDone={() => {}} />, { server: fakeServer({ [COMMIT]: refusal }) })
  await choose()
  press('Upload Companies')
  await screen.findByText('Failed to upload companies')
  screen.getByText(message)
  screen.getByText('portfolio.csv')
})

test("an error without a message: 'An error occurred'", async () => {
  renderPage(<BulkUploadForm onDone={() => {}} />, { server: fakeServer({ [COMMIT]: new Refusal(500) }) })
  await choose()
  press('Upload Companies')
  await screen.findByText('An error occurred')
})

test('progress: "every 200 ms, up to 10 points, capped at 90", following actual progress', () => {
  const walk = (points: number, ticks: number) =>
    Array.from({ length: ticks }).reduce<number[]>((all) => [...all, nextProgress(all.at(-1) ?? 0, points)], [])
  expect(walk(100, 12)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 90, 90, 90])
  expect(walk(25, 4)).toEqual([10, 20, 25, 25])
  expect(nextProgress(40, 10)).toBe(40)
})

test('the progress bar reflects bytes sent, then rows written', () => {
  expect(pointsOf({ sent: 0.5, done: 0, total: 0 })).toBe(20)
  expect(pointsOf({ sent: 1, done: 0, total: 1000 })).toBe(40)
  expect(pointsOf({ sent: 1, done: 500, total: 1000 })).toBe(65)
  expect(pointsOf({ sent: 1, done: 1000, total: 1000 })).toBe(90)
})

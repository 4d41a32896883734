// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UploadPage } from '../pages/upload.tsx'
import { fakeServer, Refusal } from '../testing/fake-server.ts'
import { press, renderPage } from '../testing/render-page.tsx'
import { sampleCompany } from '../testing/sample-data.ts'
import { BulkUploadForm } from './bulk-upload-form.tsx'
import { fileProblem } from './company-file.ts'
import { nextProgress } from './upload-progress.ts'

const UPLOAD = 'POST /api/companies/bulk-upload'
const file = new File(['Company,Website\nCedar,https://cedar.example'], 'portfolio.csv')

const choose = async (chosen: File) => {
  const input = await screen.findByLabelText<HTMLInputElement>('Company file')
  fireEvent.change(input, { target: { files: [chosen] } })
}

test.each([
  ['portfolio.CSV', 10, undefined],
  ['portfolio.xlsx', 5 * 1024 * 1024, undefined],
  ['portfolio.xls', 10, undefined],
  ['portfolio.csv', 5 * 1024 * 1024 + 1, ['File too large', 'Maximum file size is 5MB']],
  ['portfolio.pdf', 10, ['Invalid file type', 'Please upload a CSV or Excel file']],
  ['csv', 10, ['Invalid file type', 'Please upload a CSV or Excel file']],
])('spec section 5, bulk upload page file: %s of %i bytes', (name, size, texts) => {
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
  await choose(file)
  expect(upload.disabled).toBe(false)
  screen.getByText('portfolio.csv')
})

test('the drop area is highlighted while a file is dragged over, normal on leave or drop', async () => {
  renderPage(<BulkUploadForm onDone={() => {}} />)
  const area = (await screen.findByText('Drag and drop your file here')).parentElement!
  fireEvent.dragOver(area)
  expect(area.dataset.draggedOver).toBe('true')
  fireEvent.dragLeave(area)
  expect(area.dataset.draggedOver).toBeUndefined()
  fireEvent.dragOver(area)
  fireEvent.drop(area, { dataTransfer: { files: [file] } })
  expect(area.dataset.draggedOver).toBeUndefined()
  screen.getByText('portfolio.csv')
})

test.each([
  [2, "2 companies added. We'll start fetching the latest news for these companies."],
  [1, "1 company added. We'll start fetching the latest news for these companies."],
])("success: 'Companies uploaded successfully' for %i", async (count, text) => {
  const server = fakeServer({ [UPLOAD]: Array.from({ length: count }, (_, id) => sampleCompany({ id })) })
  renderPage(<BulkUploadForm onDone={() => {}} />, { server })
  await choose(file)
  press('Upload Companies')
  await screen.findByText('Companies uploaded successfully')
  screen.getByText(text)
  screen.getByText('Drag and drop your file here')
})

test("failure: 'Failed to upload companies', file kept", async () => {
  renderPage(<BulkUploadForm onDone={() => {}} />, {
    server: fakeServer({ [UPLOAD]: new Refusal(500, 'no') }),
  })
  await choose(file)
  press('Upload Companies')
  await screen.findByText('Failed to upload companies')
  screen.getByText('portfolio.csv')
})

test("page: 'No file selected' / 'Please select a file to upload'; Cancel goes to /investments", async () => {
  renderPage(<UploadPage />, { at: '/investments/upload' })
  expect((await screen.findByRole('link', { name: 'Cancel' })).getAttribute('href')).toBe('/investments')
  press('Upload Companies')
  await screen.findByText('No file selected')
  screen.getByText('Please select a file to upload')
})

test("page: 'Upload Successful!', count added, Upload Another File, View Companies", async () => {
  renderPage(<UploadPage />, { server: fakeServer({ [UPLOAD]: [sampleCompany()] }) })
  await choose(file)
  press('Upload Companies')
  await screen.findByRole('heading', { name: 'Upload Successful!' })
  screen.getByText('1 company added to your portfolio.')
  screen.getByRole('link', { name: 'View Companies' })
  press('Upload Another File')
  await screen.findByRole('button', { name: 'Browse Files' })
})

test("page: 'Upload Failed', the server's message, Try Again, Download Template", async () => {
  const problem = { code: 'invalid-input', message: "CSV must contain a 'Company' or 'Name' column" }
  renderPage(<UploadPage />, { server: fakeServer({ [UPLOAD]: new Refusal(422, problem) }) })
  await choose(file)
  press('Upload Companies')
  await screen.findByRole('heading', { name: 'Upload Failed' })
  screen.getByText(problem.message)
  screen.getByText('There was an error processing your file. Please check the format and try again.')
  screen.getByRole('link', { name: 'Download Template' })
  press('Try Again')
  await screen.findByText('portfolio.csv')
})

test('progress: "every 200 ms, up to 10 points, capped at 90", following what has really been sent', () => {
  const walk = (share: number, ticks: number) =>
    Array.from({ length: ticks }).reduce<number[]>(
      (all) => [...all, nextProgress(all.at(-1) ?? 0, share)],
      [],
    )
  expect(walk(1, 12)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 90, 90, 90])
  expect(walk(0.25, 4)).toEqual([10, 20, 25, 25])
  expect(nextProgress(40, 0.1)).toBe(40)
})

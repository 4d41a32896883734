import type { ToastMessage } from '../ui/toast.tsx'

const DEFAULT_ERROR = 'An error occurred'

const failed = (title: string, error: Error, detail?: string): ToastMessage => ({
  title,
  description: error.message || DEFAULT_ERROR,
  detail,
  variant: 'destructive',
})

export const added: ToastMessage = {
  title: 'Company added successfully',
  description: "We'll start fetching the latest news for this company.",
}
export const addFailed = (error: Error, name: string) =>
  failed('Failed to add company', error, `${name} was not added.`)

export const uploaded = (count: number): ToastMessage => ({
  title: 'Companies uploaded successfully',
  description: `${companyCount(count)} added. We'll start fetching the latest news for these companies.`,
})
export const uploadFailed = (error: Error) => failed('Failed to upload companies', error)

export const updated = (name: string): ToastMessage => ({
  title: 'Company updated',
  description: `${name} is saved.`,
})
export const updateFailed = (error: Error, name: string) =>
  failed('Failed to update company', error, `${name} is as it was before.`)
export const emptyName: ToastMessage = {
  title: 'Invalid input',
  description: 'Company name cannot be empty.',
  variant: 'destructive',
}

export const removed = (name: string): ToastMessage => ({
  title: 'Company removed',
  description: `${name} is no longer in your portfolio.`,
})
export const removeFailed = (error: Error, name: string) =>
  failed('Failed to remove company', error, `${name} is still in your portfolio.`)

export const exportFailed = (error: Error) => failed('Failed to export portfolio', error)

export const noFileInDialog: ToastMessage = {
  title: 'No file selected',
  description: 'Please select a CSV file to upload.',
  variant: 'destructive',
}
export const noFileOnPage: ToastMessage = {
  title: 'No file selected',
  description: 'Please select a file to upload',
  variant: 'destructive',
}
export const invalidFileType: ToastMessage = {
  title: 'Invalid file type',
  description: 'Please upload a CSV or Excel file',
  variant: 'destructive',
}
export const fileTooLarge: ToastMessage = {
  title: 'File too large',
  description: 'Maximum file size is 5MB',
  variant: 'destructive',
}

export const NOT_FOUND = 'Company not found'

export const UPLOAD_ERROR = 'There was an error processing your file. Please check the format and try again.'

export const companyCount = (count: number) => (count === 1 ? '1 company' : `${count} companies`)

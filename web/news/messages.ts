import { ApiError } from '../api/api-error.ts'
import type { ToastMessage } from '../ui/toast.tsx'

export const fetching = (company?: string): ToastMessage => ({
  title: company ? `Fetching news for ${company}...` : 'Fetching latest news...',
  description: 'This may take a few moments.',
})

export const refreshed = (company?: string, unchecked = 0, waiting = 0): ToastMessage => ({
  title: company ? `News refreshed for ${company}` : 'News refreshed successfully',
  description: 'Your news feed has been updated with the latest information.',
  detail: detailOf(unchecked, waiting),
})

/** Nothing has been checked so far, and nothing has failed for good. */
export const stillFetching = (company?: string, unchecked = 0, waiting = 0): ToastMessage => ({
  ...fetching(company),
  detail: detailOf(unchecked, waiting),
})

const detailOf = (unchecked: number, waiting: number) =>
  [
    unchecked > 0 && `${unchecked} could not be checked.`,
    waiting > 0 && `${waiting} still being checked; news appears as it is found.`,
  ]
    .filter(Boolean)
    .join(' ') || undefined

/** Whoever asks too often is told so in the server's own words. */
export const refreshFailed = (error?: Error): ToastMessage => ({
  title: 'Failed to refresh news',
  description: 'There was an error refreshing your news feed. Please try again later.',
  detail: error instanceof ApiError && error.status === 429 ? error.reason : undefined,
  variant: 'destructive',
})

export const noCompanies: ToastMessage = {
  title: 'No companies found',
  description: 'Add some companies to your portfolio first.',
  variant: 'destructive',
}

export const unknownCompany: ToastMessage = {
  title: 'No companies to refresh',
  description: 'Please select a valid company from the dropdown.',
  variant: 'destructive',
}

import { ApiError } from '../api/api-error.ts'
import type { ToastMessage } from '../ui/toast.tsx'

export const viewSaved = (name: string): ToastMessage => ({ title: `View saved: ${name}` })

export const viewForgotten = (name: string): ToastMessage => ({ title: `View removed: ${name}` })

export const forgetFailed = (error: Error, name: string): ToastMessage => ({
  title: `Could not remove the view ${name}`,
  description: reasonOf(error),
  variant: 'destructive',
})

/** In the server's own words, where it gave any. */
export const reasonOf = (error: Error): string => (error instanceof ApiError ? error.reason : error.message)

/** '1 result', '3 results', 'The first 20 results'. */
export const resultsText = (count: number, hasMore: boolean) =>
  hasMore ? `The first ${count} results` : count === 1 ? '1 result' : `${count} results`

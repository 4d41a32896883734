import type { RefundedPayment } from '#domain/admin/users.ts'
import { ApiError } from '../api/api-error.ts'
import type { ToastMessage } from '../ui/toast.tsx'

export const granted = (email: string): ToastMessage => ({ title: `Access given to ${email}` })

export const revoked: ToastMessage = { title: 'Grant taken back' }

export const accountClosed = (email: string): ToastMessage => ({ title: `${email} is closed` })

export const accountOpened = (email: string): ToastMessage => ({ title: `${email} is open again` })

export const subscriptionCanceled = (email: string): ToastMessage => ({
  title: 'Subscription canceled',
  description: `${email} is not charged again.`,
})

export const paymentRefunded = ({ amountCents, currency }: RefundedPayment): ToastMessage => ({
  title: `${new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amountCents / 100)} refunded`,
})

export const codeWithdrawn: ToastMessage = { title: 'Code withdrawn' }

export const jobBack: ToastMessage = { title: 'The job is in its line again' }

export const jobForgotten: ToastMessage = { title: 'Job forgotten' }

export const failed = (what: string, error: Error): ToastMessage => ({
  title: `Could not ${what}`,
  description: reasonOf(error),
  variant: 'destructive',
})

/** In the server's own words, where it gave any. */
export const reasonOf = (error: Error): string => (error instanceof ApiError ? error.reason : error.message)

import type { AdminUser, AuditEntry, RefundedPayment } from '#domain/admin/users.ts'
import type { Entitlement } from '#domain/account/entitlement.ts'
import { dateAndTime, shortDate } from '#domain/time.ts'
import { ApiError } from '../../api/api-error.ts'
import type { ToastMessage } from '../../ui/overlays/toast.tsx'

const REASONS: Record<Entitlement['reason'], string> = {
  none: 'Account closed',
  grant: 'Complimentary',
  paid: 'Paid',
  'paid-grace': 'Payment failed',
  'paid-until': 'Canceled',
  trial: 'Trial',
  expired: 'Expired',
}

export function accessText({ reason, endsAt, renewsAt, isTrialing }: Entitlement): string {
  const name = reason === 'paid' && isTrialing ? 'Free days of a subscription' : REASONS[reason]
  if (reason === 'expired') return `${name} since ${shortDate(endsAt)}`
  const until = endsAt ? `, until ${dateAndTime(endsAt)}` : reason === 'grant' ? ', for good' : ''
  const charge = isTrialing ? 'is first charged' : 'renews'
  const what = reason === 'grant' ? `; the subscription ${charge}` : isTrialing ? ', first charge' : ', renews'
  return name + until + (renewsAt ? `${what} ${shortDate(renewsAt)}` : '')
}

export const statusBadge = {
  trial: { label: 'Trial', tone: 'neutral' },
  active: { label: 'Active', tone: 'good' },
  expired: { label: 'Expired', tone: 'bad' },
} as const

export const nameOf = ({ firstName, lastName }: Pick<AdminUser, 'firstName' | 'lastName'>) =>
  [firstName, lastName].filter(Boolean).join(' ')

export const daysText = (days: number | null) =>
  days === null ? 'for good' : days === 1 ? '1 day' : `${formatNumber(days)} days`

export const formatNumber = (number: number) => number.toLocaleString('en-US')

const ACTS: Record<string, string> = {
  grant: 'Gave access',
  'revoke-grant': 'Revoked a grant',
  'create-code': 'Created a code',
  'revoke-code': 'Withdrew a code',
  'redeem-code': 'Redeemed a code',
  'view-user': 'Viewed an account',
  'disable-user': 'Closed an account',
  'enable-user': 'Reopened an account',
  'cancel-subscription': 'Canceled a subscription',
  'refund-payment': 'Refunded a payment',
  'retry-job': 'Retried a job',
  'discard-job': 'Discarded a job',
  'test.set-trial-days': 'Set the trial on the test page',
  'test.remove-subscription': 'Removed the subscription on the test page',
}

export const actText = (act: string) => ACTS[act] ?? act

export const detailsText = (details: AuditEntry['details']): string =>
  Object.entries(details)
    .map(([name, value]) => {
      if (name === 'days' && typeof value !== 'string') return daysText(value === null ? null : Number(value))
      return name === 'reason' ? String(value) : `${name} ${value ?? 'none'}`
    })
    .join(' · ')

export const granted = (email: string): ToastMessage => ({ title: `Access given to ${email}` })

export const revoked: ToastMessage = { title: 'Grant revoked' }

export const accountClosed = (email: string): ToastMessage => ({ title: `${email} is closed` })

export const accountOpened = (email: string): ToastMessage => ({ title: `${email} is reopened` })

export const subscriptionCanceled = (email: string): ToastMessage => ({
  title: 'Subscription canceled',
  description: `${email} is not charged again.`,
})

export const paymentRefunded = ({ amountCents, currency }: RefundedPayment): ToastMessage => ({
  title: `${new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amountCents / 100)} refunded`,
})

export const codeWithdrawn: ToastMessage = { title: 'Code withdrawn' }

export const jobBack: ToastMessage = { title: 'Job requeued' }

export const jobForgotten: ToastMessage = { title: 'Job discarded' }

export const failed = (what: string, error: Error): ToastMessage => ({
  title: `Could not ${what}`,
  description: reasonOf(error),
  variant: 'destructive',
})

export const reasonOf = (error: Error): string => (error instanceof ApiError ? error.reason : error.message)

import type { AdminUser, AuditEntry } from '#domain/admin/users.ts'
import type { Entitlement } from '#domain/account/entitlement.ts'
import { dateAndTime, shortDate } from '#domain/time.ts'
import { counted } from '../../ui/text.ts'

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

export const daysText = (days: number | null) => (days === null ? 'for good' : counted(days, 'day', 'days'))

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
  'lift-suppression': 'Let an address get emails again',
  'open-view': 'Opened an account as its owner sees it',
  'close-view': 'Closed that view',
  'add-note': 'Added a note',
  'remove-note': 'Deleted a note',
  'resend-confirmation': 'Sent a confirmation again',
  'request-factor-reset': 'Requested the reset of a second factor',
  'cancel-factor-reset': 'Canceled the reset of a second factor',
  'reset-factor': 'Reset a second factor',
  'factor-still-used': 'Kept a second factor that was used since',
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
      return name === 'reason' || name === 'evidence' ? String(value) : `${name} ${value ?? 'none'}`
    })
    .join(' · ')

import { z } from 'zod'
import {
  AdminUser,
  AdminUserPage,
  AuditEntry,
  AuditSearch,
  Closing,
  CreatedCode,
  Grant,
  GrantCode,
  NewCode,
  NewGrant,
  RefundedPayment,
  UserSearch,
  Redeemed,
  RedeemRequest,
} from './users.ts'
import { endpoint, endpointsOf, json, nothing } from '../endpoint.ts'
import { Health } from './health.ts'
import { PollingHealth, JobOverview, ModelCost } from './operations.ts'

const forAdmins = endpointsOf({ access: 'admin', tag: 'Administration' })

export const findUsers = forAdmins('get', '/api/admin/users', {
  summary: 'Find accounts by part of their email or name, newest first, up to 50',
  query: UserSearch,
  answer: json(z.array(AdminUser), 'The accounts, each with its access and the reason for it'),
})

export const getUser = forAdmins('get', '/api/admin/users/{id}', {
  summary: 'Get an account with its access, grants, and subscription',
  answer: json(AdminUserPage, 'The account'),
})

export const disableUser = forAdmins('post', '/api/admin/users/{id}/disable', {
  summary: 'Close an account, sign out its devices, and cancel its subscription',
  description: 'The owner can still sign in to export their data or delete the account.',
  body: Closing,
  answer: nothing('Closed'),
})

export const enableUser = forAdmins('post', '/api/admin/users/{id}/enable', {
  summary: 'Reopen a closed account',
  answer: nothing('Reopened'),
})

export const cancelUserSubscription = forAdmins('post', '/api/admin/users/{id}/subscription/cancel', {
  summary: 'Cancel a subscription immediately',
  description: 'Charges stop and an unpaid invoice is voided. Days already paid for remain.',
  body: Closing,
  answer: nothing('Canceled'),
})

export const refundUser = forAdmins('post', '/api/admin/users/{id}/subscription/refund', {
  summary: 'Refund the last payment in full',
  description: 'The subscription and its access do not change.',
  body: Closing,
  answer: json(RefundedPayment, 'The refund'),
})

export const liftSuppression = forAdmins('delete', '/api/admin/users/{id}/suppression', {
  summary: 'Send all emails to an address again that refused them',
  answer: nothing('Lifted'),
})

export const grantAccess = forAdmins('post', '/api/admin/grants', {
  summary: 'Grant someone access for a number of days, or permanently',
  body: NewGrant,
  answer: json(Grant, 'The grant', 201),
})

export const revokeGrant = forAdmins('delete', '/api/admin/grants/{id}', {
  summary: 'Revoke a grant',
  answer: nothing('Revoked'),
})

export const listCodes = forAdmins('get', '/api/admin/codes', {
  summary: 'List the codes, newest first, up to 200',
  description: 'The codes themselves are not stored.',
  answer: json(z.array(GrantCode), 'The codes'),
})

export const createCode = forAdmins('post', '/api/admin/codes', {
  summary: 'Create a code that one person can redeem once',
  body: NewCode,
  answer: json(CreatedCode, 'The code, shown only this once', 201),
})

export const revokeCode = forAdmins('delete', '/api/admin/codes/{id}', {
  summary: 'Revoke a code that has not been redeemed',
  answer: nothing('Revoked'),
})

export const listAuditLog = forAdmins('get', '/api/admin/audit', {
  summary: 'List the actions of administrators, newest first, 100 at a time',
  query: AuditSearch,
  answer: json(z.array(AuditEntry), 'The audit log'),
})

export const getHealth = forAdmins('get', '/api/admin/health', {
  summary: 'Check the health of each part, and what to do about problems',
  answer: json(Health, 'The checks, the worst first'),
})

export const getSourceHealth = forAdmins('get', '/api/admin/sources', {
  summary: 'List the sources with their health, and how well companies are covered',
  answer: json(PollingHealth, 'The health of the sources'),
})

export const listJobs = forAdmins('get', '/api/admin/jobs', {
  summary: 'List the queues and the jobs that were given up',
  answer: json(JobOverview, 'The jobs'),
})

export const retryJob = forAdmins('post', '/api/admin/jobs/{id}/retry', {
  summary: 'Retry a failed job',
  answer: nothing('Back in its queue'),
})

export const discardJob = forAdmins('delete', '/api/admin/jobs/{id}', {
  summary: 'Discard a failed job',
  answer: nothing('Discarded'),
})

export const getModelCost = forAdmins('get', '/api/admin/ai', {
  summary: 'Get the language model’s usage over the last 30 days',
  answer: json(ModelCost, 'Usage by day'),
})

export const redeemCode = endpoint({
  method: 'post',
  path: '/api/redeem',
  access: 'user',
  tag: 'Billing',
  summary: 'Redeem a code, even after your trial',
  body: RedeemRequest,
  answer: json(Redeemed, 'When your access ends'),
})

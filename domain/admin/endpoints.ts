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
import { endpoint, json, nothing } from '../endpoint.ts'
import { PollingHealth, JobOverview, ModelCost } from './operations.ts'

export const findUsers = endpoint({
  method: 'get',
  path: '/api/admin/users',
  access: 'admin',
  tag: 'Administration',
  summary: 'Find accounts by part of their email or name, newest first, up to 50',
  query: UserSearch,
  answer: json(z.array(AdminUser), 'The accounts, each with its access and the reason for it'),
})

export const getUser = endpoint({
  method: 'get',
  path: '/api/admin/users/{id}',
  access: 'admin',
  tag: 'Administration',
  summary: 'Get an account with its access, grants, and subscription',
  answer: json(AdminUserPage, 'The account'),
})

export const disableUser = endpoint({
  method: 'post',
  path: '/api/admin/users/{id}/disable',
  access: 'admin',
  tag: 'Administration',
  summary: 'Close an account, sign out its devices, and cancel its subscription',
  description: 'The owner can still sign in to export their data or delete the account.',
  body: Closing,
  answer: nothing('Closed'),
})

export const enableUser = endpoint({
  method: 'post',
  path: '/api/admin/users/{id}/enable',
  access: 'admin',
  tag: 'Administration',
  summary: 'Reopen a closed account',
  answer: nothing('Reopened'),
})

export const cancelUserSubscription = endpoint({
  method: 'post',
  path: '/api/admin/users/{id}/subscription/cancel',
  access: 'admin',
  tag: 'Administration',
  summary: 'Cancel a subscription immediately',
  description: 'Charges stop and an unpaid invoice is voided. Days already paid for remain.',
  body: Closing,
  answer: nothing('Canceled'),
})

export const refundUser = endpoint({
  method: 'post',
  path: '/api/admin/users/{id}/subscription/refund',
  access: 'admin',
  tag: 'Administration',
  summary: 'Refund the last payment in full',
  description: 'The subscription and its access do not change.',
  body: Closing,
  answer: json(RefundedPayment, 'The refund'),
})

export const grantAccess = endpoint({
  method: 'post',
  path: '/api/admin/grants',
  access: 'admin',
  tag: 'Administration',
  summary: 'Grant someone access for a number of days, or permanently',
  body: NewGrant,
  answer: json(Grant, 'The grant', 201),
})

export const revokeGrant = endpoint({
  method: 'delete',
  path: '/api/admin/grants/{id}',
  access: 'admin',
  tag: 'Administration',
  summary: 'Revoke a grant',
  answer: nothing('Revoked'),
})

export const listCodes = endpoint({
  method: 'get',
  path: '/api/admin/codes',
  access: 'admin',
  tag: 'Administration',
  summary: 'List the codes, newest first, up to 200',
  description: 'The codes themselves are not stored.',
  answer: json(z.array(GrantCode), 'The codes'),
})

export const createCode = endpoint({
  method: 'post',
  path: '/api/admin/codes',
  access: 'admin',
  tag: 'Administration',
  summary: 'Create a code that one person can redeem once',
  body: NewCode,
  answer: json(CreatedCode, 'The code, shown only this once', 201),
})

export const revokeCode = endpoint({
  method: 'delete',
  path: '/api/admin/codes/{id}',
  access: 'admin',
  tag: 'Administration',
  summary: 'Revoke a code that has not been redeemed',
  answer: nothing('Revoked'),
})

export const listAuditLog = endpoint({
  method: 'get',
  path: '/api/admin/audit',
  access: 'admin',
  tag: 'Administration',
  summary: 'List the actions of administrators, newest first, 100 at a time',
  query: AuditSearch,
  answer: json(z.array(AuditEntry), 'The audit log'),
})

export const getSourceHealth = endpoint({
  method: 'get',
  path: '/api/admin/sources',
  access: 'admin',
  tag: 'Administration',
  summary: 'List the sources with their health, and how well companies are covered',
  answer: json(PollingHealth, 'The health of the sources'),
})

export const listJobs = endpoint({
  method: 'get',
  path: '/api/admin/jobs',
  access: 'admin',
  tag: 'Administration',
  summary: 'List the queue and the jobs that failed for good',
  answer: json(JobOverview, 'The jobs'),
})

export const retryJob = endpoint({
  method: 'post',
  path: '/api/admin/jobs/{id}/retry',
  access: 'admin',
  tag: 'Administration',
  summary: 'Retry a failed job',
  answer: nothing('Back in its queue'),
})

export const discardJob = endpoint({
  method: 'delete',
  path: '/api/admin/jobs/{id}',
  access: 'admin',
  tag: 'Administration',
  summary: 'Discard a failed job',
  answer: nothing('Discarded'),
})

export const getModelCost = endpoint({
  method: 'get',
  path: '/api/admin/ai',
  access: 'admin',
  tag: 'Administration',
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

import { z } from 'zod'
import { endpointsOf, json, nothing } from '../endpoint.ts'
import { Invitation, NewShare, ReceivedShare, Share, SharedCompanyNews, SharedNews, ShareVisit } from './share.ts'

const TAG = 'Sharing'
/** Guests don't need a subscription, and owners who have lost access can still stop sharing. */
const forUsers = endpointsOf({ access: 'user', tag: TAG })
const forEntitled = endpointsOf({ access: 'entitled', tag: TAG })

const ended = { 404: 'No longer shared with you' }

export const listShares = forUsers('get', '/api/shares', {
  summary: 'List what you share and with whom, newest first',
  answer: json(z.array(Share), 'The shares that have not ended'),
})

export const createShare = forEntitled('post', '/api/shares', {
  summary: 'Invite a guest',
  recentSignIn: true,
  description:
    'Your portfolio, one company or a saved view, read-only. Positions and founder updates are left out unless you include them.',
  body: NewShare,
  answer: json(Share, 'The share; the invitation is sent by email', 201),
  otherAnswers: { 404: 'No such company or view', 409: 'Already shared with this address' },
})

export const endShare = forUsers('delete', '/api/shares/{id}', {
  summary: 'Stop sharing',
  description: 'The guest loses access immediately.',
  answer: nothing('Ended'),
  otherAnswers: { 404: 'No such share' },
})

export const listShareVisits = forUsers('get', '/api/shares/visits', {
  summary: 'List what your guests read, newest first',
  description: 'Covers the last 90 days, at most 500 visits.',
  answer: json(z.array(ShareVisit), 'The visits, also of shares that have ended'),
})

export const acceptShare = forUsers('post', '/api/shared/accept', {
  summary: 'Accept an invitation',
  body: Invitation,
  answer: json(ReceivedShare, 'What is shared with you'),
  otherAnswers: { 404: 'Invalid, expired or withdrawn', 409: 'Sent to another address' },
})

export const listReceivedShares = forUsers('get', '/api/shared', {
  summary: 'List what is shared with you',
  answer: json(z.array(ReceivedShare), 'The shares that you accepted'),
})

export const getSharedNews = forUsers('get', '/api/shared/{id}', {
  summary: 'Read the news that is shared with you',
  description: 'The stories of the last 90 days, newest first, at most 100.',
  answer: json(SharedNews, 'The companies and their stories'),
  otherAnswers: ended,
})

export const getSharedCompany = forUsers('get', '/api/shared/{id}/companies/{companyId}', {
  summary: 'Read the news of one company that is shared with you',
  answer: json(SharedCompanyNews, 'The company and its stories'),
  otherAnswers: ended,
})

export const leaveShare = forUsers('delete', '/api/shared/{id}', {
  summary: 'Leave a share',
  answer: nothing('Left'),
  otherAnswers: ended,
})

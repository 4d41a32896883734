import { z } from 'zod'
import { DeviceInfo, Erasure, ModelChoice, Profile, ProfileBody } from './profile.ts'
import { endpointsOf, file, json, nothing } from '../endpoint.ts'

const forUsers = endpointsOf({ access: 'user', tag: 'Account' })

export const getProfile = forUsers('get', '/api/auth/user', {
  forSupport: true,
  summary: 'Get your profile and your current access',
  answer: json(Profile, 'The profile'),
})

export const updateProfile = forUsers('patch', '/api/profile', {
  summary: 'Update your name and your reminder preference',
  description: 'To change your email, use the auth protocol. You cannot change your permissions.',
  body: ProfileBody,
  answer: json(Profile, 'The updated profile'),
})

export const chooseModel = forUsers('put', '/api/account/ai', {
  summary: 'Choose whether a language model may write your briefs',
  description:
    'If not, you read sentences from the sources, and nothing is sent to a model just for you. Your own data is never sent to a model.',
  body: ModelChoice,
  answer: json(Profile, 'The updated profile'),
})

export const exportAccount = forUsers('get', '/api/account/export', {
  summary: 'Export everything we hold about you, as JSON and CSV in a ZIP file',
  answer: file('The file', 'application/zip'),
})

export const deleteAccount = forUsers('delete', '/api/account', {
  summary: 'Delete your account and everything in it',
  description:
    'Enter your password again to confirm. An account without a password needs a sign-in in the last ten minutes.',
  body: Erasure,
  answer: nothing('Deleted'),
})

export const listSessions = forUsers('get', '/api/account/sessions', {
  summary: 'List the devices signed in to your account, most recently used first',
  answer: json(z.array(DeviceInfo), 'The devices'),
})

export const endSession = forUsers('delete', '/api/account/sessions/{id}', {
  summary: 'Sign out a device',
  answer: nothing('Signed out'),
})

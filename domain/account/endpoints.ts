import { z } from 'zod'
import { DeviceInfo, Erasure, ModelChoice, Profile, ProfileChange } from './profile.ts'
import { endpoint, file, json, nothing } from '../endpoint.ts'

export const getProfile = endpoint({
  method: 'get',
  path: '/api/auth/user',
  access: 'user',
  tag: 'Account',
  summary: 'Get your profile and your current access',
  answer: json(Profile, 'The profile'),
})

export const updateProfile = endpoint({
  method: 'patch',
  path: '/api/profile',
  access: 'user',
  tag: 'Account',
  summary: 'Update your name and your reminder preference',
  description: 'To change your email, use the auth protocol. You cannot change your permissions.',
  body: ProfileChange,
  answer: json(Profile, 'The updated profile'),
})

export const chooseModel = endpoint({
  method: 'put',
  path: '/api/account/ai',
  access: 'user',
  tag: 'Account',
  summary: 'Choose whether a language model may write your briefs',
  description:
    'If not, you read sentences from the sources, and nothing is sent to a model just for you. Your own data is never sent to a model.',
  body: ModelChoice,
  answer: json(Profile, 'The updated profile'),
})

export const exportAccount = endpoint({
  method: 'get',
  path: '/api/account/export',
  access: 'user',
  tag: 'Account',
  summary: 'Export everything we hold about you, as JSON and CSV in a ZIP file',
  answer: file('The file', 'application/zip'),
})

export const deleteAccount = endpoint({
  method: 'delete',
  path: '/api/account',
  access: 'user',
  tag: 'Account',
  summary: 'Delete your account and everything in it',
  description: 'Enter your password again to confirm.',
  body: Erasure,
  answer: nothing('Deleted'),
})

export const listSessions = endpoint({
  method: 'get',
  path: '/api/account/sessions',
  access: 'user',
  tag: 'Account',
  summary: 'List the devices signed in to your account, most recently used first',
  answer: json(z.array(DeviceInfo), 'The devices'),
})

export const endSession = endpoint({
  method: 'delete',
  path: '/api/account/sessions/{id}',
  access: 'user',
  tag: 'Account',
  summary: 'Sign out a device',
  answer: nothing('Signed out'),
})

import { z } from 'zod'
import { endpoint, endpointsOf, json, nothing } from '../endpoint.ts'
import {
  CompanyUpdate,
  EmailContent,
  FiledUpdate,
  ReceivedUpdate,
  UpdateSettings,
  UpdateSettingsChange,
  WholeUpdate,
} from './update.ts'

const TAG = 'Founder updates'
const forEntitled = endpointsOf({ access: 'entitled', tag: TAG })
const NO_UPDATE = { 404: 'No such update' }

export const getUpdateSettings = forEntitled('get', '/api/updates/settings', {
  summary: 'Get the address that founder updates are sent to',
  description: 'Private to you. `null` if the server does not receive emails.',
  answer: json(UpdateSettings, 'The settings'),
})

export const changeUpdateSettings = forEntitled('patch', '/api/updates/settings', {
  summary: 'Choose whether a language model may read your updates',
  body: UpdateSettingsChange,
  answer: json(UpdateSettings, 'The settings'),
})

export const replaceUpdateAddress = forEntitled('post', '/api/updates/address', {
  summary: 'Replace your address',
  description: 'Emails to the previous one are dropped from then on.',
  answer: json(UpdateSettings, 'The settings'),
})

export const listUpdates = forEntitled('get', '/api/updates', {
  forSupport: true,
  summary: 'List the emails you received, newest first',
  description: 'At most 200. Those with the state `waiting` need you to choose a company.',
  answer: json(z.array(ReceivedUpdate), 'The emails'),
})

export const getUpdate = forEntitled('get', '/api/updates/{id}', {
  forSupport: true,
  summary: 'Get a founder update',
  answer: json(WholeUpdate, 'The update'),
  otherAnswers: NO_UPDATE,
})

export const getUpdateEmail = forEntitled('get', '/api/updates/{id}/email', {
  summary: 'Get an email, even if it has no company yet',
  answer: json(EmailContent, 'Its text, and what was attached'),
  otherAnswers: NO_UPDATE,
})

export const fileUpdate = forEntitled('post', '/api/updates/{id}/file', {
  summary: 'Choose the company that an email is from',
  description: 'If the sender is verified, their next update goes there too.',
  body: FiledUpdate,
  answer: json(ReceivedUpdate, 'The email'),
  otherAnswers: NO_UPDATE,
})

export const removeUpdate = forEntitled('delete', '/api/updates/{id}', {
  summary: 'Delete an email',
  description: 'It also disappears from its company’s news.',
  answer: nothing('Deleted'),
  otherAnswers: NO_UPDATE,
})

export const listCompanyUpdates = forEntitled('get', '/api/companies/{id}/updates', {
  forSupport: true,
  summary: 'List the founder updates of a company with the metrics they state, newest first',
  answer: json(z.array(CompanyUpdate), 'The updates'),
  otherAnswers: { 404: 'No such company' },
})

export const receiveEmail = endpoint({
  method: 'post',
  path: '/api/webhooks/inbound-email/mime',
  access: 'public',
  tag: 'Service',
  summary: 'Receive an email from the mail service',
  description: 'A form with `recipient`, `body-mime`, `timestamp`, `token` and `signature`.',
  // More than any mail service accepts. Most of a large one is streamed rather than held in memory.
  bodyLimit: { bytes: 40 * 1024 * 1024, refusal: 'The email is too large' },
  answer: json(z.object({ received: z.boolean() }), 'Received, or permanently refused'),
})

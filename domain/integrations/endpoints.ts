import { z } from 'zod'
import { endpointsOf, json, nothing } from '../endpoint.ts'
import { ApiKey, CreatedApiKey, NewApiKey } from './keys.ts'

const TAG = 'Integrations'
/** Whoever has lost access can still see and revoke what they created. */
const forUsers = endpointsOf({ access: 'user', tag: TAG })
const forEntitled = endpointsOf({ access: 'entitled', tag: TAG })

export const listKeys = forUsers('get', '/api/integrations/keys', {
  summary: 'List your API keys, newest first',
  answer: json(z.array(ApiKey), 'The keys, without their secrets'),
})

export const createKey = forEntitled('post', '/api/integrations/keys', {
  summary: 'Create a read-only API key',
  description: 'The key itself is only in this answer. We store a hash of it.',
  body: NewApiKey,
  answer: json(CreatedApiKey, 'The key', 201),
})

export const revokeKey = forUsers('delete', '/api/integrations/keys/{id}', {
  summary: 'Revoke an API key',
  description: 'It stops working at once.',
  answer: nothing('Revoked'),
  otherAnswers: { 404: 'No such key' },
})

import { z } from 'zod'
import { endpointsOf, json, nothing } from '../endpoint.ts'
import { NewFeed, PrivateFeed } from './feeds.ts'
import { ApiKey, CreatedApiKey, NewApiKey } from './keys.ts'
import { CreatedWebhook, NewWebhook, Webhook, WebhookDelivery } from './webhooks.ts'

const TAG = 'Integrations'
/** Users who have lost access can still see and revoke what they created. */
const forUsers = endpointsOf({ access: 'user', tag: TAG })
const forEntitled = endpointsOf({ access: 'entitled', tag: TAG })

export const listKeys = forUsers('get', '/api/integrations/keys', {
  summary: 'List your API keys, newest first',
  answer: json(z.array(ApiKey), 'The keys, without their secrets'),
})

export const createKey = forEntitled('post', '/api/integrations/keys', {
  summary: 'Create a read-only API key',
  recentSignIn: true,
  description: 'Only this response contains the key; we store a hash of it.',
  body: NewApiKey,
  answer: json(CreatedApiKey, 'The key', 201),
})

export const revokeKey = forUsers('delete', '/api/integrations/keys/{id}', {
  summary: 'Revoke an API key',
  description: 'It stops working at once.',
  answer: nothing('Revoked'),
  otherAnswers: { 404: 'No such key' },
})

export const listFeeds = forUsers('get', '/api/integrations/feeds', {
  summary: 'List your private feeds, newest first',
  answer: json(z.array(PrivateFeed), 'The feeds with their addresses'),
})

export const createFeed = forEntitled('post', '/api/integrations/feeds', {
  summary: 'Create a private feed',
  recentSignIn: true,
  description:
    'Covers your portfolio, one company or a saved view, as Atom, JSON Feed and iCalendar. Anyone who knows an address can read it.',
  body: NewFeed,
  answer: json(PrivateFeed, 'The feed', 201),
  otherAnswers: { 404: 'No such company or view' },
})

export const revokeFeed = forUsers('delete', '/api/integrations/feeds/{id}', {
  summary: 'Revoke a private feed',
  description: 'Its addresses stop working at once.',
  answer: nothing('Revoked'),
  otherAnswers: { 404: 'No such feed' },
})

export const listWebhooks = forUsers('get', '/api/integrations/webhooks', {
  summary: 'List your webhooks, newest first',
  answer: json(z.array(Webhook), 'The webhooks, without their secrets'),
})

export const createWebhook = forEntitled('post', '/api/integrations/webhooks', {
  summary: 'Create a webhook',
  recentSignIn: true,
  description:
    'We send every new story about your companies, and again when one is denied, signed as in standardwebhooks.com. Only this response contains the secret.',
  body: NewWebhook,
  answer: json(CreatedWebhook, 'The webhook with its signing secret', 201),
})

export const deleteWebhook = forUsers('delete', '/api/integrations/webhooks/{id}', {
  summary: 'Delete a webhook with its delivery log',
  answer: nothing('Deleted'),
  otherAnswers: { 404: 'No such webhook' },
})

export const testWebhook = forEntitled('post', '/api/integrations/webhooks/{id}/test', {
  summary: 'Send a test message to a webhook',
  answer: nothing('Enqueued; the result is in the delivery log'),
  otherAnswers: { 404: 'No such webhook', 429: 'Ten tests have been sent; one more is possible every six minutes' },
})

export const enableWebhook = forEntitled('post', '/api/integrations/webhooks/{id}/enable', {
  summary: 'Turn a webhook on again',
  description: 'Stories from the time it was off are not sent.',
  answer: nothing('Turned on'),
  otherAnswers: { 404: 'No such webhook' },
})

export const retryDelivery = forEntitled('post', '/api/integrations/webhooks/{id}/deliveries/{deliveryId}/retry', {
  summary: 'Retry a failed delivery immediately',
  answer: nothing('Enqueued; the result is in the delivery log'),
  otherAnswers: { 404: 'No such webhook or message, or it was delivered' },
})

export const listDeliveries = forUsers('get', '/api/integrations/webhooks/{id}/deliveries', {
  summary: 'List the last deliveries of a webhook, newest first',
  answer: json(z.array(WebhookDelivery), 'The deliveries of the last 30 days, at most 50'),
  otherAnswers: { 404: 'No such webhook' },
})

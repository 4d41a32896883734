import { z } from 'zod'
import { endpoint, endpointsOf, json, nothing } from '../endpoint.ts'
import { Notification } from './notifications.ts'
import { NewPushDevice, PushDevice, PushDevices } from './devices.ts'
import {
  AlertPreview,
  AlertRule,
  DigestPreview,
  MailingChange,
  MailingSettings,
  NewAlertRule,
  SeenTimeZone,
} from './settings.ts'

const TAG = 'Email'
const forUsers = endpointsOf({ access: 'user', tag: TAG })
const forEntitled = endpointsOf({ access: 'entitled', tag: TAG })

export const receiveMailEvent = endpoint({
  method: 'post',
  path: '/api/webhooks/mail-events',
  access: 'public',
  tag: 'Service',
  summary: 'Receive a bounce or complaint from the mail service',
  description: 'JSON with `signature` and `event-data`, as Mailgun sends it.',
  bodyLimit: { bytes: 64 * 1024, refusal: 'The event is too large' },
  answer: json(z.object({ suppressed: z.boolean() }), 'Received; whether its address gets no more email'),
})

export const getMailings = forUsers('get', '/api/mailings', {
  forSupport: true,
  summary: 'Get your email settings',
  answer: json(MailingSettings, 'The settings'),
})

export const updateMailings = forUsers('patch', '/api/mailings', {
  summary: 'Change when you get the digest, and whether you get alerts by email',
  description: 'Times are in your time zone. Send only what changes.',
  body: MailingChange,
  answer: json(MailingSettings, 'The updated settings'),
})

export const reportTimeZone = forUsers('post', '/api/mailings/time-zone', {
  summary: 'Set your time zone, unless it is set',
  description: 'Your browser calls this, so that the digest arrives in your morning.',
  body: SeenTimeZone,
  answer: nothing('Set, or left as it was'),
})

export const previewDigest = forEntitled('get', '/api/mailings/digest', {
  forSupport: true,
  summary: 'Preview your next digest as of now',
  answer: json(DigestPreview, 'The email'),
})

export const listAlerts = forEntitled('get', '/api/mailings/alerts', {
  forSupport: true,
  summary: 'List your alerts',
  answer: json(z.array(AlertRule), 'The alerts, oldest first'),
})

export const addAlert = forEntitled('post', '/api/mailings/alerts', {
  summary: 'Add an alert',
  description:
    'For one company or all of them. Immediate alerts go to your email and to devices with notifications turned on, at most three a day; the rest are combined.',
  body: NewAlertRule,
  answer: json(AlertRule, 'The alert', 201),
  otherAnswers: { 404: 'No such company' },
})

export const removeAlert = forEntitled('delete', '/api/mailings/alerts/{id}', {
  summary: 'Delete an alert',
  answer: nothing('Deleted'),
  otherAnswers: { 404: 'No such alert' },
})

export const previewAlert = forEntitled('post', '/api/mailings/alerts/preview', {
  summary: 'Preview what an alert would have sent in the last 90 days',
  body: NewAlertRule,
  answer: json(AlertPreview, 'The emails, oldest first'),
  otherAnswers: { 404: 'No such company' },
})

export const listNotifications = forEntitled('get', '/api/notifications', {
  forSupport: true,
  summary: 'List your alerts, founder updates and finished imports and refreshes',
  description: 'Of the last 30 days, newest first, at most 50.',
  answer: json(z.array(Notification), 'The notifications'),
})

export const listPushDevices = forUsers('get', '/api/mailings/devices', {
  summary: 'List the devices that show your alerts as notifications',
  answer: json(PushDevices, 'The devices, oldest first, and the key that a browser subscribes with'),
})

export const addPushDevice = forEntitled('post', '/api/mailings/devices', {
  summary: 'Show alerts as notifications on this device',
  description: 'Your browser calls this with its push subscription, which lasts until the device signs out.',
  body: NewPushDevice,
  answer: json(PushDevice, 'The device', 201),
})

export const removePushDevice = forUsers('delete', '/api/mailings/devices/{id}', {
  summary: 'Stop notifications on a device',
  answer: nothing('Removed'),
  otherAnswers: { 404: 'No such device' },
})

import { z } from 'zod'
import { endpoint, file, json, nothing } from './endpoint.ts'
import { PublicConfig } from './public-config.ts'

export const getPublicConfig = endpoint({
  method: 'get',
  path: '/api/config',
  access: 'public',
  tag: 'Service',
  summary: 'Get the public settings of this installation',
  answer: json(PublicConfig, 'The public settings'),
})

export const reportCspViolation = endpoint({
  method: 'post',
  path: '/api/csp-reports',
  access: 'public',
  tag: 'Service',
  summary: 'Report a violation of the content security policy',
  body: z.string(),
  bodyType: 'application/csp-report',
  answer: nothing('Logged'),
})

export const streamEvents = endpoint({
  method: 'get',
  path: '/api/events',
  access: 'entitled',
  tag: 'News',
  summary: 'Stream live updates as server-sent events',
  description:
    'The events are `news` (a company has news), `read` (the read state of stories changed), `gather` (progress of a refresh) and `entitlement` (access changed). A new stream starts with `ready`; after `missed`, load everything again.',
  answer: file('The stream', 'text/event-stream'),
})

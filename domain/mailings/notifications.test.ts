import { expect, test } from 'vitest'
import type { ReceivedUpdate } from '../updates/update.ts'
import type { AlertedEvent } from './content.ts'
import { notificationsOf } from './notifications.ts'

const SINCE = new Date('2026-10-20T00:00:00Z')
const NOTHING = { alerts: [], updates: [], imports: [], refreshes: [], visits: [] }

const event = (id: number, change: Partial<AlertedEvent> = {}) => ({
  id,
  about: 'closure' as const,
  companyId: 7,
  companyName: 'Fernway Mobility',
  kind: 'Shutdown',
  isAlarming: true,
  isReported: false,
  date: '2026-11-18T15:00:00.000Z',
  sentence: '',
  name: null,
  language: null,
  short: 'to shut down',
  corrects: null,
  sources: [],
  also: [],
  stake: { amount: '$20,000', rest: ' from May 2021' },
  mark: null,
  isRead: false,
  ...change,
})

const update = (id: number, change: Partial<ReceivedUpdate> = {}): ReceivedUpdate => ({
  id,
  state: 'filed',
  receivedAt: '2026-11-17T10:00:00.000Z',
  sentAt: null,
  senderName: 'Dana Reyes',
  senderAddress: 'dana@cedar.example',
  subject: 'October update',
  excerpt: '',
  company: { id: 3, name: 'Cedar' },
  reason: null,
  candidates: [],
  confirmation: null,
  ...change,
})

const pastImport = {
  id: 1,
  fileName: 'portfolio.csv',
  added: 12,
  changed: 1,
  duplicates: 3,
  invalid: 0,
  positions: 0,
  createdAt: '2026-11-16T10:00:00.000Z',
  undoneAt: null,
}

test('newest first, each says what an alert says, or what ended', () => {
  const found = notificationsOf(
    {
      alerts: [{ id: 5, at: '2026-11-18T16:00:00.000Z', events: [event(41), event(9, { about: 'quiet' })] }],
      updates: [update(2)],
      imports: [pastImport],
      refreshes: [{ id: 8, at: '2026-11-19T10:00:00.000Z', companies: 29 }],
      visits: [{ id: 'v', at: '2026-11-20T10:00:00.000Z', reason: 'You asked' }],
    },
    SINCE,
  )
  expect(found.map(({ id, title, text }) => [id, title, text])).toEqual([
    ['support-v', 'Our support opened your account', 'You asked'],
    ['refresh-8', 'Refresh finished', '29 companies checked.'],
    ['alert-5-0', 'Fernway Mobility to shut down', 'You hold $20,000'],
    ['alert-5-1', 'Fernway Mobility to shut down', 'You hold $20,000'],
    ['update-2', 'Cedar: October update', 'Update from Dana Reyes'],
    ['import-1', 'Import finished', 'portfolio.csv: 12 companies added, 1 company changed.'],
  ])
  expect(found.map(({ companyId, storyId, updateId }) => [companyId, storyId, updateId])).toEqual([
    [null, null, null],
    [null, null, null],
    [7, 41, null],
    [7, null, null],
    [3, null, 2],
    [null, null, null],
  ])
})

test('an email that waits for its company asks for it; one that is no update is left out', () => {
  const updates = [
    update(1, { state: 'waiting', company: null, senderName: '' }),
    update(2, { state: 'confirmation', company: null }),
    update(3, { state: 'unreadable', company: null }),
  ]
  expect(notificationsOf({ ...NOTHING, updates }, SINCE)).toMatchObject([
    { title: 'October update', text: 'From dana@cedar.example. Choose its company.', companyId: null, updateId: null },
  ])
})

test('leaves out what was undone and what is old, and lists at most 50', () => {
  const imports = [
    { ...pastImport, undoneAt: '2026-11-16T11:00:00.000Z' },
    { ...pastImport, createdAt: '2026-10-19T23:59:59.000Z' },
  ]
  expect(notificationsOf({ ...NOTHING, imports }, SINCE)).toEqual([])
  const refreshes = Array.from({ length: 60 }, (_, id) => ({ id, at: '2026-11-19T10:00:00.000Z', companies: 2 }))
  expect(notificationsOf({ ...NOTHING, refreshes }, SINCE)).toHaveLength(50)
})

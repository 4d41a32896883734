import { expect, test } from 'vitest'
import type { AlertedEvent } from './content.ts'
import { pushNotice } from './notice.ts'

const event = (companyId: number, companyName: string, short: string, amount: string | null = null): AlertedEvent => ({
  id: companyId,
  about: 'raise',
  companyId,
  companyName,
  kind: 'Funding',
  isAlarming: false,
  isReported: false,
  date: '2026-11-18T15:00:00.000Z',
  sentence: '',
  name: null,
  language: null,
  short,
  corrects: null,
  sources: [],
  also: [],
  stake: amount === null ? null : { amount, rest: ' from May 2021' },
  mark: null,
})

test('one event shows what happened and the stake, and links to the company’s page', () => {
  const notice = { title: 'Cedar raises $18M', path: '/companies/7' }
  expect(pushNotice([event(7, 'Cedar', 'raises $18M', '$20,000')])).toEqual({ ...notice, body: 'You hold $20,000' })
  expect(pushNotice([event(7, 'Cedar', 'raises $18M')])).toEqual({ ...notice, body: 'Funding' })
})

test('several events share one notice that links to the dashboard or their one company', () => {
  const events = ['Alder', 'Birch', 'Cedar', 'Dogwood'].map((name, id) => event(id, name, 'raises money'))
  expect(pushNotice(events)).toEqual({
    title: '4 funding rounds: Alder, Birch and 2 more',
    body: 'Alder raises money\nBirch raises money\nCedar raises money',
    path: '/dashboard',
  })
  const own = [event(7, 'Cedar', 'raises money'), { ...event(7, 'Cedar', 'cuts 40 jobs'), about: 'layoffs' as const }]
  expect(pushNotice(own)).toEqual({
    title: '2 alerts: Cedar',
    body: 'Cedar raises money\nCedar cuts 40 jobs',
    path: '/companies/7',
  })
  expect(pushNotice([])).toBeNull()
})

test('hostile source text is shortened and stripped of control characters', () => {
  const notice = pushNotice([event(7, `Cedar\u202e\n${'🌲'.repeat(99)}`, `a\u0000B\u2066C`, '9'.repeat(9999))])
  expect(notice?.title).toMatch(/^Cedar 🌲+…$/u)
  expect(notice?.title.length).toBeLessThanOrEqual(80)
  expect(notice?.title.isWellFormed()).toBe(true)
  expect(notice?.body).toMatch(/^You hold 9+…$/)
  expect(notice?.body).toHaveLength(240)
})

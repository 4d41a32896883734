import { expect, test } from 'vitest'
import { pushNotice } from './notice.ts'
import type { EmailStory } from './settings.ts'

const story = (companyId: number, companyName: string, text: string): EmailStory => ({
  companyId,
  companyName,
  label: 'Funding',
  isAlarming: false,
  text,
  url: 'https://press.example/1',
  sources: [],
  moreSources: 0,
})

test('one story shows its company, kind and headline, and links to the company’s page', () => {
  expect(pushNotice([story(7, 'Cedar', 'Raises $18 million')])).toEqual({
    title: 'Cedar',
    body: 'Funding: Raises $18 million',
    path: '/companies/7',
  })
})

test('several stories share one notice that links to the dashboard or their one company', () => {
  const stories = ['Alder', 'Birch', 'Cedar', 'Dogwood'].map((name, id) => story(id, name, 'Raises money'))
  expect(pushNotice(stories)).toEqual({
    title: '4 alerts',
    body: 'Alder: Raises money\nBirch: Raises money\nCedar: Raises money',
    path: '/dashboard',
  })
  expect(pushNotice([story(7, 'Cedar', 'Raises money'), story(7, 'Cedar', 'Cuts 40 jobs')])).toEqual({
    title: '2 alerts: Cedar',
    body: 'Raises money\nCuts 40 jobs',
    path: '/companies/7',
  })
  expect(pushNotice([])).toBeNull()
})

test('hostile source text is shortened and stripped of control characters', () => {
  const notice = pushNotice([story(7, `Cedar\u202e\n${'🌲'.repeat(99)}`, `A\u0000B\u2066C ${'x'.repeat(9999)}`)])
  expect(notice?.title).toMatch(/^Cedar 🌲+…$/u)
  expect(notice?.title.length).toBeLessThanOrEqual(80)
  expect(notice?.body).toMatch(/^Funding: A B C x+…$/)
  expect(notice?.body).toHaveLength(240)
  expect(notice?.title.isWellFormed()).toBe(true)
})

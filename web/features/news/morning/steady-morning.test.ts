import { expect, test } from 'vitest'
import { sampleEvent, sampleEvents, sampleMorning } from '../../../testing/sample-data.ts'
import { arrivedSince, steadyMorning } from './steady-morning.ts'

const shown = sampleMorning()
const arrived = sampleEvent({ id: 9, companyId: 9 })
const latest = sampleMorning({ events: [arrived, ...sampleEvents().slice(1)] })

test('what is shown neither leaves nor moves when more is found', () => {
  expect(steadyMorning(shown, latest)).toBe(shown)
  expect(steadyMorning(undefined, latest)).toBe(latest)
  expect(arrivedSince(shown, latest)).toEqual([arrived])
})

test('a new day, a removed company and an empty list are replaced', () => {
  const tomorrow = { ...latest, day: '2026-11-20' }
  expect(steadyMorning(shown, tomorrow)).toBe(tomorrow)
  const fewer = { ...latest, companies: 28 }
  expect(steadyMorning(shown, fewer)).toBe(fewer)
  expect(steadyMorning(sampleMorning({ events: [] }), latest)).toBe(latest)
  expect(steadyMorning(shown, { ...latest, companies: 30 })).toEqual({ ...shown, companies: 30 })
})

test('on a first visit the list fills itself, until something in it was read', () => {
  const [first = sampleEvent()] = sampleEvents()
  const filling = sampleMorning({ since: null, events: [first] })
  const more = sampleMorning({ since: null })
  expect(steadyMorning(filling, more)).toBe(more)
  const read = sampleMorning({ since: null, events: [{ ...first, isNew: false }, arrived] })
  expect(steadyMorning(filling, read)).toBe(filling)
})

test('only unread events that are not shown have arrived, by any id of their story', () => {
  const merged = sampleEvent({ id: 12, roots: [12, 1] })
  const read = sampleEvent({ id: 13, companyId: 13, isNew: false })
  expect(arrivedSince(shown, sampleMorning({ events: [merged, read] }))).toEqual([])
  expect(arrivedSince(sampleMorning({ events: [], earlier: [merged] }), shown)).toHaveLength(3)
})

import { expect, test } from 'vitest'
import { HAPPENINGS } from './happenings.ts'
import { EVENT_TYPES, eventType, isEventType, SIGN_KINDS, storyEventType } from './story-events.ts'

test.each([
  ['filing', 'raise', 'filing'],
  ['jobs', 'mention', 'hiring'],
  ['jobs', null, 'hiring'],
  ['release', 'launch', 'release'],
  ['press', 'raise', 'funding'],
  ['post', 'launch', 'release'],
  ['press', 'arrival', 'leadership'],
  ['press', 'departure', 'leadership'],
  ['press', 'acquisition', 'press'],
  ['discussion', 'mention', 'press'],
  ['press', null, 'press'],
  ['what is there no more', 'closure', 'press'],
] as const)(
  '"funding, filing, hiring change, release, leadership, press": %s that tells of %s is %s',
  (kind, happening, type) => {
    expect(eventType(kind, happening)).toBe(type)
  },
)

test('a filing that papers wrote about is what they wrote about', () => {
  expect(storyEventType(['filing', 'press'], 'raise')).toBe('funding')
  expect(storyEventType(['filing'], 'raise')).toBe('filing')
  expect(storyEventType([], 'raise')).toBe('funding')
})

test('every happening has its type, and every type is one', () => {
  for (const happening of HAPPENINGS) expect(EVENT_TYPES).toContain(eventType('press', happening))
  expect(EVENT_TYPES.every(isEventType)).toBe(true)
  expect([undefined, '', 'FUNDING', 'toString'].some(isEventType)).toBe(false)
  expect(SIGN_KINDS).toEqual(['filing', 'jobs', 'release'])
})

import { expect, test } from 'vitest'
import {
  eventNamed,
  EVENT_TYPES,
  SIGNAL_KINDS,
  TIMELINE_TYPES,
  isTimelineType,
  storyTimelineType,
  timelineType,
} from './taxonomy.ts'

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
  '"funding, filing, hiring change, release, leadership, press": %s about %s is %s',
  (kind, eventType, type) => {
    expect(timelineType(kind, eventType)).toBe(type)
  },
)

test('press coverage of a filing decides its type', () => {
  expect(storyTimelineType(['filing', 'press'], 'raise')).toBe('funding')
  expect(storyTimelineType(['filing'], 'raise')).toBe('filing')
  expect(storyTimelineType([], 'raise')).toBe('funding')
})

test('every event type maps to a timeline type', () => {
  for (const eventType of EVENT_TYPES) expect(TIMELINE_TYPES).toContain(timelineType('press', eventType))
  expect(TIMELINE_TYPES.every(isTimelineType)).toBe(true)
  expect([undefined, '', 'FUNDING', 'toString'].some(isTimelineType)).toBe(false)
  expect(SIGNAL_KINDS).toEqual(['filing', 'jobs', 'release'])
})

test.each([
  ['funding', 'Funding'],
  ['Funding round', 'Funding'],
  ['layoff', 'Layoffs'],
  ['ipo', 'IPO'],
  ['fun', ''],
  ['fundamentals', ''],
  ['', ''],
  ['news', ''],
])('a search for %j means the label %j', (words, label) => {
  expect(eventNamed(words)).toBe(label)
})

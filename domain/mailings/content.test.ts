import { expect, test } from 'vitest'
import { EVENT_TYPES, type EventType } from '../taxonomy.ts'
import { alertsSentText, alertTitle, byImportance, digestSummary, digestTitle, type DigestContent } from './content.ts'
import type { EmailStory } from './settings.ts'

const story = (companyName: string, text: string): EmailStory => ({
  companyId: 1,
  companyName,
  label: 'Funding',
  isAlarming: false,
  text,
  url: null,
  sources: [],
  moreSources: 0,
})
const CEDAR = story('Cedar Robotics', 'Raised $18 million.')

const digest = (change: Partial<DigestContent> = {}): DigestContent => ({
  kind: 'digest',
  since: '2026-11-09T13:00:00Z',
  stories: [CEDAR, CEDAR, CEDAR, CEDAR],
  moreStories: 0,
  goneQuiet: [],
  companies: { all: 12, checked: 12, withNews: 3 },
  failing: [{ companyName: 'Paperlark', sources: 1 }],
  alertsSent: 0,
  ...change,
})

const zone = 'America/New_York'
const NOTHING = { stories: [], companies: { all: 12, checked: 12, withNews: 0 } }

test.each<[string, Partial<DigestContent>, string, string]>([
  [
    'news',
    {},
    '4 stories at 3 of your 12 companies',
    'Since Monday, Nov 9. 9 companies were quiet. 1 source of Paperlark is not responding.',
  ],
  [
    'one story at the only company',
    { stories: [CEDAR], companies: { all: 1, checked: 1, withNews: 1 }, failing: [] },
    '1 story at your company',
    'Since Monday, Nov 9.',
  ],
  [
    'stories that are only counted',
    { moreStories: 1996 },
    '2,000 stories at 3 of your 12 companies',
    'Since Monday, Nov 9. 9 companies were quiet. 1 source of Paperlark is not responding.',
  ],
  [
    'nothing',
    { ...NOTHING, failing: [] },
    'Nothing new at your 12 companies',
    'Since Monday, Nov 9: 12 companies checked, 12 quiet.',
  ],
  [
    'nothing, and not everything could be checked',
    {
      ...NOTHING,
      companies: { all: 12, checked: 10, withNews: 0 },
      failing: [
        { companyName: 'Paperlark', sources: 1 },
        { companyName: 'Kestrel', sources: 2 },
      ],
    },
    'Nothing new at your 12 companies',
    'Since Monday, Nov 9: 10 companies checked, 10 quiet. 3 sources of 2 companies are not responding. 2 companies have no checked source yet.',
  ],
])('a digest of %s', (_, change, title, summary) => {
  expect(digestTitle(digest(change))).toBe(title)
  expect(digestSummary(digest(change), zone)).toBe(summary)
})

test('the day is in the reader’s time zone', () => {
  const since = '2026-11-09T03:00:00Z'
  expect(digestSummary(digest({ since }), zone)).toContain('Since Sunday, Nov 8.')
  expect(digestSummary(digest({ since }), 'UTC')).toContain('Since Monday, Nov 9.')
})

test('an alert’s title states the event, or how many there are', () => {
  const fernway = story('Fernway', 'Cuts 40 jobs.')
  expect(alertTitle({ kind: 'alert', stories: [CEDAR] })).toBe('Cedar Robotics: Raised $18 million.')
  expect(alertTitle({ kind: 'alert', stories: [CEDAR, CEDAR, fernway] })).toBe('3 alerts: Cedar Robotics, Fernway')
  expect(alertTitle({ kind: 'alert', stories: [CEDAR, fernway, story('Lumen', '')] })).toBe(
    '3 alerts: Cedar Robotics, Fernway and 1 more',
  )
  expect([alertsSentText(1), alertsSentText(2)]).toEqual([
    '1 more was sent as an alert.',
    '2 more were sent as alerts.',
  ])
})

test('raises, exits, shutdowns and leadership come first, then the heaviest, then the newest', () => {
  const ranked = (id: number, eventType: EventType, weight: number, day = 1) => ({
    id,
    companyId: 1,
    eventType,
    weight,
    publishedAt: `2026-03-0${day}T00:00:00Z`,
  })
  const list = [
    ranked(1, 'launch', 0.4),
    ranked(2, 'layoffs', 0.8),
    ranked(3, 'arrival', 0.55),
    ranked(4, 'raise', 0.95),
    ranked(5, 'launch', 0.4, 2),
    ranked(6, 'launch', 0.4, 2),
  ]
  expect(list.toSorted(byImportance).map(({ id }) => id)).toEqual([4, 3, 2, 5, 6, 1])
  expect(
    list
      .toReversed()
      .toSorted(byImportance)
      .map(({ id }) => id),
  ).toEqual([4, 3, 2, 5, 6, 1])
  const first = EVENT_TYPES.filter((type) => byImportance(ranked(1, type, 0.1), ranked(2, 'layoffs', 1)) < 0)
  expect(first.toSorted()).toEqual(['acquisition', 'arrival', 'closure', 'departure', 'ipo', 'raise'])
})

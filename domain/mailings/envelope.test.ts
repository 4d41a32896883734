import { expect, test } from 'vitest'
import type { AlertedEvent, DigestContent, EmailEvent, EmailLine } from './content.ts'
import {
  alertEnvelope,
  alertReason,
  digestEnvelope,
  digestSummary,
  digestTitle,
  earlierHeading,
  failingText,
  quietText,
} from './envelope.ts'

const event = (companyName: string, short: string, own: Partial<EmailEvent> = {}): EmailEvent => ({
  id: 1,
  companyId: 1,
  companyName,
  kind: 'Shutdown',
  isAlarming: true,
  isReported: false,
  date: '2026-11-18T15:00:00.000Z',
  sentence: `${companyName} ${short}.`,
  name: companyName,
  language: null,
  short,
  corrects: null,
  sources: [],
  also: [],
  stake: null,
  mark: null,
  ...own,
})
const line = (companyName: string, short: string): EmailLine => ({
  companyId: 2,
  companyName,
  short,
  date: '2026-11-18T15:00:00.000Z',
  storyId: 2,
  more: 0,
})

const digest = (own: Partial<DigestContent> = {}): DigestContent => ({
  kind: 'digest',
  day: '2026-11-19',
  since: 'yesterday morning',
  companies: 29,
  newCompanies: 12,
  events: [],
  earlier: [],
  earlierPeriod: 'week',
  lines: [],
  moreLines: 0,
  goneQuiet: [],
  quiet: 17,
  needs: [],
  failing: [],
  ...own,
})

const SEVEN = [
  event('Fernway Mobility', 'to shut down'),
  event('Paperlark', 'to sell for $65M'),
  event('Tideline Energy', 'raises $42M at $210M'),
  event('Lumen Harbor', 'cuts 40 jobs'),
  event('Granite Ledger', 'chief executive steps down'),
  event('Cedar Robotics', 'is in talks to raise $50M', { isReported: true }),
  event('Brightmoor', 'is not for sale'),
]

test('the subject names the best events until 70 characters, and the next ones follow it', () => {
  expect(digestEnvelope(digest({ events: SEVEN }))).toEqual({
    subject: 'Fernway Mobility to shut down, Paperlark to sell for $65M, 5 more',
    preheader:
      'Tideline Energy raises $42M at $210M. Lumen Harbor cuts 40 jobs. Granite Ledger chief executive steps down.',
  })
  expect(digestEnvelope(digest({ events: SEVEN.slice(0, 2) }))).toEqual({
    subject: 'Fernway Mobility to shut down, Paperlark to sell for $65M',
    preheader: '12 of your 29 companies have news since yesterday morning.',
  })
  const long = event('Cedar Robotics', `raises ${'x'.repeat(80)}`)
  expect(digestEnvelope(digest({ events: [long, long] })).subject).toMatch(/^Cedar Robotics raises x{80}, 1 more$/)
})

test.each([
  ['is in talks to raise $50M', 'Cedar is reportedly in talks to raise $50M'],
  ['to be bought by Elm', 'Cedar reportedly to be bought by Elm'],
  ['reportedly weighs a sale', 'Cedar reportedly weighs a sale'],
])('a reported event says so in the subject: %s', (short, subject) => {
  expect(digestEnvelope(digest({ events: [event('Cedar', short, { isReported: true })] })).subject).toBe(subject)
})

test('a phrase that is not about what the company does follows a colon', () => {
  const subjectOf = (short: string) => digestEnvelope(digest({ events: [event('Cedar Robotics', short)] })).subject
  expect(subjectOf('Halvard to buy Cedar')).toBe('Cedar Robotics: Halvard to buy Cedar')
  expect(subjectOf('investors back Cedar')).toBe('Cedar Robotics: investors back Cedar')
})

test('without an event the lesser news is the subject, then the week, then that it was quiet', () => {
  const lines = [line('Copperline', 'will supply Aldermoor')]
  expect(digestEnvelope(digest({ lines })).subject).toBe('Copperline will supply Aldermoor')
  expect(digestEnvelope(digest({ goneQuiet: lines })).subject).toBe('Copperline will supply Aldermoor')
  const read = digest({ newCompanies: 0, quiet: 29, earlier: SEVEN.slice(0, 1), since: 'Monday' })
  expect([digestEnvelope(read).subject, digestSummary(read), earlierHeading(read)]).toEqual([
    'Fernway Mobility to shut down',
    'Nothing new at your 29 companies since Monday.',
    'This week',
  ])
  const quiet = { ...read, earlierPeriod: 'month' as const }
  expect([digestEnvelope(quiet).subject, digestSummary(quiet), earlierHeading(quiet)]).toEqual([
    'A quiet week',
    'A quiet week: nothing new at your 29 companies since Monday.',
    'This month',
  ])
})

test.each<[Partial<DigestContent>, string]>([
  [{}, '12 of your 29 companies have news since yesterday morning.'],
  [{ newCompanies: 1, since: null }, '1 of your 29 companies has news.'],
  [{ companies: 1, newCompanies: 1 }, 'Your company has news since yesterday morning.'],
  [{ companies: 1, newCompanies: 0, since: null }, 'A quiet week: nothing new at your company.'],
])('the summary counts companies: %o', (own, expected) => {
  expect(digestSummary(digest(own))).toBe(expected)
})

test('the day, quiet companies and failing sources are named', () => {
  expect(digestTitle(digest())).toBe('Thursday, November 19')
  expect([17, 1, 0].map((quiet) => quietText(digest({ quiet })))).toEqual([
    '17 companies: nothing new.',
    '1 company: nothing new.',
    '',
  ])
  const failing = [
    { companyName: 'Paperlark', sources: 1 },
    { companyName: 'Kestrel', sources: 2 },
  ]
  expect(failingText(digest({ failing: failing.slice(0, 1) }))).toBe('1 source of Paperlark is not responding.')
  expect(failingText(digest({ failing }))).toBe('3 sources of 2 companies are not responding.')
  expect(earlierHeading(digest({ events: SEVEN.slice(0, 1) }))).toBe('Earlier this week')
})

const alerted = (own: EmailEvent, about: AlertedEvent['about'] = 'closure'): AlertedEvent => ({ ...own, about })

test('an alert’s subject states the event, or how many there are of which kind', () => {
  const stake = { amount: '$20,000', rest: ' from May 2021 at $30M post-money' }
  const [one, two] = [event('Fernway Mobility', 'to shut down', { stake }), event('Waypost', 'to close')]
  const subjectOf = (...events: AlertedEvent[]) => alertEnvelope({ events }, 'UTC').subject
  expect(alertEnvelope({ events: [alerted(one)] }, 'UTC')).toEqual({
    subject: 'Fernway Mobility to shut down',
    preheader: 'Shutdown, Wed, Nov 18. You hold $20,000 from May 2021 at $30M post-money.',
  })
  expect(alertEnvelope({ events: [alerted(one), alerted(two)] }, 'UTC')).toEqual({
    subject: '2 shutdowns: Fernway Mobility, Waypost',
    preheader: 'Fernway Mobility to shut down. Waypost to close.',
  })
  expect(subjectOf(alerted(one), alerted(two, 'layoffs'), alerted(event('Lumen', 'to close')))).toBe(
    '3 alerts: Fernway Mobility, Waypost and 1 more',
  )
})

test('an alert says what was asked for', () => {
  const events = [alerted(event('Cedar', 'closes')), alerted(event('Elm', 'cuts 9 jobs'), 'layoffs')]
  expect(alertReason(events)).toBe(
    'You asked to be alerted to shutdowns and layoffs. You get at most three alerts a day.',
  )
})

import { expect, test } from 'vitest'
import { belowName, eventLine, namedLine, outletName, withoutName } from './event-line.ts'
import type { Fact } from './facts.ts'
import type { EventType } from '../taxonomy.ts'

const raised: Fact = { kind: 'raised', amount: { currency: 'USD', value: 18e6 }, certainty: 'stated' }

const story = (title: string, extractedFacts: Fact[] = [], denied: EventType[] = []) => ({
  title,
  extractedFacts,
  denied,
  eventType: 'mention' as const,
  articles: [],
})

test('a headline that names the company stands alone', () => {
  expect(eventLine(story('Cedar Robotics raises $18M', [raised]), 'Cedar Robotics')).toEqual({
    text: 'Cedar Robotics raises $18M',
    isNamed: true,
  })
  expect(eventLine(story('Alder Pass backs Cedar Robotics', [raised]), 'Cedar Robotics')).toEqual({
    text: 'Alder Pass backs Cedar Robotics',
    isNamed: false,
  })
})

test('a headline that does not name the company follows the stated facts', () => {
  expect(eventLine(story('A letter from our CEO', [raised]), 'Cedar Robotics').text).toBe(
    'Raised $18 million: “A letter from our CEO”',
  )
  expect(eventLine(story('Why we build in Lyon'), 'Cedar Robotics').text).toBe('Why we build in Lyon')
})

test('a fact that the headline states as well is not repeated', () => {
  const joined: Fact = { kind: 'joins', name: 'Ana Reyes', role: 'CFO', certainty: 'stated' }
  expect(eventLine(story('Ana Reyes joins as CFO', [joined]), 'Cedar')).toEqual({
    text: 'Ana Reyes joins as CFO',
    isNamed: false,
  })
  expect(eventLine(story('A warm welcome', [joined]), 'Cedar').text).toBe('Ana Reyes joins as CFO: “A warm welcome”')
})

test.each([
  ['Cedar, Inc.', 'Cedar raises $18M', 'raises $18M'],
  ['Cedar, Inc.', 'Cedar, Inc. raises $18M', 'raises $18M'],
  ['Cedar GmbH & Co. KG', 'Cedar raises $18M', 'Cedar raises $18M'],
  ['Cedar', 'Cedar, Inc. raises $18M', 'raises $18M'],
  ['Cedar', 'Cedar AG raises $18M', 'raises $18M'],
  ['Cedar', 'Cedar Incubator opens', 'Incubator opens'],
  ['Cedar Co', 'Cedars fall in storm', 'Cedars fall in storm'],
  ['Inc.', 'Inc. raises $18M', 'raises $18M'],
])('after the name %s, “%s” reads “%s”', (company, title, rest) => {
  expect(withoutName(title, company)).toBe(rest)
  expect(eventLine(story(title), company).isNamed).toBe(rest !== title)
})

test('a longer word does not count as the name', () => {
  expect(eventLine(story('Cedars fall in storm'), 'Cedar').isNamed).toBe(false)
})

test('a correction is not labeled as one twice', () => {
  const title = 'Correction: Cedar holds no sale talks'
  expect(eventLine(story(title, [], ['acquisition']), 'Cedar')).toEqual({
    text: 'Cedar holds no sale talks',
    isNamed: true,
  })
  expect(eventLine(story(title), 'Cedar')).toEqual({ text: title, isNamed: false })
})

test.each([
  ['Cedar raises $18M', 'Raises $18M'],
  ['Cedar and Elm merge', 'Cedar and Elm merge'],
  ['Cedar with Elm opens a plant', 'Cedar with Elm opens a plant'],
  ['Cedar is joining Elm', 'Cedar is joining Elm'],
  ['Cedar to buy Elm', 'Cedar to buy Elm'],
  ['Cedar isn’t for sale', 'Cedar isn’t for sale'],
  ['Elm buys Cedar', 'Elm buys Cedar'],
  ['Cedar', 'Cedar'],
])('under the heading Cedar, “%s” reads “%s”', (title, line) => {
  expect(belowName(title, 'Cedar')).toBe(line)
})

test('a company’s own announcements are attributed to its website', () => {
  expect(
    ['Cedar Robotics, Inc.', 'The Quarterly Spark', null].map((each) => outletName(each, 'Cedar Robotics')),
  ).toEqual(['Company website', 'The Quarterly Spark', null])
  expect(outletName('cedar.example', 'Cedar Robotics', 'company-site')).toBe('Company website')
  expect(outletName('cedar.example', 'Cedar Robotics', 'press')).toBe('cedar.example')
  expect(outletName('Cedar Magazine', 'Cedar Robotics', 'company-site')).toBe('Cedar Magazine')
})

test('a line without a heading names the company once', () => {
  expect(namedLine('Raises $18M', 'Cedar')).toBe('Cedar: Raises $18M')
  expect(namedLine('Cedar is joining Elm', 'Cedar')).toBe('Cedar is joining Elm')
})

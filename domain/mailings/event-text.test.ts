import { expect, test } from 'vitest'
import { alsoText, correctsText, leadOf, lineText, sourcesShown, stakeParts, weekdayText } from './event-text.ts'

const NEW_YORK = 'America/New_York'

test('the words that name the company are set apart; a sentence without them follows its name', () => {
  const lead = (sentence: string, name: string | null) => leadOf({ sentence, name, companyName: 'Paperlark, Inc.' })
  expect(lead('Maker Paperlark is sold for $65 million.', 'Paperlark')).toEqual({
    before: 'Maker ',
    name: 'Paperlark',
    after: ' is sold for $65\u00a0million.',
  })
  expect(lead('The maker of drones is sold.', null)).toEqual({
    before: '',
    name: 'Paperlark, Inc.',
    after: ': The maker of drones is sold.',
  })
})

test('dates are the reader’s, but a source that states only the day means that day', () => {
  expect(weekdayText('2026-11-19T02:00:00.000Z', NEW_YORK)).toBe('Wed, Nov 18')
  expect(weekdayText('2026-11-19T00:00:00.000Z', NEW_YORK)).toBe('Thu, Nov 19')
  expect(alsoText({ kind: '', short: 'named Anke Dorn head', date: '2026-11-18T15:00:00Z', storyId: 1 }, 'UTC')).toBe(
    'Also on Nov 18: named Anke Dorn head',
  )
  expect(correctsText({ title: 'Elm for sale', outlet: 'The Wire', date: '2026-11-14T00:00:00.000Z' }, NEW_YORK)).toBe(
    'Corrects “Elm for sale” (The Wire, Nov 14)',
  )
})

test('a stake ends as a sentence, followed by what the event says about it', () => {
  const stake = { amount: '$20,000', rest: ' SAFE' }
  expect(stakeParts({ stake, mark: { text: 'This price is 13x your cap', detail: '' } })).toEqual({
    amount: '$20,000',
    rest: ' SAFE.',
    mark: 'This price is 13x your cap.',
  })
  expect(stakeParts({ stake: null, mark: null })).toBeNull()
})

test('three sources are named and the rest counted; a line ends with one full stop', () => {
  const sources = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, url: `https://${name}.example/` }))
  expect(sourcesShown({ sources })).toEqual({ shown: sources.slice(0, 3), more: '2 more' })
  expect(sourcesShown({ sources: sources.slice(0, 3) }).more).toBe('')
  const line = { companyId: 1, companyName: 'Cedar', storyId: 1, date: '', more: 0 }
  expect(['opens a shop', 'opens a shop.', 'asks why?'].map((short) => lineText({ ...line, short }))).toEqual([
    ' opens a shop.',
    ' opens a shop.',
    ' asks why?',
  ])
})

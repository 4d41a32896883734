import { expect, test } from 'vitest'
import { publisherOf, registrableDomain } from './publisher.ts'

const of = (url: string, title: string, publisher: string | null = null, feed: string | null = null) =>
  publisherOf({ url, title, publisher }, feed)

test('the publisher comes from the item, or else its feed, or else its address', () => {
  const url = 'https://news.daily-planet.co.uk/a'
  expect(of(url, 'A', 'Daily Planet', 'All of it').publisher).toBe('Daily Planet')
  expect(of(url, 'A', null, 'Daily Planet » Startups').publisher).toBe('Daily Planet')
  expect(of(url, 'A', null, 'Daily Planet RSS Feed').publisher).toBe('Daily Planet')
  expect(of(url, 'A', null, 'RSS').publisher).toBe('daily-planet.co.uk')
  expect(of(url, 'A').publisher).toBe('daily-planet.co.uk')
  expect(of('nonsense', 'A')).toEqual({ publisher: null, domain: null, title: 'A' })
})

test('an aggregator that shows a story is not its publisher', () => {
  expect(of('https://www.msn.com/x', 'A', 'Daily Planet on MSN').publisher).toBe('Daily Planet')
  expect(of('https://finance.yahoo.com/x', 'A', 'Daily Planet via Yahoo Finance').publisher).toBe('Daily Planet')
})

test.each([
  ['Acme raises $5M - Daily Planet', 'Acme raises $5M'],
  ['Acme raises $5M | The Daily Planet', 'Acme raises $5M'],
  ['Acme raises $5M — dailyplanet.com', 'Acme raises $5M'],
  ['Acme - Beta deal', 'Acme - Beta deal'],
  ['Acme - Beta deal - Daily Planet', 'Acme - Beta deal'],
  ['Acme raises $5M - Another Paper', 'Acme raises $5M - Another Paper'],
  ['Daily Planet', 'Daily Planet'],
  ['Acme joins Daily Planet', 'Acme joins Daily Planet'],
  [' - Daily Planet', ' - Daily Planet'],
])('%j gets the headline %j', (title, expected) => {
  expect(of('https://www.dailyplanet.com/a', title, 'Daily Planet').title).toBe(expected)
})

test('the domain is the registrable domain', () => {
  expect(registrableDomain('https://blog.acme.co.uk/x')).toBe('acme.co.uk')
  expect(registrableDomain('https://acme.substack.com/p/x')).toBe('acme.substack.com')
  expect(registrableDomain('https://acme.github.io/x')).toBe('acme.github.io')
  expect(registrableDomain('http://127.0.0.1/x')).toBeNull()
})

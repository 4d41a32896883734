import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { createRobots } from './robots.ts'
import { growth, LINEAR } from '../../testing/growth.ts'

const NOON = new Date('2026-03-04T12:00:00Z')

function site(answers: (string | number | Error)[], headers: Record<string, string> = {}) {
  const asked: string[] = []
  const fetch: Fetch = async ({ url }) => {
    asked.push(url)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    const status = typeof answer === 'number' ? answer : 200
    const bytes = Buffer.from(typeof answer === 'string' ? answer : '')
    return { url, status, headers, bytes, notModified: false }
  }
  let now = NOON
  const robots = createRobots({ fetch, clock: () => now })
  return { ...robots, asked, wait: (ms: number) => (now = new Date(now.getTime() + ms)) }
}

const yes = { answer: 'yes', delayMs: 0 }
const no = { answer: 'no' }

test('rules for our User-Agent override rules for everyone, and the longest rule wins', async () => {
  const { mayFetch } = site([
    'User-agent: *\nDisallow: /\n\nUser-agent: Tidings\nDisallow: /private\nAllow: /private/press\nDisallow: /*.pdf$',
  ])
  expect(await mayFetch('https://acme.example/news/1')).toEqual(yes)
  expect(await mayFetch('https://acme.example/private/1')).toEqual(no)
  expect(await mayFetch('https://acme.example/private/press/1')).toEqual(yes)
  expect(await mayFetch('https://acme.example/a.pdf')).toEqual(no)
})

test('a crawl delay is respected, up to half a minute', async () => {
  const { mayFetch } = site(['User-agent: *\nCrawl-delay: 5'])
  expect(await mayFetch('https://acme.example/')).toEqual({ answer: 'yes', delayMs: 5000 })
  const greedy = site(['User-agent: *\nCrawl-delay: 86400'])
  expect(await greedy.mayFetch('https://acme.example/')).toEqual({ answer: 'yes', delayMs: 30_000 })
})

test.each([404, 403, 410, 401])('status %i forbids nothing', async (status) => {
  const { mayFetch } = site([status])
  expect(await mayFetch('https://acme.example/x')).toEqual(yes)
})

test.each([
  [500, 'The server reported an error.'],
  [503, 'The site is temporarily unavailable.'],
  [429, 'The site asked us to slow down.'],
  [Object.assign(new Error('closed'), { name: 'FetchError', kind: 'connect' }), 'It could not be reached.'],
])('%s means not now, and robots.txt is fetched again later', async (fault, problem) => {
  const { mayFetch, asked, wait } = site([fault, 'User-agent: *\nDisallow:'])
  expect(await mayFetch('https://acme.example/x')).toEqual({
    answer: 'not-now',
    retryAt: new Date('2026-03-04T12:05:00Z'),
    problem,
  })
  expect(await mayFetch('https://acme.example/y')).toMatchObject({ answer: 'not-now' })
  expect(asked).toHaveLength(1)
  wait(6 * 60_000)
  expect(await mayFetch('https://acme.example/x')).toEqual(yes)
})

test('robots.txt is fetched once a day, for any number of concurrent callers', async () => {
  const { mayFetch, asked, wait } = site(['User-agent: *\nDisallow: /a'])
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => mayFetch(`https://acme.example/b${i}`)))
  expect(answers).toEqual(Array.from({ length: 20 }, () => yes))
  expect(asked).toEqual(['https://acme.example/robots.txt'])
  await mayFetch('http://acme.example/b')
  wait(25 * HOUR_MS)
  await mayFetch('https://acme.example/b')
  expect(asked).toHaveLength(3)
})

test('an HTML page instead of robots.txt forbids nothing; invalid web addresses are never fetched', async () => {
  const { mayFetch, asked } = site(['<!doctype html><html><body>Welcome</body></html>'])
  expect(await mayFetch('https://acme.example/x')).toEqual(yes)
  expect(await mayFetch('ftp://acme.example/x')).toEqual(no)
  expect(await mayFetch('nonsense')).toEqual(no)
  expect(asked).toEqual(['https://acme.example/robots.txt'])
})

test('a robots.txt with too many wildcards forbids everything', async () => {
  const { mayFetch } = site([`User-agent: *\n${'Disallow: /x*y*\n'.repeat(6000)}`])
  expect(await mayFetch('https://acme.example/news')).toEqual(no)
})

test.each<[string, (length: number) => string]>([
  ['stars in one rule', (length) => `User-agent: *\nDisallow: /${'*a'.repeat(length)}`],
  ['stars in many', (length) => `User-agent: *\n${`Disallow: /${'*a'.repeat(8)}\n`.repeat(length / 160)}`],
  ['stars alone', (length) => `User-agent: *\nDisallow: /${'*'.repeat(2 * length)}b`],
  ['groups', (length) => 'User-agent: __proto__\nDisallow: /\n'.repeat(length / 20)],
])('hostile rules are evaluated in linear time: %s', async (_, rules) => {
  const ask = (text: string) => site([text]).mayFetch(`https://acme.example/${'a'.repeat(4000)}`)
  expect(await growth(rules, 200_000, ask)).toBeLessThan(LINEAR)
})

import { expect, test } from 'vitest'
import type { Fetched } from '../../platform/fetch/fetch.ts'
import { badResult, errorResult, goodResult, mergedResult, refusedResult } from './poll-result.ts'
import { type SourceResult, EMPTY_MEMORY } from './source.ts'

const NOW = new Date('2026-03-04T12:00:00Z')
const LATER = new Date('2026-03-04T13:00:00Z')

const rejection = (kind: string, retryAt?: Date, status?: number) =>
  Object.assign(new Error('worded by the client'), { name: 'FetchError', kind, retryAt, status })

test.each([
  ['throttled', 'throttled', 'The site asked us to slow down.'],
  ['dns', 'failed', 'It could not be reached.'],
  ['connect', 'failed', 'It could not be reached.'],
  ['tls', 'failed', 'It could not be reached.'],
  ['refused-address', 'failed', 'It could not be reached.'],
  ['timeout', 'failed', 'It took too long to answer.'],
  ['too-large', 'failed', 'The answer is too large.'],
  ['bad-response', 'failed', 'The answer could not be read.'],
  ['bad-address', 'unsupported', 'This is not a valid web address.'],
  ['something-new', 'failed', 'worded by the client'],
])('a rejection of kind %s is %s: %s', (kind, state, problem) => {
  expect(errorResult(rejection(kind, LATER), EMPTY_MEMORY)).toEqual({
    state,
    problem,
    items: [],
    memory: EMPTY_MEMORY,
    retryAt: LATER,
  })
})

test('bugs and requests that we aborted are rethrown', () => {
  expect(() => errorResult(new TypeError('bug'), EMPTY_MEMORY)).toThrow('bug')
  expect(() => errorResult(rejection('aborted'), EMPTY_MEMORY)).toThrow()
})

const answer = (status: number, retryAt?: Date): Fetched => ({
  url: 'https://example.com/',
  status,
  headers: {},
  bytes: Buffer.alloc(0),
  notModified: status === 304,
  ...(retryAt && { retryAt }),
})

test.each([
  [304, undefined, 'unchanged', null, null],
  [404, undefined, 'never-found', null, 'Nothing was found at this address.'],
  [410, undefined, 'never-found', null, 'Nothing was found at this address.'],
  [429, LATER, 'throttled', LATER, 'The site asked us to slow down.'],
  [429, undefined, 'throttled', new Date('2026-03-04T12:15:00Z'), 'The site asked us to slow down.'],
  [503, LATER, 'throttled', LATER, 'The site is temporarily unavailable.'],
  [503, undefined, 'failed', null, 'The site is temporarily unavailable.'],
  [403, undefined, 'failed', null, 'The site refused our request.'],
  [451, undefined, 'failed', null, 'The site refused our request.'],
  [500, undefined, 'failed', null, 'The server reported an error.'],
  [418, undefined, 'failed', null, 'The server answered with status 418.'],
])('status %i has its own state and reason', (status, retryAt, state, until, problem) => {
  expect(refusedResult(answer(status, retryAt), EMPTY_MEMORY, NOW)).toMatchObject({
    state,
    problem,
    retryAt: until,
    items: [],
  })
})

test('a request throttled by a 503 is reported as temporarily unavailable', () => {
  expect(errorResult(rejection('throttled', LATER, 503), EMPTY_MEMORY)).toMatchObject({
    state: 'throttled',
    problem: 'The site is temporarily unavailable.',
    retryAt: LATER,
  })
})

test('an answer that can be read is not refused', () => {
  expect(refusedResult(answer(200), EMPTY_MEMORY, NOW)).toBeNull()
})

const states = (...results: SourceResult[]) => mergedResult(results, EMPTY_MEMORY).state
const ok: SourceResult = { ...goodResult([], EMPTY_MEMORY), state: 'ok' }
const bad = (state: SourceResult['state']) => badResult(state, state, EMPTY_MEMORY)

test('the results of several addresses are merged into one state', () => {
  expect(states()).toBe('empty')
  expect(states(bad('unchanged'), goodResult([], EMPTY_MEMORY))).toBe('unchanged')
  expect(states(ok, bad('failed'))).toBe('partial')
  expect(states(bad('never-found'), bad('failed'))).toBe('failed')
  expect(states(bad('never-found'), bad('never-found'))).toBe('never-found')
  const joined = mergedResult([badResult('throttled', 'later', EMPTY_MEMORY, LATER), bad('failed')], EMPTY_MEMORY)
  expect(joined).toMatchObject({ state: 'throttled', problem: 'later', retryAt: LATER })
})

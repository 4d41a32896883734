import { expect, test } from 'vitest'
import { goodResult } from '../sources/poll-result.ts'
import type { FoundItem } from '../formats/found-item.ts'
import type { PollResult } from '../sources/source.ts'
import { withoutDocuments } from './normalize.ts'

const NOTHING = { etag: null, lastModified: null, notes: null }
const DOCUMENT = 4_000_000
const RESULTS = 20

const itemFrom = (document: string): FoundItem => ({
  url: document.slice(0, 30),
  title: document.slice(50, 90),
  text: document.slice(100, 900),
  publishedAt: new Date(0),
  precision: 'second',
  publisher: document.slice(20, 50),
  language: null,
  kind: 'post',
  facts: {},
})

/** Every string in it is a slice of one long document. */
function pollFrom(document: string): PollResult {
  const result = goodResult([itemFrom(document)], NOTHING)
  const [kind, value, foundAt] = ['title' as const, document.slice(40, 80), document.slice(0, 40)]
  const discovery = {
    facts: [{ kind, value, foundAt }],
    name: value,
    joins: [],
    watches: [{ kind: 'feed' as const, url: foundAt, result }],
  }
  return { ...result, discovery }
}

const documentOf = (seed: number) => `https://some.example/${seed}/a-page `.repeat(DOCUMENT / 30)

function heapMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1_000_000
}

test('results that wait to be saved do not keep the documents they were cut from in memory', () => {
  const before = heapMb()
  const results = Array.from({ length: RESULTS }, (_, seed) => withoutDocuments(pollFrom(documentOf(seed))))
  expect(heapMb() - before).toBeLessThan(DOCUMENT / 1_000_000)
  expect(results).toEqual(results.map((_, seed) => pollFrom(documentOf(seed))))
})

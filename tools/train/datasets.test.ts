import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import {
  COMPANY_RELATIONS,
  FINANCE_HEADLINES,
  isTrainingKey,
  PRESS_RELEASE_LEADS,
  PRESS_RELEASES,
  trainingRows,
} from './datasets.ts'
import { packReproducibly } from './section-weights.ts'
import { buildWordFrequencies } from './word-frequencies.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-train-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

// "one", "d", "x2" and "x3" are training keys; "two" and "a" are held out.
const ROWS = {
  [PRESS_RELEASES.file]: [
    {
      id: 'one',
      text: 'The zorbly robot met Quuxville. A zorbly day for Quuxville, see www.zorbly.com today.',
    },
    { id: 'two', text: 'A heldoutword is here.' },
  ],
  [COMPANY_RELATIONS.file]: [
    {
      id: 'd',
      text: 'They sold Quuxville to a zorbly firm.',
      e1: 'A',
      relation: 'acquired_by',
      section: 'Business',
    },
    { id: 'a', text: 'A heldoutword was sold.', e1: 'B', relation: 'acquired_by', section: 'Business' },
  ],
  [FINANCE_HEADLINES.file]: [{ clean: 'X2!', label_name: 'Earnings', section: 'Funding / Financial Updates' }],
  [PRESS_RELEASE_LEADS.file]: [
    { story_id: 'x2', kind: 'original', lead: 'It opened in Quuxville.' },
    { story_id: 'x3', kind: 'slug', lead: 'a slugword' },
  ],
}
for (const [file, rows] of Object.entries(ROWS)) {
  mkdirSync(dirname(join(dataDir, file)), { recursive: true })
  writeFileSync(join(dataDir, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

test('held-out rows are dropped even if the file contains them', () => {
  expect(trainingRows(dataDir, PRESS_RELEASES).map(({ id }) => id)).toEqual(['one'])
  expect(trainingRows(dataDir, COMPANY_RELATIONS).map(({ id }) => id)).toEqual(['d'])
})

test('about six in ten keys are used for training', () => {
  const keys = Array.from({ length: 10_000 }, (_, index) => `key ${index}`)
  const share = keys.filter(isTrainingKey).length / keys.length
  expect(share).toBeGreaterThan(0.58)
  expect(share).toBeLessThan(0.62)
})

test('the split key of a headline ignores case and punctuation', () => {
  const keyOf = (clean: string) => FINANCE_HEADLINES.splitKey({ clean, label_name: '', section: '' })
  expect(keyOf('  $ACME: "Up" 5%!')).toBe('acme up 5')
})

test('words are counted once per text, with lowercase words and names counted separately', () => {
  const lines = buildWordFrequencies(dataDir).toString().split('\n')
  const countsOf = (word: string) => lines.find((line) => line.startsWith(`${word} `))?.split(' ')[1]
  expect(lines[0]).toBe('4')
  expect(countsOf('zorbly')).toBe('30')
  expect(countsOf('quuxville')).toBe('04')
  expect(countsOf('monday')).toBe('00st')
  expect(countsOf('harbor')).toBe('003')
  expect(countsOf('harvey')).toBe('00ns')
  for (const unseen of ['heldoutword', 'slugword']) expect(countsOf(unseen)).toBeUndefined()
})

test('packed weights contain no timestamp and no operating system', () => {
  const weights = Buffer.from([...new Uint8Array(1000), 1, 2, 3])
  const packed = packReproducibly(weights)
  expect([...packed.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])
  expect(gunzipSync(packed)).toEqual(weights)
})

import { expect, test } from 'vitest'
import { nameKey } from './company-key.ts'
import { SAMPLE_PORTFOLIO } from './sample-portfolio.ts'
import { sampleWire } from './sample-wire.ts'

const BEGAN = new Date('2026-03-04T12:00:00Z')
const wire = sampleWire(BEGAN)

test('every company of the sample portfolio is written about, most of them by more than one outlet', () => {
  const outletsOf = (name: string) =>
    new Set(wire.filter(({ text }) => text.includes(name)).map(({ publisher }) => publisher)).size
  const counts = SAMPLE_PORTFOLIO.map(({ name }) => outletsOf(name))
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2)
})

test('namesakes: stories with the words of a name and not about the company', () => {
  const words = (text: string) => nameKey(text).split(' ')
  const namesakes = wire.filter(
    (item) =>
      SAMPLE_PORTFOLIO.every(({ name }) => !`${item.title} ${item.text}`.includes(name)) &&
      SAMPLE_PORTFOLIO.some(({ name }) =>
        words(name).every((word) => words(`${item.title} ${item.text}`).includes(word)),
      ),
  )
  expect(namesakes.length).toBeGreaterThanOrEqual(5)
})

test('a rumour comes before its denial, and a correction after what it corrects', () => {
  const at = (title: string) => wire.findIndex((item) => item.title.startsWith(title))
  expect(at('Brightmoor Security said to be')).toBeLessThan(at('Brightmoor Security is not for sale'))
  expect(at('Brightmoor Security is not for sale')).toBeLessThan(at('Correction: Brightmoor'))
  expect(at('Paperlark used in 6,000')).toBeLessThan(at('Correction: Paperlark'))
})

test('the same moment gives the same wire, and another moment the same addresses', () => {
  expect(sampleWire(BEGAN)).toEqual(wire)
  const later = sampleWire(new Date('2026-05-01T00:00:00Z'))
  expect(later.map(({ url }) => url)).toEqual(wire.map(({ url }) => url))
})

test('everything has an outlet, an address of its own that reaches nobody, and a text', () => {
  expect(new Set(wire.map(({ url }) => url)).size).toBe(wire.length)
  for (const { url, publisher, text, publishedAt } of wire) {
    expect(url).toMatch(/^https:\/\/[a-z-]+\.example\/[a-z0-9-]+$/)
    expect(publisher).toMatch(/\w/)
    expect(text.length).toBeGreaterThan(80)
    expect(Number.isNaN(publishedAt.getTime())).toBe(false)
  }
})

test('a little of it is still to come', () => {
  expect(wire.filter(({ publishedAt }) => publishedAt > BEGAN)).toHaveLength(3)
  expect(wire.length).toBeGreaterThan(40)
})

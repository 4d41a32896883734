import { expect, test } from 'vitest'
import { nameKey } from '../companies/company-key.ts'
import { SAMPLE_PORTFOLIO } from '../companies/sample-portfolio.ts'
import { DAY_MS } from '../time.ts'
import { QUIET_DAYS } from './analytics.ts'
import { articleHref } from './sample-article.ts'
import { sampleArticle, sampleWire } from './sample-wire.ts'

const BEGAN = new Date('2026-03-04T12:00:00Z')
const REFRESHED = new Date('2026-03-04T12:10:00Z')
const QUIET = 'Meadow and Mast'
const wire = sampleWire(BEGAN, REFRESHED)

test('every company in the sample portfolio is covered by at least two outlets', () => {
  const outletsOf = (name: string) =>
    new Set(wire.filter(({ text }) => text.includes(name)).map(({ publisher }) => publisher)).size
  const counts = SAMPLE_PORTFOLIO.map(({ name }) => outletsOf(name))
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2)
})

test('some stories contain the words of a company’s name but are not about it', () => {
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

test('a rumor comes before its denial, and a correction after what it corrects', () => {
  const at = (title: string) => wire.find((item) => item.title.startsWith(title))?.publishedAt.getTime() ?? Number.NaN
  expect(at('Brightmoor Security said to be')).toBeLessThan(at('Brightmoor Security is not for sale'))
  expect(at('Brightmoor Security is not for sale')).toBeLessThan(at('Correction: Brightmoor'))
  expect(at('Paperlark used in 6,000')).toBeLessThan(at('Correction: Paperlark'))
})

test('the same times give the same wire, and a different start gives different URLs', () => {
  expect(sampleWire(BEGAN, REFRESHED)).toEqual(wire)
  const later = sampleWire(new Date('2026-05-01T00:00:00Z'), null)
  expect(later.filter(({ url }) => wire.some((item) => item.url === url))).toEqual([])
})

test('every article has an outlet, a text, and a unique URL in a reserved domain', () => {
  expect(new Set(wire.map(({ url }) => url)).size).toBe(wire.length)
  for (const { url, publisher, text, publishedAt } of wire) {
    expect(url).toMatch(/^https:\/\/[a-z-]+\.example\/\d+\/[a-z0-9-]+$/)
    expect(publisher).toMatch(/\w/)
    expect(text.length).toBeGreaterThan(80)
    expect(Number.isNaN(publishedAt.getTime())).toBe(false)
  }
})

test('the first refresh brings one story per company, and two more follow in the hours after', () => {
  const before = sampleWire(BEGAN, null)
  expect(before.filter(({ publishedAt }) => publishedAt > BEGAN)).toHaveLength(2)
  const fresh = wire.filter(({ publishedAt }) => publishedAt.getTime() === REFRESHED.getTime())
  const ofCompany = (name: string) => fresh.filter(({ title, text }) => title.includes(name) && text.includes(name))
  for (const { name } of SAMPLE_PORTFOLIO) expect(ofCompany(name)).toHaveLength(name === QUIET ? 0 : 1)
  expect(fresh).toHaveLength(SAMPLE_PORTFOLIO.length - 1)
  expect(wire.length).toBeGreaterThan(40)
})

const hrefOf = (url: string) => articleHref(URL.parse(url)!)

test('every wire link leads to our page with its article; other links are unchanged', () => {
  for (const { url, title, text, publisher } of wire) {
    const [, path, outlet = '', slug = ''] = hrefOf(url).split('/')
    expect(path).toBe('sample-articles')
    expect(sampleArticle(outlet, slug)).toEqual({ title, text, publisher })
  }
  expect(hrefOf('https://press.example/a#b')).toBe('https://press.example/a#b')
  expect(sampleArticle('venture-ledger', 'no-such-article')).toBeNull()
})

test('one company has gone quiet', () => {
  const newest = (name: string) =>
    Math.max(...wire.filter(({ text }) => text.includes(name)).map(({ publishedAt }) => publishedAt.getTime()))
  const quiet = SAMPLE_PORTFOLIO.filter(({ name }) => newest(name) < BEGAN.getTime() - QUIET_DAYS * DAY_MS)
  expect(quiet.map(({ name }) => name)).toEqual([QUIET])
})

import { expect, test } from 'vitest'
import { eventLabel } from '#domain/taxonomy.ts'
import { formItem } from '../sources/sec/form-titles.ts'
import { classifyArticle } from './classify-article.ts'

const filed = (form: string, items: string[] = [], isListed = false) => {
  const publishedAt = new Date('2026-03-02T00:00:00Z')
  const filing = { issuer: 'Cedar Inc', cik: '1', accession: '1-26-1', form, items, isListed, place: '' }
  const item = formItem({ ...filing, publishedAt, precision: 'day' }, 'https://www.sec.gov')
  return classifyArticle({
    ...item,
    publishedAt: publishedAt.toISOString(),
    isPrimary: true,
    isOwn: false,
    company: 'Cedar',
  })
}

test.each([
  ['D', 'raise'],
  ['D/A', 'raise'],
  ['C', 'raise'],
  ['C-U', 'raise'],
  ['1-A', 'raise'],
  ['C-AR', 'results'],
  ['C-TR', 'mention'],
  ['1-K', 'results'],
  ['S-1', 'ipo'],
  ['S-1/A', 'ipo'],
  ['F-1', 'ipo'],
  ['DRS', 'ipo'],
  ['10-Q', 'results'],
  ['10-K/A', 'results'],
  ['20-F', 'results'],
  ['6-K', 'mention'],
  ['8-K', 'mention'],
])('Form %s is classified as %s', (form, eventType) => {
  expect(filed(form)).toMatchObject({ eventType, direction: null, extractedFacts: [] })
})

test.each([
  [['1.03'], 'closure', 'Business'],
  [['1.05', '9.01'], 'incident', 'Business'],
  [['2.02', '9.01'], 'results', 'Financial Updates'],
  [['3.02'], 'raise', 'Financial Updates'],
  [['5.01'], 'acquisition', 'Business'],
  [['5.02'], 'departure', 'Leadership & Team'],
  [['2.02', '5.02'], 'departure', 'Leadership & Team'],
  [['5.07', '8.01'], 'mention', 'Financial Updates'],
])('a current report with the items %j is classified as %s', (items, eventType, section) => {
  expect(filed('8-K', items)).toMatchObject({ eventType, section })
})

test('a listed company that registers shares is not going public', () => {
  expect(filed('S-1', [], true).eventType).toBe('mention')
})

test('only offerings weigh as much as a raise, and all are labeled as filings', () => {
  const [report, offering] = [filed('10-Q'), filed('D')]
  expect(report.weight).toBeLessThan(offering.weight)
  expect(eventLabel({ ...report, articles: [{ kind: 'filing' }] })).toBe('Filing')
})

const registered = (facts: Record<string, string>) =>
  classifyArticle({
    title: 'The title of an entry says nothing: Cedar raises $5 million',
    text: '',
    kind: 'filing',
    facts,
    publisher: 'Companies House',
    publishedAt: '2026-03-02T00:00:00.000Z',
    isPrimary: true,
    isOwn: false,
    company: 'Cedar',
  })

test.each([
  ['AP01', 'arrival', 'Leadership & Team'],
  ['TM01', 'departure', 'Leadership & Team'],
  ['SH01', 'raise', 'Financial Updates'],
  ['overdue accounts', 'legal', 'Business'],
  ['insolvency in-administration', 'closure', 'Business'],
  ['insolvency creditors-voluntary-liquidation', 'closure', 'Business'],
  ['insolvency corporate-voluntary-arrangement', 'legal', 'Business'],
  ['insolvency of a kind that is new', 'legal', 'Business'],
])('an entry of a register with the form %s is %s', (form, eventType, section) => {
  expect(registered({ form })).toMatchObject({ eventType, section, extractedFacts: [], modelReads: null })
})

test('who joins or leaves is read from the fields of an entry, and new shares are no sum', () => {
  const person = { person: 'Dana Reyes', role: 'director' }
  const fact = { name: 'Dana Reyes', role: 'director', certainty: 'stated' }
  expect(registered({ form: 'AP01', ...person }).extractedFacts).toEqual([{ kind: 'joins', ...fact }])
  expect(registered({ form: 'TM01', ...person }).extractedFacts).toEqual([{ kind: 'leaves', ...fact }])
  const shares = registered({ form: 'SH01', figure: '2,151' })
  expect(shares).toMatchObject({ extractedFacts: [], direction: null })
  expect(shares.weight).toBeLessThan(filed('D').weight)
})

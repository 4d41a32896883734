import { expect, test } from 'vitest'
import { aliasKey, createNames } from './name-index.ts'

const named = (...names: string[]) =>
  createNames(names.map((name, at) => ({ id: at + 1, name, site: `site${at + 1}.com` })))

const idsIn = (names: ReturnType<typeof named>, title: string, text = '') =>
  names.match({ title, text, url: 'https://press.example/1' }).toSorted((a, b) => a - b)

test('names are found as whole words, regardless of accents and punctuation', () => {
  const names = named('Cedar Robotics, Inc.', 'Société Générale', 'AT&T Labs', 'Monday.com')
  expect(idsIn(names, 'Cedar Robotics’s new arm', 'Backed by Societe Generale.')).toEqual([1, 2])
  expect(idsIn(names, "At AT&T Labs and Monday.com's office")).toEqual([3, 4])
  expect(idsIn(names, 'The cedar robotics of old, and Cedarn Robotics')).toEqual([])
})

test('a company is also found by its domain', () => {
  const names = createNames([{ id: 1, name: 'Cal', site: 'cal.com' }])
  expect(idsIn(names, 'Cal.com raises a round')).toEqual([1])
  expect(idsIn(names, 'Why we left cal.com')).toEqual([1])
  expect(idsIn(names, 'Cal.ai raises a round')).toEqual([])
  names.add([{ id: 1, name: 'Cal', site: null }])
  expect(idsIn(names, 'Cal.com raises a round')).toEqual([])
})

test('a company is also found by the part of its name that matches its domain', () => {
  const names = createNames([
    { id: 1, name: 'Hadrian Automation, Inc.', site: 'hadrian.co' },
    { id: 2, name: 'Northern Trail Genomics', site: 'northern-trail.com' },
    { id: 3, name: 'Cedar Automation', site: 'cedarautomation.com' },
    { id: 4, name: 'Monday Automation', site: 'monday.example' },
  ])
  expect(idsIn(names, 'Hadrian to build a factory')).toEqual([1])
  expect(idsIn(names, 'Why we use Northern Trail')).toEqual([2])
  expect(idsIn(names, 'Cedar raises, and Monday follows')).toEqual([])
  names.add([{ id: 1, name: 'Hadrian Automation', site: null }])
  expect(idsIn(names, 'Hadrian to build a factory')).toEqual([])
})

test('an item on a company’s site matches the company', () => {
  expect(named('Cedar Robotics').match({ title: 'We moved', text: '', url: 'https://blog.site1.com/x' })).toEqual([1])
})

test('the longest name wins and consumes its words', () => {
  const names = named('Cedar', 'Cedar Robotics', 'Robotics')
  expect(idsIn(names, 'Cedar Robotics raises')).toEqual([2])
  expect(idsIn(names, 'Cedar raises, says Robotics Weekly')).toEqual([1, 3])
})

test('neither two letters nor part of a hyphenated word is a name', () => {
  const names = named('Ai', 'Super')
  expect(idsIn(names, 'Ai raises')).toEqual([])
  expect(idsIn(names, 'A Super-Nova, and the Hyper-Super')).toEqual([])
  expect(idsIn(names, 'Super raises')).toEqual([2])
})

const ownIn = (alias: string, title: string) => createNames([], [{ companyId: 7, alias }]).matchOwn({ title, text: '' })

test('an alias, however short, matches exactly and only for its company', () => {
  expect(ownIn('AI', 'What AI does')).toEqual([
    { companyId: 7, alias: 'AI', evidence: [{ kind: 'title', value: 'AI' }] },
  ])
  expect(ownIn('AI', 'What Ai does, and what he said')).toEqual([])
  expect(ownIn('cedar', 'the cedar, the Cedar')).toHaveLength(1)
  expect(ownIn('Arc Browser', 'Arc Browser’s end')).toHaveLength(1)
  expect(ownIn('Arc', 'Arcade')).toEqual([])
  expect(createNames([], [{ companyId: 7, alias: 'Cedar' }]).match({ title: 'Cedar', text: '', url: '' })).toEqual([])
})

test('two spellings that match the same text count as one alias', () => {
  expect(aliasKey('C.A.I.  Labs')).toBe(aliasKey('CAI Labs'))
  expect(aliasKey('Cai Labs')).not.toBe(aliasKey('CAI Labs'))
})

test('a hostile text is read only up to a limit', () => {
  const names = named('Cedar Robotics')
  expect(idsIn(names, `${'A-'.repeat(200_000)} Cedar Robotics`)).toEqual([])
  expect(idsIn(names, `${"'".repeat(200_000)} Cedar Robotics`)).toEqual([1])
})

test('a new name replaces the old one with the same id', () => {
  const item = (title: string) => ({ title, text: '', url: '' })
  const names = createNames([{ id: 1, name: 'Cedar Robotics', site: null }], [{ companyId: 7, alias: 'Cedar' }])
  names.addTyped([{ companyId: 7, trackedCompanyId: 1, name: 'Cedar Robotics' }])
  names.add([{ id: 1, name: 'Willow Robotics', site: null }])
  names.addTyped([{ companyId: 7, trackedCompanyId: 1, name: 'Willow' }])
  names.dropAliases([7])
  expect([names.match(item('Cedar Robotics')), names.match(item('Willow Robotics'))]).toEqual([[], [1]])
  expect(names.matchTyped(item('Cedar Robotics'))).toEqual([])
  expect(names.matchTyped(item('Willow'))).toHaveLength(1)
  expect(names.matchOwn(item('Cedar'))).toEqual([])
})

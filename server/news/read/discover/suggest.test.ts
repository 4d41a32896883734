import { expect, test } from 'vitest'
import type { PartyKind } from '#domain/news/fact-text.ts'
import type { Fact } from '#domain/news/facts.ts'
import { DAY_MS } from '#domain/time.ts'
import { isCompanyName } from './company-name.ts'
import { suggest, type StoryWithFacts } from './suggest.ts'

const NOW = new Date('2026-03-10T12:00:00Z')

const parties = (kind: PartyKind, ...names: string[]): Fact[] =>
  names.map((name) => ({ kind, name, certainty: 'stated' }))

const story = (storyId: number, extractedFacts: Fact[], change: Partial<StoryWithFacts> = {}): StoryWithFacts => ({
  articleId: storyId,
  storyId,
  title: `Story ${storyId}`,
  url: `https://press.example/${storyId}`,
  publisher: 'The Press',
  publishedAt: new Date(NOW.getTime() - storyId * DAY_MS).toISOString(),
  company: { id: 1, name: 'Cedar Robotics' },
  isPrimary: true,
  extractedFacts,
  relations: [],
  ...change,
})

const other = { company: { id: 2, name: 'Brightwell' } }

test('companies come before investors, each ranked by how many name them, then newest first', () => {
  const found = suggest(
    [
      story(1, parties('investor', 'Alder Ventures')),
      story(2, parties('investor', 'Alder Ventures Inc.', 'Northgate Capital'), other),
      story(3, parties('partner', 'Kestrel Foods')),
      story(300, parties('customer', 'Dunmore Labs')),
    ],
    new Set(),
    NOW,
  )
  expect(found.map(({ name, roles, stories, companies }) => [name, roles, stories, companies])).toEqual([
    ['Kestrel Foods', ['partner'], 1, 1],
    ['Dunmore Labs', ['customer'], 1, 1],
    ['Alder Ventures', ['investor'], 2, 2],
    ['Northgate Capital', ['investor'], 1, 1],
  ])
  expect(found.map(({ kind }) => kind)).toEqual(['company', 'company', 'investor', 'investor'])
  expect(found[2]?.evidence.map(({ title, company }) => `${title} ${company.name}`)).toEqual([
    'Story 1 Cedar Robotics',
    'Story 2 Brightwell',
  ])
})

test('known companies in any spelling, the company itself, people and generic names are left out', () => {
  const found = suggest(
    [
      story(1, [
        ...parties('investor', 'Existing Investors', 'Tom Reed', 'Angels', 'ALDER VENTURES, LLC', 'Omar Haddad'),
        { kind: 'joins', name: 'Quill Marsh', role: 'CTO', certainty: 'stated' },
        ...parties('partner', 'Cedar', 'Cedar Robotics Inc', 'London', 'Tuesday', 'Kestrel Foods'),
      ]),
    ],
    new Set(['alder ventures']),
    NOW,
  )
  expect(found.map(({ name }) => name)).toEqual(['Kestrel Foods'])
})

test('the stories that name a company are listed newest first', () => {
  const facts = parties('partner', 'Kestrel Foods')
  const [found] = suggest([story(9, facts), story(2, facts), story(5, facts)], new Set(), NOW)
  expect(found?.mentions.map(({ story: { storyId } }) => storyId)).toEqual([2, 5, 9])
  expect(found?.evidence.map(({ title }) => title)).toEqual(['Story 2', 'Story 5', 'Story 9'])
})

test('a story with two articles counts once; if it only mentions the company, others are merely named', () => {
  const facts = parties('buyer', 'Kestrel Foods')
  const [twice] = suggest([story(1, facts), story(1, facts)], new Set(), NOW)
  expect([twice?.stories, twice?.evidence.length, twice?.roles]).toEqual([1, 1, ['buyer']])
  const [mentioned] = suggest([story(1, facts, { isPrimary: false })], new Set(), NOW)
  expect(mentioned?.roles).toEqual(['named'])
})

test('a company that also invests counts as a company, unless it mostly invests', () => {
  const kinds = (...roles: PartyKind[]) =>
    suggest(
      roles.map((role, at) => story(at, parties(role, 'Kestrel Foods'))),
      new Set(),
      NOW,
    ).map(({ kind }) => kind)
  expect(kinds('investor', 'partner')).toEqual(['company'])
  expect(kinds('investor', 'partner', 'investor')).toEqual(['investor'])
})

test('short names of portfolio companies and people who join or leave are left out', () => {
  const joins: Fact = { kind: 'joins', name: 'Quill Marsh', role: 'CTO', certainty: 'stated' }
  const leaves: Fact = { kind: 'leaves', name: 'Wren Tarn', role: 'CFO', certainty: 'stated' }
  const found = suggest(
    [
      story(1, [joins, leaves], other),
      story(2, parties('partner', 'Quill Marsh', 'Wren Tarn', 'Lumen', 'Lumen Grid Africa', 'Kestrel'), other),
    ],
    new Set(['lumen grid', 'kes trelwork']),
    NOW,
  )
  expect(found.map(({ name }) => name)).toEqual(['Kestrel', 'Lumen Grid Africa'])
})

test('a short and a long name in the news of one company are one suggestion', () => {
  const found = suggest(
    [
      story(1, parties('buyer', 'Halvard')),
      story(2, parties('buyer', 'Halvard Systems', 'Halvard')),
      story(3, parties('partner', 'Kestrel')),
      story(4, parties('partner', 'Kestrel Foods'), other),
    ],
    new Set(),
    NOW,
  )
  expect(found.map(({ name, stories }) => [name, stories])).toEqual([
    ['Halvard Systems', 2],
    ['Kestrel', 1],
    ['Kestrel Foods', 1],
  ])
})

test('spellings of one company are one suggestion, known or hidden in any of them', () => {
  const named = (...names: string[]) =>
    suggest(
      names.map((name, at) => story(at, parties('partner', name), at % 2 === 0 ? {} : other)),
      new Set(['bright well foods', 'kestrel ai']),
      NOW,
    ).map(({ name, stories }) => [name, stories])
  expect(named('Petal Works', 'Petalworks', 'PetalWorks, Inc.', 'Petal-Works')).toEqual([['Petal Works', 4]])
  expect(named('Moss & Vale', 'Moss and Vale')).toEqual([['Moss & Vale', 2]])
  expect(named('Brightwell Foods', 'Kestrel.ai', 'Cedar-Robotics')).toEqual([])
  expect(named('Alder Ventures', 'Alder Capital')).toHaveLength(2)
})

test('investors in other companies are not suggested', () => {
  const mentioned = story(1, [...parties('investor', 'Alder Ventures'), ...parties('partner', 'Kestrel Foods')], {
    isPrimary: false,
  })
  expect(suggest([mentioned], new Set(), NOW).map(({ name }) => name)).toEqual(['Kestrel Foods'])
})

test('some places are reserved for investors, however many companies there are', () => {
  const many = Array.from({ length: 150 }, (_, number) => [
    story(number, parties('partner', `Kestrel Foods ${number}`)),
    story(number, parties('investor', `Alder Fund ${number}`)),
  ])
  const kinds = suggest(many.flat(), new Set(), NOW).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'company')).toHaveLength(75)
  expect(kinds.filter((kind) => kind === 'investor')).toHaveLength(25)
})

test('suggests at most a hundred', () => {
  const many = Array.from({ length: 150 }, (_, number) => story(number, parties('investor', `Alder Fund ${number}`)))
  expect(suggest(many, new Set(), NOW)).toHaveLength(100)
})

test.each([
  ['Stripe', true],
  ['Alder', true],
  ['Kestrel Foods', true],
  ['Morgan Capital', true],
  ['Jane Miller', false],
  ['California', false],
  ['Company', false],
  ['Angel Investors', false],
  ['X', false],
])('%s is a company name: %s', (name, isOne) => expect(isCompanyName(name)).toBe(isOne))

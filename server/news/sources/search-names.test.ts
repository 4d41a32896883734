import { expect, test } from 'vitest'
import { foundNames, mentions, namesOf, phrase, searchedNames, spokenName } from './search-names.ts'

const names = namesOf({ name: 'Acme Robotics, Inc.', aliases: ['Acmé', 'x', 'Acme Robotics'] })

test('a company goes by its names without legal forms', () => {
  expect(names).toEqual(['acme robotics', 'acme'])
})

test.each([
  ["Acme's new robot", true],
  ['ACMÉ raises money', true],
  ['Deal with acme.', true],
  ['Acme-Robotics goes public', true],
  ['Pacme raises money', false],
  ['Acmeology for beginners', false],
  ['', false],
])('%j: %s', (text, isMentioned) => {
  expect(mentions(text, names)).toBe(isMentioned)
})

test("a name with an apostrophe is found, and so is one before 's", () => {
  expect(mentions("McDowell's opens", namesOf({ name: "McDowell's", aliases: [] }))).toBe(true)
  expect(mentions('McDowell’s opens', namesOf({ name: 'McDowell', aliases: [] }))).toBe(true)
})

test('a phrase cannot end before its quotes', () => {
  expect(phrase('A "B" \\ C')).toBe('"A B C"')
})

test.each([
  ['Acme Robotics, Inc.', 'Acme Robotics'],
  ['Acme GmbH & Co. KG', 'Acme'],
  ['Cal.com', 'Cal.com'],
  ['  Acme   Ltd ', 'Acme'],
  ['Company', 'Company'],
  ['Inc', 'Inc'],
])('%j is searched for as %j', (name, expected) => {
  expect(spokenName(name)).toBe(expected)
})

test('what users call a company is searched for, each name once', () => {
  const company = {
    name: 'Ouraring',
    aliases: [],
    typed: ['Oura', 'OURARING', 'Oura, Inc.', 'Oura Health', 'Another'],
    website: 'https://ourahealth.example',
  }
  expect(searchedNames(company)).toEqual(['Ouraring', 'Oura', 'Oura Health'])
  expect(mentions('Oura raises money', foundNames(company))).toBe(true)
  expect(mentions('Oura raises money', namesOf(company))).toBe(false)
})

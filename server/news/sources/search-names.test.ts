import { expect, test } from 'vitest'
import { foundNames, mentions, namesOf, phrase, searchedNames, spokenName } from './search-names.ts'

const names = namesOf({ name: 'Acme Robotics, Inc.', aliases: ['Acmé', 'x', 'Acme Robotics'] })

test('company names are normalized, without legal forms', () => {
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
])('%j mentions the company: %s', (text, isMentioned) => {
  expect(mentions(text, names)).toBe(isMentioned)
})

test("finds names that contain an apostrophe or precede 's", () => {
  expect(mentions("McDowell's opens", namesOf({ name: "McDowell's", aliases: [] }))).toBe(true)
  expect(mentions('McDowell’s opens', namesOf({ name: 'McDowell', aliases: [] }))).toBe(true)
})

test('a name cannot close the quotation marks of its phrase', () => {
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

test('names that users typed are searched for, each once', () => {
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

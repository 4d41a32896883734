import { expect, test } from 'vitest'
import { keysOfItem, keysOfNames } from './stored-keys.ts'

const NONE = { tracked: [], typed: [], aliases: [] }
const item = (title: string, text = '', url = 'https://paper.example/1') => keysOfItem({ title, text, url })

/** A name is looked up by a single key: its first two words, or its only word. */
test.each([
  ['Cedar', 'Cedar raises money'],
  ['Cedar', 'Why Cedar’s round matters'],
  ['Cedar Robotics', 'The founders of Cedar robotics speak'],
  ['Cedar Robotics, Inc.', 'Cedar Robotics’s round'],
  ['Société Lumen', 'Societe Lumen opens'],
  ['Societe Lumen', 'Société Lumen opens'],
  ['Marrow & Pine', 'A table by Marrow & Pine'],
  ['3D Things', 'At 3D Things'],
])('the key for %s is among the keys stored for "%s"', (name, title) => {
  const [key] = keysOfNames({ ...NONE, tracked: [{ name, site: null }] }).keys
  expect(item(title)).toContain(key)
  expect(item('Nobody', title)).toContain(key)
})

test('a lowercase common word is not a key of an item', () => {
  expect(item('She sat under a cedar tree')).not.toContain('cedar')
})

test('short forms, sites and aliases have keys too', () => {
  expect(keysOfNames({ ...NONE, typed: ['Oura Labs, Inc.'] }).keys).toEqual(['oura labs', 'ouralabs', 'oura'])
  const [name, domain, site] = keysOfNames({ ...NONE, tracked: [{ name: 'Ace', site: 'acme.com' }] }).keys
  expect(item('Ace raises a round')).toContain(name)
  expect(item('Launch', '', 'https://www.acme.com/blog/launch')).toContain(site)
  expect(item('Acme.com raises a round')).toContain(domain)
  expect(item('acme.com raises a round')).toContain(domain)
  const called = keysOfNames({ ...NONE, tracked: [{ name: 'Hadrian Automation', site: 'hadrian.co' }] }).keys
  expect(item('Hadrian to build a factory')).toEqual(expect.arrayContaining([called[1]]))
  expect(keysOfNames({ ...NONE, aliases: ['Project Owl Two', 'dbt core'] })).toEqual({
    keys: ['project owl'],
    phrases: ['dbt core'],
  })
})

import { expect, test } from 'vitest'
import { match } from './match.ts'

test.each([
  ['ElevenLabs', 'Eleven Labs in talks to raise at a valuation of $6 billion', true],
  ['ElevenLabs', 'Voice startup Eleven Labs Opens an Office in Warsaw', true],
  ['ElevenLabs', 'Eleven Labs Raided in Statewide Drug Bust', false],
  ['ElevenLabs', 'Eleven labs close after a leak', false],
  ['OpenSpace', 'Council Approves More Open Space for Downtown', false],
  ['Hugging Face', 'HuggingFace acquires a maker of robots', true],
  ['Fabric8Labs', 'Fabric8 Labs prints cold plates for data centers', true],
  ['Open Door', 'Opendoor soars as traders pile in', false],
  ['Pilot.com', 'Pilot, the bookkeeping startup, cuts a fifth of its staff', true],
  ['Pilot.com', 'Pilot survives a crash landing in Alaska', false],
])('recognizes other spellings of %s, but not other meanings: "%s"', (name, title, about) => {
  const company = { name, website: `https://${name.toLowerCase().replaceAll(/ |\.com/g, '')}.com` }
  const description = name === 'Pilot.com' ? 'Bookkeeping and tax for startups' : null
  expect(match({ ...company, description }, { title }).about).toBe(about)
})

test('Monday.com does not match the day of the week', () => {
  const company = { name: 'Monday.com', website: 'https://monday.com', description: 'Work management software' }
  const text = 'The work management software maker said Monday that its revenue rose.'
  expect(match(company, { title: 'Rival shares jump', text }).about).toBe(false)
})

test('a spelling given by the user matches regardless of its capitalization', () => {
  const title = 'Opendoor opens its third coworking space'
  expect(match({ name: 'Open Door', aliases: ['Opendoor'] }, { title }).about).toBe(true)
})

test.each([
  ['https://hadrian.co', 'Hadrian to build a factory in Arizona', 'The maker of aerospace parts plans a plant.', true],
  ['https://hadrian.co', 'Walking Hadrian’s Wall in winter', 'The Roman frontier is quieter in the cold.', false],
  ['https://hadrian-works.co', 'Hadrian to build a factory in Arizona', 'It makes parts for rockets.', false],
])('Hadrian Automation at %s: "%s"', (website, title, text, about) => {
  const description = 'Automated factories for aerospace parts'
  expect(match({ name: 'Hadrian Automation', website, description }, { title, text }).about).toBe(about)
})

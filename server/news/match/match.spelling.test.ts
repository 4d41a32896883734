import { describe, expect, test } from 'vitest'
import { match } from './match.ts'

describe('a name is found however it is written', () => {
  const isFound = (name: string, title: string) => {
    const { about, isDoubtful } = match({ name, description: 'Food packaging' }, { title })
    return about || isDoubtful
  }
  test.each([
    ['Moss & Vale', 'Moss and Vale to supply compostable lids to Pret', true],
    ['Moss & Vale', 'Moss Vale braces for a weekend of bushfire smoke', false],
    ['Moss & Vale', 'Moss and Vale to open at Denver airport’s Concourse B', true],
    ['Moss and Vale', 'Moss & Vale to supply compostable lids to Pret', true],
    ['petalworks', 'Petal Works raises $4 million', true],
    ['Petalworks', 'Petal Works opens a second greenhouse in Delft', true],
    ['opendoor', 'Open Door policy of the council ends in Texas', false],
    ['petalworks', 'Every petal works on its own', false],
    ['Cal.com', 'cal.com adds phone agents that book appointments', true],
    ['cal.farm', 'Cal farm bureau sues over overtime rules', false],
    ['cal.farm', 'cal.farm sues over overtime rules', true],
    ['Ember.ai', 'Utility to weigh EmberAI fire scores', true],
    ['Nana’s Table', 'Nanas Table recalls frozen pie', true],
    ['Hallbrook Advanced Materials Holdings GmbH', 'Porsche signs silicon supply deal with Hallbrook', true],
    ['oddly', 'oddly picks Lisbon for its first European office', true],
    ['oddly', 'The result was oddly good for a first European office', false],
  ])('%s: %s', (name, title, is) => expect(isFound(name, title)).toBe(is))
})

test.each([
  ['Corvid Labs', 'Corvid Technologies wins $96 million Navy contract'],
  ['Second Wind', 'Second Wind Fund honors its volunteers'],
  ['Patchwork', 'Patchwork of state privacy laws frustrates hospitals'],
  ['Night Owl', 'Night Owl? Your heart may pay for it, study finds'],
  [
    'Scale AI',
    'Companies Struggle to Scale AI Beyond Pilots',
    'Most have not begun to scale AI. Data was the obstacle.',
  ],
])('others with a part of the name are not %s: %s', (name, title, text = '') => {
  expect(match({ name, description: 'Radar for airports' }, { title, text }).about).toBe(false)
})

test('the company’s own blog is about it, even if nothing names it', () => {
  const item = { title: 'Our Series B', text: 'Today we announce our Series B. It was led by Accel.' }
  const acme = { name: 'Acme Metrics' }
  expect(match(acme, { ...item, publisher: 'Acme Metrics Blog' })).toMatchObject({ about: true, primary: true })
  expect(match(acme, { ...item, publisher: 'Birch Blog' }).about).toBe(false)
  expect(match(acme, { title: 'Series B rounds are back', text: 'They are.', publisher: 'Acme Metrics' }).about).toBe(
    false,
  )
})

test.each([
  ['Penpot raises €30M to take on Brightwell', 'Penpot has closed a round led by Decibel.', false],
  [
    'Dana Osei on being co-CEO',
    'Dana Osei founded Brightwell at 21. In this episode she explains how it cut its burn.',
    true,
  ],
  ['Ex-Brightwell engineers raise $4M to automate bakeries', 'Loafbot’s founders met at Brightwell.', false],
  [
    'Pittsburgh startup lands $9 million',
    'A robotics company has landed $9 million to put welding robots in shipyards. The round of Brightwell was led by Eclipse.',
    true,
  ],
  ['Sysco posts flat quarter', 'Volume rose 0.2%. A pilot with Brightwell had begun to trim spoilage.', false],
  ['Ironclad rival Brightwell says its agents closed 10,000 contracts', '', true],
])('whether an item is about the company: %s', (title, text, primary) => {
  expect(match({ name: 'Brightwell' }, { title, text }).primary).toBe(primary)
})

test.each([
  [
    { name: 'Mercury', website: 'https://mercury.com', description: 'Online banking for startups' },
    'Fintech Mercury wins conditional OCC approval for national bank charter',
    true,
  ],
  [
    { name: 'Slice', website: 'https://slicelife.com' },
    'Pizzeria tech firm Slice will let owners split delivery fees',
    true,
  ],
  [
    { name: 'Meridell', description: 'Customs software' },
    'Meridell Resorts to sell Cancún hotel for $310 million',
    false,
  ],
])('what stands beside a name shows whether it is the company: %j', (company, title, is) => {
  expect(match(company, { title }).about).toBe(is)
})

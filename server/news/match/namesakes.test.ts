import { expect, test } from 'vitest'
import { match } from './match.ts'

const harvey = { name: 'Harvey', website: 'https://harvey.example', description: 'AI for law firms and their lawyers' }
const pilot = {
  name: 'Pilot',
  website: 'https://pilot.example',
  description: 'Bookkeeping, tax and finance services for startups',
}
const cedar = {
  name: 'Cedar',
  website: 'https://cedar.example',
  description: 'Health bills of hospitals that patients understand',
}
const mercury = {
  name: 'Mercury',
  website: 'https://mercury.example',
  description: 'Bank accounts and credit cards for startups',
}

test.each([
  [
    'a longer name',
    pilot,
    'Pilot Company adds charging stations',
    'Pilot Company will add chargers. Pilot is private.',
  ],
  ['another trade', mercury, 'Mercury Insurance is sued', 'Mercury Insurance was sued. Mercury says it has paid.'],
  ['a planet', mercury, 'Mercury in retrograde', 'What Mercury in retrograde means for your bank and your startups.'],
  ['a storm', harvey, 'Harvey weakens to a storm', 'Law firms closed as Hurricane Harvey came. Harvey weakened.'],
  [
    'a street',
    { name: 'Ford Street', description: 'Tenant screening for landlords' },
    'Police close Ford Street',
    'Ford Street between Main and Elm is closed. Tenants and landlords wait for water.',
  ],
  ['a word', pilot, 'Pilot cities are chosen', 'A pilot program for startups and their tax begins. Pilot cities pay.'],
  [
    'another company',
    { ...mercury, name: 'Bolt' },
    'Bolt opens in Riga',
    'Bolt, a ride-hailing company, opened in Riga.',
  ],
  [
    'what the text begins with',
    { ...mercury, name: 'Bolt', website: 'https://bolt.com' },
    'Bolt raises $20 million',
    'The Tallinn-based ride-hailing firm will buy scooters for three cities.',
  ],
  [
    'what stands before the name',
    { ...mercury, name: 'Bolt', website: 'https://bolt.com' },
    'Bolt raises $20 million',
    'Three cities will see more scooters of the ride-hailing app Bolt.',
  ],
  ['a film', harvey, "'Harvey' review: a slow summer", 'Harvey follows three sisters who sue lawyers of a law firm.'],
  [
    'an opera',
    { ...harvey, name: 'Bzzit' },
    "'Bzzit!': opera for children charms",
    'Lawyers and law firms pay for it.',
  ],
  ['a novel', harvey, 'A prize for the lawyers', 'The jury praised the novel Harvey, set in a law firm.'],
  ['a pub', pilot, 'The Pilot pub reopens', 'Startups met at the Pilot. Its finance is in order.'],
  ['a mall', pilot, 'Robbery at the mall', 'Three men fled the mall Pilot with the bookkeeping of two startups.'],
  ['a town', pilot, 'Startups open in Pilot, N.C.', 'PILOT, N.C. A tax and finance firm for startups opens.'],
  [
    'a longer name of two words',
    { ...pilot, name: 'Blue Heron' },
    'Blue Heron Biotech raises $6M',
    'Blue Heron Biotech makes a vaccine. Blue Heron has seven staff.',
  ],
  [
    'a thing the text is about',
    { name: 'Coral', description: 'Insurance for divers' },
    'Coral: divers shut out of lagoons',
    'As coral dies, the state bans divers. Insurance pays. Of the coral seen, half is white.',
  ],
  [
    'what the text calls it throughout',
    cedar,
    'Cedar raises $28 million',
    'Cedar Mining said on Monday that it raised $28 million in an offering.',
  ],
  [
    'goods',
    { name: 'Copper', website: 'https://copper.co', description: 'Custody of collateral for institutions' },
    'Copper falls 3% on weak demand',
    'Copper fell to $9,120 a ton in London. Institutions sold their collateral.',
  ],
  [
    'another domain',
    { ...mercury, name: 'Bolt', website: 'https://bolt.com' },
    'Bolt.eu raises money for startups',
    'Bolt.eu said it has bank accounts for startups.',
  ],
])('a namesake is not the company: %s', (_, company, title, text) => {
  expect(match(company, { title, text }).about).toBe(false)
})

test.each([
  ['introduced anew', pilot, 'Pilot Company and a namesake', 'The startup Pilot does bookkeeping for Pilot Company.'],
  ['its own trade', cedar, 'Cedar Health grows', 'Cedar Health sends the bills of hospitals to patients.'],
  [
    'what it does',
    pilot,
    'Pilot opens in Ohio',
    'Pilot, a bookkeeping startup, opened in Ohio. It ran a pilot before.',
  ],
  [
    'called by its domain',
    { ...mercury, name: 'Bolt', website: 'https://bolt.com' },
    'Bolt.com raises money for startups',
    'Bolt.com said it has bank accounts for startups.',
  ],
  [
    'a general word for it',
    { ...mercury, name: 'Bolt', website: 'https://bolt.com' },
    'Bolt raises $20 million Series A',
    'The fast-growing company said that Alder Ventures led its Series A.',
  ],
  [
    'a general word before its name',
    { ...mercury, name: 'Bolt', website: 'https://bolt.com' },
    'Bolt raises $20 million',
    'Three cities will see more of the young company Bolt.',
  ],
  [
    'its goods',
    { name: 'Copper', website: 'https://copper.co', description: 'Custody of collateral for institutions' },
    'Copper raises $20 million',
    'Copper, a custody platform, has raised $20 million from institutions. It holds collateral.',
  ],
  ['of a person', { name: 'Sierra', website: 'https://sierra.example' }, 'Ann Oak’s Sierra raises $350 million', ''],
  ['without its trade', { name: 'Arc Boat Company' }, 'Electric boat maker Arc hires', 'Arc will build boats in May.'],
])('still recognizes the company: %s', (_, company, title, text) => {
  expect(match(company, { title, text }).about).toBe(true)
})

test('a shortened name does not match without the words it omits', () => {
  const company = { name: 'Arc Boat Company' }
  expect(match(company, { title: 'Arc raises $20 million to lend to startups', text: 'Arc lends.' }).about).toBe(false)
})

test('a text in another language matches without topic words, even with capitalized German nouns', () => {
  const factorial = {
    name: 'Factorial',
    website: 'https://factorial.example',
    description: 'HR software for the small',
  }
  const round =
    'El unicornio Factorial ha cerrado una ronda de 120 millones de dólares. La empresa crece en las ciudades.'
  const result = match(factorial, { title: 'Factorial cierra una ronda de 120 millones', text: round })
  expect(result.about).toBe(true)
  expect(result.evidence.map(({ kind }) => kind)).not.toContain('off-topic')
  const text = 'Das Gericht hat das Verfahren eröffnet. Der Konkurrent Krähe Robotik hatte im Mai Geld eingesammelt.'
  const robotik = { name: 'Krähe Robotik', description: 'Robotic arms for small factories' }
  expect(match(robotik, { title: 'Greifwerk ist am Ende', text }).about).toBe(true)
})

test('a pub can be the company', () => {
  const article = { title: 'The Pilot pub reopens', text: 'Beer flows at the Pilot pub again. Pilot has 30 rooms.' }
  expect(match({ name: 'Pilot', description: 'A pub with rooms and beer of its own' }, article).about).toBe(true)
  expect(match({ name: 'Pilot', description: 'Rooms and beer of its own' }, article).about).toBe(false)
})

test('a name in a web address is still a name', () => {
  const company = { name: 'Harbor Light', description: 'Lamps for marinas' }
  const title = 'Harbor Light Appoints Mara Osei as Chief Executive'
  const text =
    'Harbor Light has a new chief executive. Follow us at linkedin.com/company/harbor-light or @harbor_light.'
  expect(match(company, { title, text }).about).toBe(true)
  expect(match(company, { title: 'Harbor Light', text: 'The harbor light was out again.' }).about).toBe(false)
})

test('"Company" after a name of several words is part of it', () => {
  const company = { name: 'Halden Geophysical', description: 'Seismic surveys' }
  const title = 'Halden Geophysical Company Buys Seismic Sensors'
  const text = 'Halden Geophysical Company said it bought 400 sensors.'
  expect(match(company, { title, text }).about).toBe(true)
  expect(match({ name: 'Pilot' }, { title, text: 'Pilot Company said it bought 400 trucks.' }).about).toBe(false)
})

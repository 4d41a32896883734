import { expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { eventOfCompany } from '../reading/reader.ts'

const read = (title: string, text = '', isPrimary: boolean | undefined = true) => {
  const item = { title, text, publishedAt: '2026-11-12', publisher: 'The Gazette', ...(isPrimary ? { isPrimary } : {}) }
  const { event, facts } = eventOfCompany({ name: 'Brightwell', description: 'Office lamps' }, item)
  return [event, ...facts.map((fact) => `${fact.kind} ${factValue(fact)}`)]
}

const ABOUT =
  'Brightwell, a maker of office lamps, today published its news. Brightwell lamps are used in hospitals. The company works with a partner in every state and adopts new methods every year.'

test.each([
  'Brightwell Named to Regional List of Fastest-Growing Companies',
  'Brightwell ranked No. 14 on the Bright 100',
  'Brightwell Debuts at No. 9 on the Future Lighting 50',
  'Brightwell Secures #4 Spot on the Design Index',
  'Brightwell to Participate in Two Investor Conferences in March',
  'Brightwell CEO and Head of Design to Moderate Panels at Lighting Expo',
  'Alder Partners initiates coverage on Brightwell',
  'Brightwell receives patent for folding lamp stand',
  'Brightwell achieves safety certification for its Ohio plant',
  'Q&A with Mara Osei, Co-Founder and CEO of Brightwell',
  'Interview with Mara Osei, Chief Technology Officer at Brightwell',
  'DRAFT – Interview with Mara Osei, Chief Technology Officer at Brightwell',
  'Ines Alder Interviews Mara Osei, CEO of Brightwell',
])('other news is no event, whatever words the text contains: %s', (title) => {
  expect(read(title, `${ABOUT} Mara Osei is chief executive and joined Brightwell in a new role.`)).toEqual([null])
})

test('a headline with other news may also state an event', () => {
  expect(read('Brightwell named to list of fastest-growing companies, raises $9 million')).toEqual([
    'raise',
    'raised $9 million',
  ])
})

test('an upgrade is a launch', () => {
  const text =
    'In its relentless pursuit of comfort, Brightwell announces the latest upgrade to its desk lamp, the Halo.'
  expect(read('Brightwell elevates evenings with a better lamp', text)).toEqual(['launch'])
})

test('a person is no partner', () => {
  const text = 'Brightwell, along with Todd Bailey of the city council, signed an agreement for forty lamps.'
  expect(read('Light for the town hall: Brightwell', text)).toEqual(['partnership'])
})

test('words far from the name, or far down in a press release, state no event', () => {
  const far =
    'By placing warm light above every desk and by letting people set its color to the hour of the day and the season, Brightwell is changing what an office feels like, from the smallest studio to the largest open-plan floor, and with it the profitability of its users.'
  expect(read('Warm light by Brightwell', far)).toEqual([null])
  const filler = Array.from({ length: 8 }, (_, at) => `Brightwell lamp ${at + 1} is warm.`).join(' ')
  expect(read('Warm light by Brightwell', `${filler} Brightwell profitability matters.`)).toEqual([null])
})

test('a release calls its company "the Company"', () => {
  const text = 'Brightwell makes lamps. In March, the Company opened a plant in Ohio. The Company acquired Alder Lamps.'
  expect(read('News from Brightwell', text)).toEqual(['purchase', 'bought Alder Lamps'])
})

test.each([
  ['Brightwell Is Closing Down', 'closure'],
  ["Brightwell's CEO Is Stepping Down", 'departure'],
  ['Significant Brightwell Layoffs', 'layoffs'],
])('a short headline may be in Title Case: %s', (title, event) => {
  expect(read(title)[0]).toBe(event)
})

test.each([
  ['Alder Acquires Team Behind Lamp Maker Brightwell', ['acquisition', 'buyer Alder']],
  ['Alder acquires LED-V chip designer Brightwell', ['acquisition', 'buyer Alder']],
  ["Brightwell's valuation falls by 25%", [null]],
  ['Brightwell lands a major investment from Alder Capital', ['raise', 'investor Alder Capital']],
  ['Brightwell announces private placement of shares', ['raise']],
  ['Brightwell CEO says majority of its new lamps are sold online', [null]],
  ['Brightwell CEO Mara Osei returns to Alder', ['departure', 'leaves Mara Osei, CEO']],
  ['Brightwell introduces Mara Osei as independent director', ['arrival', 'joins Mara Osei, independent director']],
  ['Brightwell accelerates its Ohio expansion, launching production at second plant', ['expansion']],
  ['Brightwell selects Alder Bank as sponsor bank for lamp leases', ['partnership', 'partner Alder Bank']],
])('reads the headline of a release: %s', (title, expected) => {
  expect(read(title)).toEqual(expected)
})

test('what a company sells or gives is not the company', () => {
  expect(read('Alder lands a major investment from Brightwell')[0]).not.toBe('acquisition')
  expect(read('Alder Lamps buys forty desk stands from Brightwell')[0]).not.toBe('acquisition')
  const text = 'Brightwell announced the first major sale of the Brightwell Halo lamp, to Alder Hospitals.'
  expect(read('Hospitals get light', text)[0]).not.toBe('acquisition')
})

import { expect, test } from 'vitest'
import { match } from './match.ts'
import { tradeFit, tradesOf } from './trades.ts'

const heatPumps = tradesOf('installs heat pumps in family homes'.split(' '))
const noName = () => false

test('words typical of the trade count for the company, words of others against it', () => {
  const own = tradeFit(heatPumps, ['boilers', 'insulation'], noName)
  const other = tradeFit(heatPumps, ['cannabis', 'yogurt'], noName)
  expect(own.own).toBeGreaterThan(own.other)
  expect(other.other).toBeGreaterThan(5 * other.own)
})

test('the news of any company, its own name and stop words are of no trade', () => {
  const nothing = { own: 0, other: 0, most: 0 }
  expect(tradeFit(heatPumps, 'raises ceo lawsuit layoffs series quarter'.split(' '), noName)).toEqual(nothing)
  expect(tradeFit(heatPumps, ['brewery'], (word) => word === 'brewery')).toEqual(nothing)
  expect(tradeFit(null, ['brewery'], noName)).toEqual(nothing)
})

test('a description without words of a trade has no trade', () => {
  expect(tradesOf(['quarter', 'exclusive'])).toBeNull()
})

const halden = {
  name: 'Halden',
  website: 'https://halden.example',
  description: 'Installs heat pumps in family homes, with financing and a maintenance plan.',
}
const quillon = { name: 'Quillon', description: 'Corporate cards and expense management for European startups' }
const anchorage = { name: 'Anchorage', description: 'Crypto custody for banks and funds' }

test.each([
  [halden, 'Halden closes two dispensaries', 'Regulators said the cannabis retailer Halden broke its license.'],
  [
    quillon,
    'Quillon delays its sword game',
    'The studio behind the role-playing game found too many bugs in the beta.',
  ],
  [anchorage, 'Anchorage breaks snowfall record', 'Plows worked through the night as 17 inches fell on the city.'],
])('news in the words of another trade is about a namesake (%#)', (company, title, text) => {
  expect(match(company, { title, text }).about).toBe(false)
  expect(match({ ...company, description: null }, { title, text }).about).toBe(true)
})

test.each([
  [halden, 'Halden cuts a third of its staff', 'The heat pump installer Halden blamed the end of subsidies.'],
  [halden, 'Customers sue Halden', 'Eleven families say Halden left them without heat for weeks.'],
  [quillon, 'Quillon loses its chief executive', 'Directors and regulators had asked for months.'],
])('news that says little about the trade is not taken for a namesake (%#)', (company, title, text) => {
  expect(match(company, { title, text }).about).toBe(true)
})

test('the name of the company says nothing about its trade', () => {
  const company = {
    name: 'Beacon',
    website: 'https://beacon.example',
    description: 'Beacon moves ocean freight and air cargo',
  }
  expect(match(company, { title: 'Beacon raises $20 million', text: 'Beacon said a bank led the round.' }).about).toBe(
    true,
  )
})

test('words of its own trade count for a company, but not in a text that repeats its title', () => {
  const title = 'Halden adds boilers and insulation'
  const longer = `${title}. It will sell them from next month, a person said, and told nobody where, why or to whom.`
  const score = (description: string, text: string) => match({ ...halden, description }, { title, text }).score
  const [heating, none] = ['Thermostats and plumbing', 'The quarter of the group']
  expect(score(heating, longer)).toBeGreaterThan(score(none, longer))
  expect(score(heating, `${title}.`)).toBe(score(none, `${title}.`))
})

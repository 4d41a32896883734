import { expect, test } from 'vitest'
import { match } from './match.ts'

const halvorsen = {
  name: 'Halvorsen Grid',
  website: 'https://halvorsen.example',
  description: 'Software that forecasts electricity demand for utilities',
}
const tessaly = { name: 'Tessaly', website: 'https://tessaly.example', description: 'Payroll for dental clinics' }
const orrin = { name: 'Orrindale', website: 'https://orrindale.example' }

test.each([
  [
    'a town',
    orrin,
    'Orrindale floods again',
    'The town of Orrindale was cut off on Sunday. The mayor asked for sandbags.',
  ],
  [
    'a place described after its name',
    orrin,
    'Snow in the hills',
    'Orrindale, a mountain village in Styria, had 40 cm.',
  ],
  ['a festival', tessaly, 'Tessaly returns in June', 'The festival Tessaly will have three stages and a choir.'],
  ['a satellite', orrin, 'Orrindale reaches orbit', 'The satellite Orrindale sent its first pictures of the ice.'],
  ['a boating club', tessaly, 'Tessaly wins on the lake', 'Tessaly, a boating club on the lake, won both races.'],
  ['a band', tessaly, 'Tessaly say goodbye', 'The quartet Tessaly will break up after 22 years on the road.'],
  ['a plant', orrin, 'What to sow in May', 'Orrindale, a giant yellow squash, needs more dung than patience.'],
  [
    'another company behind the first word of its name',
    halvorsen,
    'New tasting room',
    'The Halvorsen Distillery near Tain has won permission for a bar.',
  ],
])('nobody asks whether this is the company: %s', (_, company, title, text) => {
  expect(match(company, { title, text })).toMatchObject({ about: false, isDoubtful: false })
})

test.each([
  ['another trade in a headline', tessaly, { title: 'Tessaly opens its 40th frozen yogurt shop' }],
  [
    'another trade, though its site states the name',
    { ...tessaly, aliases: ['Tessaly'] },
    { title: 'Tessaly opens its 40th frozen yogurt shop' },
  ],
  [
    'a name that may also be a word',
    { name: 'Ferrous', website: 'ferrous.co', description: 'Makes steel with hydrogen instead of coal' },
    { title: 'Ferrous breaks ground on plant in northern Spain' },
  ],
])('the same name in another trade is at most a question: %s', (_, company, item) => {
  expect(match(company, item)).toMatchObject({ about: false, primary: false, isDoubtful: true })
})

test.each([
  ['a word for what it does', tessaly, { title: 'Tessaly opens its 40th yogurt shop for dental clinics' }],
  ['no word of any trade', tessaly, { title: 'Tessaly names a new chief' }],
  ['a round', tessaly, { title: 'Tessaly raises $12 million from the owner of a yogurt shop' }],
  ['a role', tessaly, { title: 'Tessaly CEO eats yogurt for breakfast' }],
  ['its own site', tessaly, { title: 'Tessaly and yogurt', url: 'https://tessaly.example/yogurt' }],
  [
    'its title and a role behind the first word of its name',
    halvorsen,
    {
      title: 'Halvorsen Grid will get a new chief',
      text: 'Halvorsen Chief Executive Ana Ruiz is leaving. She ran the software for utilities for years.',
    },
  ],
  [
    'a kind of company behind a word for a place',
    orrin,
    {
      title: 'Orrindale grows',
      text: 'Orrindale, a satellite operator, raised $4 million. The satellite startup Orrindale hires.',
    },
  ],
])('it is still the company: %s', (_, company, item) => {
  expect(match(company, item)).toMatchObject({ about: true, isDoubtful: false })
})

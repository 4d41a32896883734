import { expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { eventOfCompany } from '../reading/reader.ts'

test.each([
  [
    'a game that is named like a person',
    'Brightwell passes 80 million downloads',
    'Brightwell said so on Monday. Royal Match remains the champ with lifetime revenue of over $4 billion.',
    ['results'],
  ],
  [
    'a person who speaks for the company',
    'Brightwell confirms layoffs',
    'Brightwell will shrink. Chief executive Rukmini Desai said 40 people would lose their jobs.',
    ['layoffs', 'layoffs 40'],
  ],
  [
    'a person in a quote',
    'Brightwell names Ana Ruiz finance chief',
    'Brightwell named Ana Ruiz finance chief. "Kim Lowe joined as president and made me stay," she said.',
    ['arrival', 'joins Ana Ruiz, finance chief'],
  ],
  [
    'an investor in a quote',
    'Brightwell raises $9M',
    'Brightwell has raised $9 million. "Cedar Capital led the round that every other founder envied," Brightwell said.',
    ['raise', 'raised $9 million'],
  ],
  [
    'the layoffs of another clause',
    'Brightwell confirms layoffs',
    'Lumo shed 300 jobs, and Brightwell has laid off staff, too.',
    ['layoffs'],
  ],
  [
    'where a partnership was signed',
    'Brightwell signs research pact',
    'At a ceremony in Jacksonville, Brightwell signed a research pact.',
    ['partnership'],
  ],
  [
    'layoffs months ago',
    'Brightwell wants its sewers back',
    'Ten months after laying off 36 sewers, Brightwell is asking them to return.',
    [null],
  ],
  [
    'a shareholder that sells',
    'Birch Growth exits Brightwell stake',
    'Birch Growth has sold its 9% stake in Brightwell. Brightwell has a supply contract with Birch.',
    [null],
  ],
  [
    'what a product costs',
    'Philips snaps up Brightwell',
    'Philips has acquired Brightwell, which sells a lamp for $749.',
    ['acquisition', 'buyer Philips'],
  ],
  [
    'the price of another purchase',
    'Philips snaps up Brightwell',
    'Philips has acquired Brightwell and will pay $110 million for Lumo.',
    ['acquisition', 'buyer Philips'],
  ],
  [
    'a loss next to sales',
    'Brightwell reports higher sales',
    'Sales grew, but Brightwell posted a $2 million loss.',
    ['results'],
  ],
  [
    'a customer of the company',
    "Brightwell's biggest customer just bought its biggest competitor",
    'Brightwell founder Leif Moe said his contract with Jotun runs to 2028.',
    [null],
  ],
  [
    'another company in the background',
    'Brightwell at ten',
    'Brightwell makes lamps. Lumo, a larger maker, let 230 people go.',
    [null],
  ],
  [
    'the layoffs of another company in the same sentence',
    'Brightwell at ten',
    'Lumo laid off 115 people last week, and Brightwell is looking for welders.',
    [null],
  ],
  [
    'those who stay',
    'Brightwell lays off most of its staff',
    "All but 30 of Brightwell's 290 workers have been made redundant.",
    ['layoffs'],
  ],
  [
    'a farewell that is signed far below',
    "I'm leaving Brightwell",
    'Friday is my last day at Brightwell. I leave as head of design. It rained a lot. We laughed a lot. I will sleep in. I will paint. I will call. — Bridget Halloran',
    ['departure', 'leaves Bridget Halloran, head of design'],
  ],
])('%s', (_, title, text, expected) => {
  const item = { title, text, publisher: 'The Gazette', publishedAt: '2026-11-12', isPrimary: true }
  const { event, facts } = eventOfCompany({ name: 'Brightwell' }, item)
  expect([event, ...facts.map((fact) => `${fact.kind} ${factValue(fact)}`)]).toEqual(expected)
})

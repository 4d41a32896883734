import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { match } from './match.ts'
import type { Company } from './company.ts'
import type { Item } from './mentions.ts'
import { growth, LINEAR } from '../../testing/growth.ts'

const lark = {
  name: 'Lark',
  website: 'https://larkpayments.example',
  description: 'Card payments for veterinary clinics',
}

test('a coined name in a title is a match, with the title as evidence', () => {
  const result = match({ name: 'Quillbase' }, { title: 'Quillbase opens an office in Lisbon' })
  expect(result).toMatchObject({ about: true, primary: true })
  expect(result.score).toBeGreaterThan(0.9)
  expect(result.evidence).toEqual([{ kind: 'title', value: 'Quillbase' }])
})

test.each([
  ['what the company does', 'Lark – payments for clinics', true],
  ['a version', 'Lark 2.0: card payments for every clinic', true],
  ['another meaning', 'The Lark Ascending, a Love Story', false],
])('a name that is a dictionary word needs more evidence: %s', (_, title, about) => {
  expect(match({ ...lark, website: 'https://lark.example' }, { title }).about).toBe(about)
})

test('a company that does not own its name’s domain does not match a namesake', () => {
  expect(match(lark, { title: 'Lark: a parser toolkit for Python' }).about).toBe(false)
})

test('a page on the company’s own site matches, even if the name is a common word', () => {
  const result = match(lark, { title: 'We are hiring', url: 'https://blog.larkpayments.example/jobs' })
  expect(result).toMatchObject({
    about: true,
    primary: true,
    evidence: [{ kind: 'own-site', value: 'larkpayments.example' }],
  })
})

test('on a shared host, only pages under the company’s path are its own', () => {
  const company = { name: 'Ferrule', website: 'https://github.com/ferrule' }
  const item = { title: 'Release notes', url: 'https://github.com/somebody/else' }
  expect(match(company, item).about).toBe(false)
  expect(match(company, { ...item, url: 'https://github.com/Ferrule/core' }).about).toBe(true)
})

test('a subdomain of a shared host is not evidence for another one', () => {
  const company = { name: 'Solarfarm', website: 'https://solarfarm.wordpress.com' }
  const title = 'Notes from the kitchen'
  expect(match(company, { title, url: 'https://petfood.wordpress.com/1' }).about).toBe(false)
  expect(match(company, { title, text: 'Read petfood.wordpress.com and wordpress.com.' }).about).toBe(false)
  expect(match(company, { title, text: 'Solarfarm tells it on solarfarm.wordpress.com.' }).evidence).toContainEqual({
    kind: 'links-to-site',
    value: 'solarfarm.wordpress.com',
  })
  expect(match(company, { title, url: 'https://solarfarm.wordpress.com/1' }).about).toBe(true)
  const host = { name: 'Wordpress', website: 'https://wordpress.com' }
  expect(match(host, { title, text: 'Read petfood.wordpress.com.' }).about).toBe(false)
})

test('a text that names the company’s domain is about it, one with a longer domain is not', () => {
  const title = 'Notes from the clinic'
  expect(match(lark, { title, text: 'We pay with Lark (larkpayments.example) now.' })).toMatchObject({
    about: true,
  })
  expect(match(lark, { title, text: 'See notlarkpayments.example for more.' }).about).toBe(false)
})

test('a longer name that contains the company’s name is not the company', () => {
  const text = 'The minister met Helen Lark on Monday. Lark said that the bridge would open in June.'
  const result = match(lark, { title: 'Bridge to open in June', text })
  expect(result.about).toBe(false)
  expect(match(lark, { title: 'A walk', text: 'They walked along Lark Street to the sea.' }).about).toBe(false)
})

test('a person with the company’s name as a surname is not the company, in title or text', () => {
  const baxter = { name: 'Baxter', description: 'Card payments for veterinary clinics' }
  const text = 'The mayor Helen Baxter won on Sunday. Baxter said she was glad. Baxter has two children.'
  expect(match({ name: 'Baxter' }, { title: 'Helen Baxter wins the race for mayor' }).about).toBe(false)
  expect(match(baxter, { title: 'Helen Baxter wins the race for mayor' }).about).toBe(false)
  expect(match(baxter, { title: 'A new mayor', text }).about).toBe(false)
  expect(match(baxter, { title: 'Baxter wins the race', text }).about).toBe(false)
})

test('in running text, a capital letter and topic words tell the company’s name from a word', () => {
  const text = 'Two clinics in Ohio said that Lark cut the cost of their card payments by a third.'
  const result = match({ ...lark, website: 'https://lark.example' }, { title: 'Clinics look for savings', text })
  expect(result.about).toBe(true)
  expect(result.evidence.filter(({ kind }) => kind === 'topic').map(({ value }) => value)).toEqual([
    'clinics',
    'card',
    'payments',
  ])
  expect(match(lark, { title: 'At dawn', text: 'We heard a lark over the clinics.' }).about).toBe(false)
})

test('the company’s people and places raise the score and are listed as evidence', () => {
  const company = { ...lark, people: ['Ines Okafor', 'Bo'], places: ['Tartu, Estonia', 'Lark'] }
  const title = 'Lark grows'
  const text = 'In Tartu, Ines Okafor said that Lark had grown. Bo agreed.'
  const result = match(company, { title, text })
  expect(result.score).toBeGreaterThan(match(lark, { title, text }).score)
  expect(result.evidence).toContainEqual({ kind: 'person', value: 'Ines Okafor' })
  expect(result.evidence).toContainEqual({ kind: 'place', value: 'Tartu' })
  expect(match(company, { title: 'A prize for Ines Okafor', text: 'She lives in Tartu.' }).about).toBe(false)
  const elsewhere = match(company, { title, text: 'ines okafor is a song of tartu. Lark grows.' })
  expect(JSON.stringify(elsewhere.evidence)).not.toContain('Okafor')
})

test('a multiword name matches its uppercase initials in text, but not two initials in a title', () => {
  const company = { name: 'Northern Tidal Power Works' }
  const text = 'The ministry asked NTPW for an offer. N.T.P.W. will answer in May.'
  expect(match(company, { title: 'An offer for the bay', text }).evidence).toContainEqual({
    kind: 'text',
    value: 'NTPW',
    count: 2,
  })
  expect(match(company, { title: 'An offer for the bay', text: text.toLowerCase() }).about).toBe(false)
  expect(match({ name: 'Blue Sky' }, { title: 'BS: a history' }).about).toBe(false)
})

test('the full name matches even if the text also has a namesake of part of it', () => {
  const company = { name: 'Lark Harbour', aliases: ['Lark'] }
  const text = 'Helen Lark opened the fair. Later Lark Harbour showed its cranes.'
  expect(match(company, { title: 'At the fair', text }).about).toBe(true)
})

test('matches aliases, and the name without words that are often left out', () => {
  const company = { name: 'Tamberlin Robotics, Inc.', aliases: ['TBR Systems'] }
  expect(match(company, { title: 'Tamberlin raises $4M for farm robots' }).about).toBe(true)
  expect(match(company, { title: 'TBR Systems is bought by a rival' }).about).toBe(true)
})

test('an item that does not mention the company scores zero', () => {
  expect(match(lark, { title: 'Weather for Monday', text: null })).toEqual({
    about: false,
    primary: false,
    isDoubtful: false,
    score: 0,
    evidence: [],
  })
  expect(match({ name: '' }, { title: '' }).about).toBe(false)
})

test.each(['Lark ', 'Lark-', '“Lark. ', "Lark's ", 'a', 'L.', '\n', '((((', 'larkpayments.example '])(
  'an article made of %j takes linear time',
  async (piece) => {
    const article = (length: number) => ({ title: piece.repeat(length), text: piece.repeat(10 * length) })
    expect(await growth(article, 50_000, (long) => match(lark, long))).toBeLessThan(LINEAR)
  },
)

test('a company name of 100,000 words with thousands of aliases takes linear time', async () => {
  const company = (length: number) => ({
    name: 'Lark '.repeat(20 * length),
    aliases: Array.from({ length }, (_, at) => `Lark ${at}`),
  })
  expect(await growth(company, 5000, (long) => match(long, { title: 'Lark' }))).toBeLessThan(LINEAR)
})

test('a multiword name matches only if it is capitalized', () => {
  const about = (name: string, title: string) => match({ name }, { title, text: '', url: '' }).about
  expect(about('Solstice Foods', 'Solstice foods: five dishes for the longest night')).toBe(false)
  expect(about('Meadow and Mast', 'Meadow and mast: a rich autumn for boar and beech')).toBe(false)
  expect(about('Meadow and Mast', 'Meadow and Mast: a grant for ships with sails')).toBe(true)
  expect(about('Solstice Foods', 'SOLSTICE FOODS LAUNCHES A YOGHURT')).toBe(true)
})

const harvey = { name: 'Harvey', website: 'https://harvey.example', description: 'AI for law firms and their lawyers' }

test.each([
  ['a first name before', 'Steve Harvey launches a show', 'Steve Harvey, the host, launches a show next week.'],
  [
    'a surname after',
    'Harvey Keitel signs up for a film',
    'Harvey Keitel has signed up for a film by a young director.',
  ],
])('%s the name makes it a person, with or without a feed snippet', (_, title, text) => {
  expect(match(harvey, { title }).about).toBe(false)
  expect(match({ name: 'Harvey' }, { title }).about).toBe(false)
  expect(match(harvey, { title, text }).about).toBe(false)
})

test('a personal name can still be the company', () => {
  const text = 'Harvey, which makes AI for law firms, has raised $300 million.'
  expect(match(harvey, { title: 'Harvey raises $300M for its legal AI', text })).toMatchObject({
    about: true,
    primary: true,
  })
})

test('a single generic word in common is not evidence', () => {
  const company = { name: 'Ember', description: 'A payments app for small shops' }
  const item = { title: 'Ember days: a small history of the old calendar', text: '' }
  expect(match(company, item).about).toBe(false)
  expect(match(company, item).evidence.filter(({ kind }) => kind === 'topic')).toEqual([])
})

test('a dictionary word is doubted even for a company without a description', () => {
  const text = 'The team lost again on Sunday. In Autumn the league takes a break, and the coach hopes for rest.'
  expect(match({ name: 'Autumn' }, { title: 'Coach hopes for rest', text }).about).toBe(false)
})

test.each([
  ['a round-up', 'Five startups to watch: Quillbase, Tamberlin, Orrery and Fenwick'],
  ['companies like it', 'How companies like Quillbase changed filing'],
  ['a rival', 'Quillbase rival Tamberlin raises $20M'],
  ['a rival, by its former name', 'Quillbase Science rival Tamberlin raises $20M'],
  ['a rival of it', 'Tamberlin, a competitor to Quillbase, opens in Oslo'],
  ['somebody who left it', 'Ex-Quillbase engineer starts a bakery'],
  ['its former people', 'Former Quillbase executive joins the city council'],
  ['a customer of another', 'Tamberlin wins customers such as Quillbase'],
])('a title about %s is not mainly about the company', (_, title) => {
  expect(match({ name: 'Quillbase' }, { title }).primary).toBe(false)
  expect(match({ name: 'Quillbase' }, { title, text: `${title}. More to come.` }).primary).toBe(false)
})

test.each([
  ['Aria', 'Today her company, Aria, has 240 plants as customers.'],
  ['Merlin', 'FDA clears Merlin’s patch for use at home'],
])('a company is introduced in many ways: %s', (name, text) => {
  const scoreOf = (one: string) => match({ name }, { title: '', text: one }).score
  expect(scoreOf(text)).toBeGreaterThan(scoreOf(text.replace(/her company|FDA clears/, 'her garden')) + 0.1)
})

test('two companies that act together are both the topic', () => {
  for (const name of ['Quillbase', 'Tamberlin'])
    expect(match({ name }, { title: 'Quillbase and Tamberlin merge' }).primary).toBe(true)
})

test('a funding headline alone is enough to match a company', () => {
  expect(match(harvey, { title: 'Harvey raises $160 million at $8 billion valuation' })).toMatchObject({
    about: true,
    primary: true,
  })
})

test('a word that is lowercase in the title is not a name in the text either', () => {
  const company = { name: 'Mercury', description: 'Bank accounts for startups' }
  const text = 'Fish from northern waters hold less of the metal, a survey of Mercury in seafood says.'
  expect(match(company, { title: 'Levels of mercury in tuna are falling', text }).about).toBe(false)
})

/** The other half of the cases trains the weights. */
test('meets the precision and recall targets on held-out cases', () => {
  const lines = readFileSync(new URL('../reading/cases/held-out.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const score = { about: { is: 0, found: 0, right: 0 }, primary: { is: 0, found: 0, right: 0 } }
  for (const line of lines) {
    const { company, expect: wanted, ...item } = JSON.parse(line) as LabeledCase
    const result = match(company, item)
    for (const kind of ['about', 'primary'] as const) {
      score[kind].is += Number(wanted[kind])
      score[kind].found += Number(result[kind])
      score[kind].right += Number(result[kind] && wanted[kind])
    }
  }
  const [about, primary] = [score.about, score.primary]
  expect(about.right / about.found).toBeGreaterThan(0.89)
  expect(about.right / about.is).toBeGreaterThan(0.8)
  expect(primary.right / primary.found).toBeGreaterThan(0.78)
  expect(primary.right / primary.is).toBeGreaterThan(0.78)
})

type LabeledCase = Item & { company: Company; expect: { about: boolean; primary: boolean } }

test('a person with the company’s name is not the company, even on its own topic', () => {
  const ramp = { name: 'Ramp', website: 'https://ramp.example', description: 'Corporate cards' }
  const about = (name: string) =>
    match(ramp, { title: `${name} on corporate cards`, text: `${name} said so. Ramp likes corporate cards.` }).about
  expect([about('Maria Ramp'), about('Ramp')]).toEqual([false, true])
})

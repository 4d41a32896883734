import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readItem } from './mentions.ts'
import { matchAll } from './same-name.ts'

type Pair = {
  name: string
  companies: [site: { site: string; text: string }, other: { site: string; text: string }]
  articles: { of: 0 | 1; title: string; text: string }[]
}

/** Invented; every second line was never looked at. */
const PAIRS = readFileSync(new URL('./cases/same-name.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Pair)

const companiesOf = ({ name, companies }: Pair) =>
  companies.map(({ site, text }) => ({ name, website: site, description: text }))

const item = (title: string, text = '') => readItem({ title, text, url: 'https://press.example/1' })

test('an article about one of two companies of the same name is never about the other', () => {
  const wrong = PAIRS.flatMap((pair) =>
    pair.articles.filter(({ of, title, text }) => matchAll(companiesOf(pair), item(title, text))[1 - of]?.about),
  )
  expect(wrong.map(({ title }) => title)).toEqual([])
})

test('knowing the other company costs no article of its own', () => {
  for (const pair of PAIRS)
    for (const { of, title, text } of pair.articles) {
      const all = companiesOf(pair)
      const alone = matchAll(all.slice(of, of + 1), item(title, text))[0]
      expect(matchAll(all, item(title, text))[of], title).toEqual(alone)
    }
})

const CHIPS = {
  name: 'Lumen Labs',
  website: 'https://lumenlabs.example',
  description: 'Photonic chips for AI clusters.',
}
const MASKS = {
  name: 'Lumen Labs',
  website: 'https://lumenskin.example',
  description: 'LED masks and serums for skin care, tested by dermatologists.',
}
const RECALL = [
  'Lumen Labs recalls LED masks',
  'Batteries of the light therapy masks can overheat, Lumen Labs said. Dermatologists who sell its serums were told.',
] as const
const about = (companies: (typeof CHIPS | { name: string })[], ...[title, text]: readonly [string, string?]) =>
  matchAll(companies, item(title, text)).map((each) => each.about)

test('the better match wins only if both are described, and differently', () => {
  expect(about([CHIPS, MASKS], ...RECALL)).toEqual([false, true])
  expect(matchAll([CHIPS, MASKS], item(...RECALL)).map(({ isDoubtful }) => isDoubtful)).toEqual([false, false])
  expect(matchAll([CHIPS], item(...RECALL)).map(({ isDoubtful }) => isDoubtful)).toEqual([true])
  expect(about([{ name: 'Lumen Labs' }, MASKS], ...RECALL)).toEqual([true, true])
  const moved = { ...MASKS, website: 'https://lumen.example', description: 'Skin care from Lyon.' }
  expect(about([moved, MASKS], ...RECALL)).toEqual([true, true])
})

test('a headline that fits both is about both', () => {
  expect(about([CHIPS, MASKS], 'Lumen Labs raises $45 million')).toEqual([true, true])
})

test('a link to the company’s site outweighs the fit', () => {
  const text = `${RECALL[1]} It has nothing to do with the chip maker at lumenlabs.example.`
  expect(about([CHIPS, MASKS], RECALL[0], text)).toEqual([true, true])
})

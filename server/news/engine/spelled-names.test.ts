import { expect, test } from 'vitest'
import { briefText } from '#domain/news/brief-text.ts'
import { companyNames } from '../verify/other-company.ts'
import { curate, type BriefArticle } from './curate.ts'

const NAMES = ['Petalworks', 'Hubspark', 'Acme Robotics', 'Harborlight Robotics', 'Moss & Vale', 'North Quay Labs']
const HAPPENED = [
  'opens a second greenhouse in Delft',
  'raises $12 million Series A',
  'names Dana Osei chief executive',
]

const words = (name: string) => name.split(' ').filter((word) => word !== '&')
const split = (name: string) =>
  name.includes(' ') ? name : `${name.slice(0, 5)} ${name.charAt(5).toUpperCase()}${name.slice(6)}`
const camel = (name: string) =>
  words(split(name))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const SPELLINGS: Record<string, (name: string) => string> = {
  'as written': (name) => name,
  lowercase: (name) => name.toLowerCase(),
  uppercase: (name) => name.toUpperCase(),
  joined: (name) => camel(name),
  'joined in lowercase': (name) => camel(name).toLowerCase(),
  'split in two': split,
  'with a hyphen': (name) => words(split(name)).join('-'),
  'like a path': (name) => words(name).join('-').toLowerCase(),
  'like a domain': (name) => `${camel(name).toLowerCase()}.com`,
  'like a domain with hyphens': (name) => `${words(name).join('-').toLowerCase()}.co.uk`,
  'like an address': (name) => `https://www.${camel(name).toLowerCase()}.io/`,
  'with “and”': (name) => name.replace('&', 'and'),
  'with “&” and no spaces': (name) => name.replace(' & ', '&'),
  Inc: (name) => `${name}, Inc.`,
  GmbH: (name) => `${name.toUpperCase()} GmbH`,
  'B.V.': (name) => `${name.toLowerCase()} B.V.`,
  'Ltd and lowercase': (name) => `${name.toLowerCase()} ltd`,
}
const PAIRS = NAMES.flatMap((name) =>
  Object.entries(SPELLINGS).flatMap(([how, spell]) => [
    { how, site: spell(name), post: name },
    { how: `${how}, in the post`, site: name, post: spell(name) },
  ]),
).filter(({ how, post }) => !how.endsWith('in the post') || !/\.(?:com|io|co)/.test(post))

const article = (title: string, change: Partial<BriefArticle> = {}): BriefArticle => ({
  id: '1',
  title,
  text: '',
  url: 'https://petalworks.example/1',
  publisher: null,
  publishedAt: '2026-03-10T10:00:00.000Z',
  kind: 'press',
  facts: {},
  isPrimary: true,
  isOwn: true,
  story: null,
  sameAs: null,
  classified: null,
  ...change,
})

test('a name is recognized in more than 150 other spellings', () => {
  expect(PAIRS.length).toBeGreaterThan(150)
  const missed = PAIRS.filter(({ site, post }) => !companyNames(site).isNamedIn(`${post} opens a second greenhouse`))
  expect(missed).toEqual([])
})

test('a brief says what a post says, however the site spells its name', () => {
  const told = PAIRS.flatMap(({ site, post }) => HAPPENED.map((what) => ({ site, title: `${post} ${what}` })))
  expect(told.length).toBeGreaterThan(450)
  const missed = told.filter(({ site, title }) => {
    const { brief } = curate({ company: site, briefArticles: [article(title)] })
    return !briefText(brief?.sections ?? []).includes(title)
  })
  expect(missed).toEqual([])
})

test.each([
  ['Cedar', 'under a cedar'],
  ['Cedar', 'Cedarwood is a tree'],
  ['IT', 'It raised $5 million'],
  ['Petalworks', 'the petal works'],
  ['Acme Robotics', 'Birch Robotics raised $5 million'],
])('“%s” is not named in “%s”', (name, text) => {
  expect(companyNames(name).isNamedIn(text)).toBe(false)
})

import { expect, test } from 'vitest'
import { briefText } from '#domain/news/brief-text.ts'
import { briefArticle } from '../../testing/fixtures/brief-article.ts'
import { companyNames } from '../verify/other-company.ts'
import { classifyArticle } from './classify-article.ts'
import { curate, type BriefArticle } from './curate.ts'

const NAMES = [
  'Petalworks',
  'Hubspark',
  'Acme Robotics',
  'Harborlight Robotics',
  'Moss & Vale',
  'North Quay Labs',
  'Quillfeather',
  'Lumen Orchard',
]
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

const article = (title: string, change: Partial<BriefArticle> = {}) =>
  briefArticle('1', title, { publisher: null, isOwn: true, ...change })

test('a name is recognized in more than 200 spellings', () => {
  expect(PAIRS.length).toBeGreaterThan(200)
  const missed = PAIRS.filter(({ site, post }) => !companyNames(site).isNamedIn(`${post} opens a second greenhouse`))
  expect(missed).toEqual([])
})

test('a brief says what a post says, however the site spells its name', () => {
  const posts = PAIRS.map(({ site, post }, at) => ({ site, title: `${post} ${HAPPENED[at % HAPPENED.length]}` }))
  const missed = posts.filter(({ site, title }) => {
    const { brief } = curate({ company: site, briefArticles: [article(title)] })
    return !briefText(brief?.sections ?? []).includes(title)
  })
  expect(missed).toEqual([])
})

test('the press reports a company’s own events, however the site spells its name', () => {
  const missed = PAIRS.flatMap(({ site, post }) =>
    [
      ['raise', `${post} raises $12 million Series A`],
      ['layoffs', `${post} lays off 40 people`],
      // Within a sentence, only capitals tell a name from ordinary words.
      ['acquisition', `Fernhill acquires ${/^\p{Ll}/u.test(post) ? site : post} for $30 million`],
    ].flatMap(([event, title = '']) => {
      const press = { ...article(title, { isOwn: false, publisher: 'The Press' }), company: site }
      const { eventType } = classifyArticle(press)
      return eventType === event ? [] : [{ site, title, eventType }]
    }),
  )
  expect(missed).toEqual([])
})

test.each([
  ['petalworks', 'Fernhill raises $12 million to petal works'],
  ['ironbracken steel', 'Ironbracken Homes raises $12 million Series A'],
])('another company’s event is none of “%s”: %s', (company, title) => {
  const press = article(title, { isOwn: false, publisher: 'The Press' })
  expect(classifyArticle({ ...press, company })).toMatchObject({ eventType: 'mention' })
})

test.each([
  ['Arc Boat Company', 'Arc raised $5 million'],
  ['Petalworks GmbH & Co. KG', 'Petalworks raised $5 million'],
  ['petalworks.co.uk', 'Petalworks raised $5 million'],
  ['Ironbracken Steel', 'Ironbracken raised $5 million'],
  ['n8n', 'how n8n raised $5 million'],
])('“%s” is named in “%s”', (name, text) => {
  expect(companyNames(name).isNamedIn(text)).toBe(true)
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

const UNLIKE = ['Alpha', '127.0.0.1', 'Birch & Sons', 'shop']
const UNFIT = [
  'Fernhill raises $12 million Series A',
  'Birch Labs: Senior Engineer (m/w/d)',
  '10 startups to watch',
  'Petalworks',
  'Read more',
  'Privacy policy',
  'Share this article',
  'We did it!',
  '“We did it',
  'Birch was fined, and its former partner Fernhill sued',
]

test.each(UNLIKE)('a company with a primary story has a brief under any name: %s', (company) => {
  for (const title of UNFIT)
    for (const otherNames of [[], ['Petalworks']]) {
      const { brief } = curate({ company, otherNames, briefArticles: [article(title)] })
      expect(briefText(brief?.sections ?? [])).toContain(title)
      expect(brief).toMatchObject({ status: 'extractive', sources: [{ title, storyId: 1 }] })
    }
})

test('a brief of the headline is about a primary story, also one before the newest articles', () => {
  const mention = article('Fernhill raises $12 million', { id: '2', isPrimary: false, isOwn: false })
  const own = article('Fernhill opens a greenhouse')
  const briefed = [
    curate({ company: 'Alpha', briefArticles: [mention, own] }),
    curate({ company: 'Alpha', briefArticles: [mention], earlierArticles: [own] }),
    curate({ company: 'Alpha', briefArticles: [mention, { ...own, sameAs: '2' }] }),
  ]
  expect(briefed.map(({ brief }) => brief?.sources.map(({ title }) => title))).toEqual(briefed.map(() => [own.title]))
  expect(curate({ company: 'Alpha', briefArticles: [mention] }).brief).toBeNull()
})

import { expect, test } from 'vitest'
import { growth, LINEAR } from '../../../../testing/growth.ts'
import { article, found, home, linked, titles } from '../../../../testing/network/first-scan.ts'
import { repeatedLabels } from './repeated-labels.ts'
import { rowTitles } from './row-titles.ts'

const withList = (list: string, more: Record<string, string> = {}) => ({
  '/': home('<a href="/hub">News</a>'),
  '/hub': list,
  ...more,
})

test('the alternative text of a picture is the title if there is no other', async () => {
  const tile = (slug: string, alt: string) =>
    `<div><a href="/n/${slug}"><img src="x" alt="${alt}"></a><span>Nov 10, 2026</span></div>`
  const slugs = ['a', 'b', 'c', 'd', 'e']
  const pages = Object.fromEntries(slugs.map((slug) => [`/n/${slug}`, article('2026-11-10', `All about ${slug}`)]))
  const list = slugs.map((slug) => tile(slug, 'Photo of a harbor')).join('')
  expect(await titles(withList(list + tile('f', 'Acme opens in Leeds') + tile('g', 'Logo'), pages))).toEqual([
    ...slugs.map((slug) => `11-10 All about ${slug}`),
    '11-10 Acme opens in Leeds',
  ])
})

test('dated pictures on a front page are posts if they have an alternative text', async () => {
  const tile = (slug: string, alt: string) =>
    `<div><a href="/n/${slug}"><img src="x" alt="${alt}"></a><span>Nov 10, 2026</span></div>`
  const pages = { '/n/a': article('2026-11-10', 'Acme opens'), '/n/b': article('2026-11-10', 'Acme grows') }
  const front = (alt: string) => home(tile('a', alt) + tile('b', `${alt} again`))
  expect(await titles({ '/': front('Acme opens a plant'), ...pages })).toEqual(['11-10 Acme opens', '11-10 Acme grows'])
  expect(await titles({ '/': front(''), ...pages })).toEqual([])
})

test('cards that only a script makes clickable are posts', async () => {
  const list = `<div data-href="/n/a"><h3>Acme opens in Leeds</h3><p>Nov 10, 2026</p></div>
    <div onclick="location.href='/n/b'"><h3>Acme grows again</h3><p>Nov 3, 2026</p></div>
    <acme-card href="/n/c" headline="Acme hires a pilot" date="2026-11-01"></acme-card>`
  expect(await titles(withList(list))).toEqual([
    '11-10 Acme opens in Leeds',
    '11-03 Acme grows again',
    '11-01 Acme hires a pilot',
  ])
})

test('the title of a document is read from its row, without opening it', async () => {
  const row = (file: string, title: string, link: string) =>
    `<tr><td>Nov 10, 2026</td><td>${title}</td><td><a href="/files/${file}.pdf">${link}</a></td></tr>`
  const list = `<table>${row('a', 'Acme opens in Leeds', 'PDF (120 kB)')}${row('b', 'Acme grows again', 'Download PDF')}</table>`
  const { titles: all, asked } = await found(withList(list))
  expect(all).toEqual(['11-10 Acme opens in Leeds', '11-10 Acme grows again'])
  expect(asked.filter((path) => path.endsWith('.pdf'))).toEqual([])
})

test('undated documents are kept if they have a title', async () => {
  const list = '<a href="/news/a.pdf">Acme opens in Leeds</a><a href="/news/b.pdf">PDF</a>'
  expect(await titles(withList(list))).toEqual(['Acme opens in Leeds'])
})

test('a dated link that only says "Read more" is opened, but a dated name is not a post', async () => {
  const box = '<div><p>10.11.2026</p><p><b>Acme opens in Leeds</b></p><a href="/p/12">weiterlesen</a></div>'
  const name = '<div><p>10.11.2026</p><a href="/people/ann">Ann Lee</a></div>'
  expect(await titles(withList(box + name, { '/p/12': article('2026-11-10'), '/people/ann': '<h1>Ann</h1>' }))).toEqual(
    ['11-10 Acme opens an office in Leeds'],
  )
})

test('categories and authors that recur among the posts do not take their dates', async () => {
  const post = (slug: string, day: string) =>
    `<div><a href="/hub/company">Company</a><a href="/hub/${slug}">All about the ${slug}</a><p><a href="/people/ann">Ann</a> · ${day}</p></div>`
  const list = post('plant', 'Nov 10, 2026') + post('pilot', 'Nov 3, 2026') + post('round', 'Nov 1, 2026')
  const { titles: all, asked } = await found(withList(list))
  expect(all).toEqual(['11-10 All about the plant', '11-03 All about the pilot', '11-01 All about the round'])
  expect(asked).not.toContain('/hub/company')
})

test('a post with a short title may appear twice', () => {
  const link = (url: string, text: string) => ({ url, text })
  const [short, one, two] = [
    link('/s', 'Series B'),
    link('/1', 'All about the plant'),
    link('/2', 'All about the pilot'),
  ]
  expect([...repeatedLabels([short, one, short, two])]).toEqual([])
  expect([...repeatedLabels([short, one, short, two, short])]).toEqual(['/s'])
  expect([...repeatedLabels([short, short, short, one])]).toEqual([])
  expect([...repeatedLabels([short, one, short, two, short, link('/s', 'We raised a Series B')])]).toEqual([])
})

test('the items of an ItemList are opened, with or without a title', async () => {
  const itemListElement = [
    { '@type': 'ListItem', url: '/hub/one' },
    { '@type': 'ListItem', item: { '@id': '/hub/two', name: 'Acme grows again' } },
    { '@type': 'ListItem', url: 'https://other.example/three' },
  ]
  const trail = { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', item: '/hub/trail' }] }
  const { titles: all, asked } = await found(
    withList(linked([{ '@type': 'CollectionPage', mainEntity: { '@type': 'ItemList', itemListElement } }, trail]), {
      '/hub/one': article('2026-11-10', 'Acme opens in Leeds'),
      '/hub/two': article('2026-11-03'),
    }),
  )
  expect(all).toEqual(['11-10 Acme opens in Leeds', '11-03 Acme grows again'])
  expect(asked).not.toContain('/hub/trail')
})

test('the data that React Router streams is read', async () => {
  const values = [
    { _1: 2 },
    'posts',
    [3],
    { _4: 5, _6: 7, _8: 9 },
    'title',
    'Acme opens in Leeds',
    'slug',
    'acme-opens',
    'date',
    ['D', Date.parse('2026-11-10')],
  ]
  const script = `<script>window.__reactRouterContext.streamController.enqueue(${JSON.stringify(`${JSON.stringify(values)}\n`)});</script>`
  expect(await titles(withList(script, { '/hub/acme-opens': article('2026-11-10') }))).toEqual([
    '11-10 Acme opens in Leeds',
  ])
})

test('posts are read from the literals of a script, and a slug is below a page with a file name', async () => {
  const script = `<script>const news = [{ title: 'Acme opens in Leeds', slug: 'acme-opens', date: '2026-11-10', }]</script>`
  expect(
    await titles({
      '/': home('<a href="/hub.html">News</a>'),
      '/hub.html': script,
      '/hub/acme-opens': article('2026-11-10'),
    }),
  ).toEqual(['11-10 Acme opens in Leeds'])
})

test.each(['<tr>', '<li><a href=/a>', '</tr>', '<tr><a ', '<li>a b c</li>', '<td'])(
  'rows of repeated %s are read in linear time',
  async (piece) => {
    const html = (length: number) => piece.repeat(Math.floor(length / piece.length))
    expect(await growth(html, 300_000, (text) => rowTitles(text, 'https://acme.example/'))).toBeLessThan(LINEAR)
  },
)

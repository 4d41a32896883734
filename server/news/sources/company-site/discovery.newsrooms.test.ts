import { expect, test } from 'vitest'
import { article, FOOTER, found, home, linked, NAV, titles, type Pages } from '../../../testing/network/first-scan.ts'

const card = (href: string, title: string, day = '2026-11-10') =>
  `<div class="card"><h3><a href="${href}">${title}</a></h3><time datetime="${day}"></time></div>`
const LIST = card('/x/acme-opens', 'Acme opens in Leeds')
const FOUND = ['11-10 Acme opens in Leeds']

test.each([
  ['an image map', '<map><area href="/x" alt="News"></map>'],
  ['the title of a link', '<a href="/x" title="Latest news"><i></i></a>'],
  ['a button', `<button onclick="location.href='/x'">News</button>`],
  ['an attribute', '<span data-href="/x">News</span>'],
  ['structured data', linked({ '@graph': [{ '@type': 'Blog', name: 'The Tide', url: '/x' }] })],
])('the news page is found by %s', async (_, link) => {
  expect(await titles({ '/': `<title>Acme</title>${link}`, '/x': LIST })).toEqual(FOUND)
})

test('the news page is found in the menu of a frameset', async () => {
  expect(
    await titles({
      '/': '<title>Acme</title><frameset><frame src="menu.htm"><frame src="start.htm"></frameset>',
      '/menu.htm': '<a href="x">News</a>',
      '/start.htm': '<p>Welcome</p>',
      '/x': LIST,
    }),
  ).toEqual(FOUND)
})

test.each([
  ['Salle de presse', '/info/salle'],
  ['Pressemeldungen', '/info/alle'],
  ['Notas de prensa', '/info/todas'],
  ['お知らせ一覧', '/info/all'],
  ['新闻中心', '/xwzx'],
  ['The logbook', '/log'],
  ['Field notes', '/field'],
])('a news page is recognized by its name: %s', async (name, path) => {
  expect(await titles({ '/': home(`<a href="${path}">${name}</a>`), [path]: LIST })).toEqual(FOUND)
})

test('a blog of a shop is found under any name, but a post is not taken for a blog', async () => {
  const post = (slug: string) => `<a href="/blogs/${slug}">All about the ${slug}</a>`
  const { titles: all, asked } = await found({
    '/': home(`<a href="/blogs/the-grower">The Grower</a>${post('hedge')}`),
    '/blogs/the-grower': card('/blogs/the-grower/acme-opens', 'Acme opens in Leeds'),
  })
  expect(all).toEqual(FOUND)
  expect(asked).not.toContain('/blogs/hedge')
})

test('the next page of a list is not a list of its own', async () => {
  const { asked } = await found({
    '/': home('<a href="/news">News</a>'),
    '/news': '<a href="/news?seite=2">Older company news</a><a href="/news?sort=old">Oldest company news</a>',
  })
  expect(asked).not.toContain('/news?seite=2')
  expect(asked).toContain('/news?sort=old')
})

test('a page is not read twice because of a slash', async () => {
  const { asked } = await found({ '/': home('<a href="/news/">News</a>'), '/news/': '<a href="/news">All news</a>' })
  expect(asked).not.toContain('/news')
})

test('a page with an unusual name is a list if several of its links have dates', async () => {
  const pages = (list: string): Pages => ({
    '/': home('<a href="/technology">Technology</a><a href="/stellen">Stellen</a><a href="/undertow">The Undertow</a>'),
    '/technology': LIST + card('/x/acme-grows', 'Acme grows and grows'),
    '/stellen': LIST + card('/x/acme-grows', 'Acme grows and grows'),
    '/undertow': list,
  })
  const cards =
    card('/undertow/acme-opens', 'Acme opens in Leeds') + card('/undertow/acme-grows', 'Acme grows again', '2026-11-01')
  const { titles: all, facts, asked } = await found(pages(cards))
  expect(all).toEqual(['11-10 Acme opens in Leeds', '11-01 Acme grows again'])
  expect(facts).toContain('newsroom /undertow @ /')
  expect(asked).not.toContain('/technology')
  expect(asked).not.toContain('/stellen')
  expect(await titles(pages(LIST))).toEqual([])
})

test('an overview without dates gives way to the list it leads to', async () => {
  const teaser = (path: string, title: string) =>
    `<div class="teaser"><h3><a href="/presse/${path}">${title}</a></h3></div>`
  const { titles: all } = await found({
    '/': home('<a href="/presse">Presse</a>'),
    '/presse': `${NAV}${teaser('meldungen', 'Pressemeldungen')}${teaser('bilder', 'Bilder und Logos')}${FOOTER}`,
    '/presse/meldungen': card('/presse/meldungen/acme-opens', 'Acme opens in Leeds'),
    '/presse/bilder': '<h1>Bilder und Logos</h1>',
  })
  expect(all).toEqual(FOUND)
})

test('an overview without dates is kept if the page it leads to has none either', async () => {
  const link = (path: string, title: string) => `<h3><a href="/presse/${path}">${title}</a></h3>`
  const { titles: all } = await found({
    '/': home('<a href="/presse">Presse</a>'),
    '/presse': link('meldungen', 'Pressemeldungen') + link('acme-opens-in-leeds', 'Acme opens in Leeds'),
    '/presse/meldungen': '<p>Nothing yet</p>',
    '/presse/acme-opens-in-leeds': article('2026-11-10'),
  })
  expect(all).toEqual(FOUND)
})

test('a link to another list is not a post, unless it has a date', async () => {
  const list = `<h3><a href="/news/weekly">Weekly company news</a></h3>`
  const pages = (news: string) => ({
    '/': home('<a href="/news">News</a>'),
    '/news': news,
    '/news/weekly': article('2026-11-10'),
  })
  expect(await titles(pages(list))).toEqual([])
  expect(await titles(pages(`<li>Nov 10, 2026 ${list}</li>`))).toEqual(['11-10 Weekly company news'])
})

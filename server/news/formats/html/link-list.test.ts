import { expect, test } from 'vitest'
import { growth, LINEAR } from '../../../testing/growth.ts'
import { linksInLists } from './link-list.ts'

const now = new Date('2026-11-15T12:00:00Z')

const listed = (html: string, language: string | null = null) =>
  linksInLists(html, 'https://acme.example/blog', { language, now }, (url) => url.includes('/p/')).map(
    ({ url, text, date }) => [url.slice(23), text, date?.at.toISOString().slice(5, 10) ?? null] as const,
  )

test('a card with several links to the same post yields its heading and date once', () => {
  const card = (slug: string, date: string) =>
    `<div class="card"><a href="/p/${slug}"><img></a><span>${date}</span><h3><a href="/p/${slug}">About ${slug}</a></h3><p>On March 3, 2020 we began with this and ${'that '.repeat(40)}</p><a href="/p/${slug}">Read more</a></div>`
  expect(listed(`<main>${card('one', 'Nov 10, 2026')}${card('two', 'Nov 3, 2026')}</main>`)).toEqual([
    ['one', 'About one', '11-10'],
    ['two', 'About two', '11-03'],
  ])
})

test('a card that is one big link yields its title and date', () => {
  const card = (slug: string) =>
    `<a href="/p/${slug}"><div>November 9, 2026</div><h2>The ${slug} post</h2><p>Text of it</p></a>`
  expect(listed(card('one') + card('two'))).toEqual([
    ['one', 'The one post', '11-09'],
    ['two', 'The two post', '11-09'],
  ])
  expect(listed('<a href="/p/x"><span>Nov 9, 2026</span> <span>Acme opens in Leeds</span></a>')).toEqual([
    ['x', 'Acme opens in Leeds', '11-09'],
  ])
})

test('a title has neither the sign of its permalink nor the icon of its card', () => {
  const card = (text: string, slug: string) =>
    `<div><h3><a href="/p/${slug}">${text}</a></h3><time>Nov 10, 2026</time></div>`
  const titles = listed(
    card('#On-call schedules', 'a') + card('📌 We joined an accelerator', 'b') + card('We did it 🎉', 'c'),
  )
  expect(titles.map(([, text]) => text)).toEqual(['On-call schedules', 'We joined an accelerator', 'We did it 🎉'])
})

test('reads dates from time elements, tables, definition lists and between links', () => {
  expect(listed('<li><a href="/p/a">A post here</a><time datetime="2026-11-08">8th</time></li>')).toEqual([
    ['a', 'A post here', '11-08'],
  ])
  const row = (slug: string, day: number) =>
    `<tr><td>${day}.11.2026</td><td><a href="/p/${slug}">Post ${slug}</a></td></tr>`
  expect(listed(`<table>${row('a', 7)}${row('b', 6)}</table>`).map(([, , date]) => date)).toEqual(['11-07', '11-06'])
  const term = (slug: string, day: number) => `<dt>2026-11-${day}</dt><dd><a href="/p/${slug}">Post ${slug}</a></dd>`
  expect(listed(`<dl>${term('a', 15)}${term('b', 14)}</dl>`).map(([, , date]) => date)).toEqual(['11-15', '11-14'])
  const after = (slug: string, day: number) => `<p><a href="/p/${slug}">Post ${slug}</a></p><p>2026-11-${day}</p>`
  expect(listed(`<div>${after('a', 15)}${after('b', 14)}</div>`).map(([, , date]) => date)).toEqual(['11-15', '11-14'])
})

test('a date that heads a group applies to all its links; a lone date above a list applies to none', () => {
  const link = (slug: string) => `<p><a href="/p/${slug}">Post ${slug}</a></p>`
  expect(
    listed(`<h2>Nov 9, 2026</h2>${link('a')}${link('b')}<h2>Nov 2, 2026</h2>${link('c')}`).map(([, , date]) => date),
  ).toEqual(['11-09', '11-09', '11-02'])
  expect(
    listed(`<p>Join us on Nov 20, 2026</p>${link('a')}${link('b')}${link('c')}`).map(([, , date]) => date),
  ).toEqual([null, null, null])
})

test('a year in a heading applies to the days below it, but consecutive years are a menu', () => {
  const post = (slug: string, day: string) => `<li>${day} – <a href="/p/${slug}">Post ${slug} here</a></li>`
  const years = (html: string) =>
    linksInLists(html, 'https://acme.example/blog', { language: null, now }, (url) => url.includes('/p/')).map(
      ({ date, approximate }) => [date, approximate].map((each) => each?.at.toISOString().slice(0, 10) ?? null),
    )
  expect(
    years(`<h2>2026</h2><ul>${post('a', '12 Nov')}${post('b', 'Oct 2')}</ul><h2>2024</h2>${post('c', '20.11.')}`),
  ).toEqual([
    ['2026-11-12', '2026-11-12'],
    ['2026-10-02', '2026-10-02'],
    ['2024-11-20', '2025-11-20'],
  ])
  expect(years(`<h3>2026</h3><h3>2024</h3>${post('a', '12 Nov')}${post('b', '2 Oct')}`)).toEqual([
    [null, '2026-11-12'],
    [null, '2026-10-02'],
  ])
})

test('a post takes the date beside its title, even an update date, but not that of another link', () => {
  const days = linksInLists(
    '<li><span>Nov 12</span> <a href="/p/a">Post number 4, 2026</a></li><li>3 days ago: <a href="/p/b">Post b here</a></li>',
    'https://acme.example/blog',
    { language: null, now },
    (url) => url.includes('/p/'),
  )
  expect(days.map(({ approximate }) => approximate?.at.toISOString().slice(5, 10))).toEqual(['11-12', '11-12'])
  const terms = '<div><p>Updated November 10, 2026</p><a href="/terms">Terms</a></div>'
  const post = '<div><time datetime="2026-11-12"></time><h3><a href="/p/one">Post one here</a></h3></div>'
  expect(listed(`<main>${post}${terms}</main>`)).toEqual([['one', 'Post one here', '11-12']])
  expect(listed('<div><p>Updated November 9, 2026</p><a href="/p/one">Post one here</a></div>')).toEqual([
    ['one', 'Post one here', '11-09'],
  ])
})

test('category and author links beside posts with headings are not posts', () => {
  const card = (slug: string) =>
    `<article><a href="/p/product">Product</a><h3><a href="/p/${slug}">About ${slug}</a></h3><time datetime="2026-11-09"></time><a href="/p/ann">Ann Lee</a></article>`
  expect(listed(card('one') + card('two'))).toEqual([
    ['one', 'About one', '11-09'],
    ['two', 'About two', '11-09'],
  ])
})

test('links in the page’s header and footer are marked', () => {
  const html =
    '<header><a href="/p/a">x</a></header><div class="footer_links"><a href="/p/b">x</a></div><main><header><a href="/p/c">x</a></header></main><div class="with-sidebar"><a href="/p/d">x</a></div>'
  const frames = linksInLists(html, 'https://acme.example/', { language: null, now }, () => true).map(
    ({ isFrame }) => isFrame,
  )
  expect(frames).toEqual([true, true, false, false])
})

test.each([
  '<a href="/p/1">',
  '<div>',
  '<p>Nov 1, 2026</p>',
  '<time datetime="2026-11-11">',
  '<h2>',
  '<a href="/p/1">x</a>2026-11-11',
])('repeated %s takes linear time', async (piece) => {
  const page = (length: number) => piece.repeat(Math.floor(length / piece.length))
  expect(await growth(page, 400_000, (html: string) => listed(html))).toBeLessThan(LINEAR)
})

test('the title is the link’s heading, or else the part that reads like one, or else the card’s heading', () => {
  const title = (card: string) => listed(`${card}<div><a href="/p/y">Another post here</a></div>`)[0]?.[1]
  expect(
    title(
      '<a href="/p/x"><span>Product</span><div>Nov 9, 2026</div><div>Acme opens in Leeds</div><p>And more of it follows</p></a>',
    ),
  ).toBe('Acme opens in Leeds')
  expect(title('<a href="/p/x"><div>Product news today</div><div class="card_title">Acme opens</div></a>')).toBe(
    'Acme opens',
  )
  expect(title('<div><h4>The Paper</h4><a href="/p/x">Acme raises ten million</a></div>')).toBe(
    'Acme raises ten million',
  )
  expect(title('<div><h4>Acme raises ten million</h4><p>x</p><a href="/p/x">Read the full story</a></div>')).toBe(
    'Acme raises ten million',
  )
  expect(title('<div><h2>Acme opens</h2><a href="/p/x" aria-label="post link to Acme opens"></a></div>')).toBe(
    'Acme opens',
  )
  expect(title('<p><a href="/p/x">Acme <b>raises</b> ten <em>million</em></a></p>')).toBe('Acme raises ten million')
  const card = (slug: string) => `<div><h4>About ${slug}</h4><a href="/p/${slug}">Open this in full</a></div>`
  expect(listed(card('one') + card('two')).map(([, text]) => text)).toEqual(['About one', 'About two'])
})

test('reads dates in attributes, in parts, without a year and relative to today', () => {
  const dates = (...cards: string[]) =>
    linksInLists(
      cards.map((card, at) => `<li>${card}<a href="/p/${at}">A post of ours</a></li>`).join(''),
      'https://acme.example/blog',
      { language: null, now },
      (url) => url.includes('/p/'),
    ).map(({ date, approximate }) => (date ?? approximate)?.at.toISOString().slice(0, 10) ?? null)
  expect(
    dates(
      '<span data-date="2026-11-09"></span>',
      '<span data-published-at="1794268800"></span>',
      '<meta itemprop="datePublished" content="2026-11-08">',
      '<local-time datetime="2026-11-07"></local-time>',
    ),
  ).toEqual(['2026-11-09', '2026-11-10', '2026-11-08', '2026-11-07'])
  expect(dates('<span>Nov</span><span>9</span><span>2026</span>')).toEqual(['2026-11-09'])
  expect(dates('<div>9</div><div>Nov</div><div>2026</div>', '<b>8</b><p>November 2026</p>')).toEqual([
    '2026-11-09',
    '2026-11-08',
  ])
  expect(dates('<p>12.11.</p>', '<p>11月3日</p>')).toEqual(['2026-11-12', '2026-11-03'])
  expect(dates('<p>Nov 12</p>', '<p>2 Jan</p>', '<p>Dec 20</p>')).toEqual(['2026-11-12', '2026-01-02', '2025-12-20'])
  expect(dates('<p>3 days ago</p>', '<p>vor 2 Wochen</p>', '<p>5 hours ago</p>')).toEqual([
    '2026-11-12',
    '2026-11-01',
    '2026-11-15',
  ])
  expect(dates('<p>Top 10</p>', '<p>3 people</p>', '<p>5 min</p>')).toEqual([null, null, null])
})

import { describe, expect, test } from 'vitest'
import { EMPTY_MEMORY, type TrackedCompany } from '../source.ts'
import {
  bingNewsRequest,
  pollBingNews,
  parseBingNews,
  pollGoogleNews,
  googleNewsRequest,
  parseGoogleNews,
} from './rss-news.ts'
import { cannedFetch, type Canned } from '../../../testing/network/canned-fetch.ts'
import { pollGdelt, gdeltRequest, parseGdelt } from './gdelt.ts'

const NOW = new Date('2026-03-04T12:00:00Z')
const origin = 'http://127.0.0.1:9000'
const ACME: TrackedCompany = { name: 'Acme Robotics', domain: null, website: null, aliases: [], facts: [] }

const rss = (items: string, channel = '') =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:News="https://example.com/ns"><channel><title>"Acme" - Search</title><link>https://example.com</link>${channel}${items}</channel></rss>`

describe('Google News', () => {
  const item = (title: string, date: string, publisher = 'Daily Planet') =>
    `<item><title>${title}</title><link>https://news.google.com/rss/articles/CBMiabc${date.length}${title.length}?oc=5</link><guid isPermaLink="false">CBMiabc</guid><pubDate>${date}</pubDate><description>&lt;a href="https://news.google.com/x"&gt;${title}&lt;/a&gt;&amp;nbsp;&lt;font color="#6f6f6f"&gt;${publisher}&lt;/font&gt;</description><source url="https://www.dailyplanet.example">${publisher}</source></item>`

  test('separates the publisher from the headline, and dates by day if no time is given', () => {
    const xml = rss(item('Acme Robotics raises $5M - Daily Planet', 'Tue, 03 Mar 2026 08:00:00 GMT'))
    expect(parseGoogleNews(Buffer.from(xml), '', NOW)).toMatchObject([
      { title: 'Acme Robotics raises $5M', publisher: 'Daily Planet', precision: 'day', text: '' },
    ])
    const exact = rss(item('Acme Robotics - and others - Daily Planet', 'Tue, 03 Mar 2026 09:12:33 GMT'))
    expect(parseGoogleNews(Buffer.from(exact), '', NOW)).toMatchObject([
      { title: 'Acme Robotics - and others', precision: 'second' },
    ])
  })

  test('headlines that do not name the company are left out', async () => {
    const xml = rss(item('Acme Robotics raises $5M - Daily Planet', '') + item('Robots in town - Daily Planet', ''))
    const { fetch } = cannedFetch({ [googleNewsRequest(ACME, origin)]: xml })
    const found = await pollGoogleNews(ACME, EMPTY_MEMORY, { fetch, origin, now: NOW })
    expect(found.items.map(({ title }) => title)).toEqual(['Acme Robotics raises $5M'])
  })

  test('searches for the phrase within the last week', () => {
    expect(googleNewsRequest(ACME, origin)).toBe(
      `${origin}/rss/search?q=%22Acme+Robotics%22+when%3A7d&hl=en-US&gl=US&ceid=US%3Aen`,
    )
  })
})

describe('Bing News', () => {
  const item = (tid: string) =>
    `<item><title>Acme Robotics &amp; friends raise $5M</title><link>http://www.bing.com/news/apiclick.aspx?ref=FexRss&amp;aid=&amp;tid=${tid}&amp;url=https%3a%2f%2fwww.dailyplanet.example%2facme%3futm_source%3dbing&amp;c=123&amp;mkt=en-us</link><description>The maker of arms raised money.</description><pubDate>Tue, 03 Mar 2026 09:30:00 GMT</pubDate><News:Source>Daily Planet on MSN</News:Source><News:Image>http://www.bing.com/th?id=1</News:Image></item>`

  test("resolves the publisher's own address, whatever the token", () => {
    const read = (tid: string) => parseBingNews(Buffer.from(rss(item(tid))), '', NOW)
    expect(read('AAAA')).toEqual(read('BBBB'))
    expect(read('AAAA')).toMatchObject([
      {
        url: 'https://www.dailyplanet.example/acme',
        title: 'Acme Robotics & friends raise $5M',
        publisher: 'Daily Planet',
        precision: 'second',
      },
    ])
  })

  test('a channel without items is empty, but a web page in its place is a failure', async () => {
    const state = async (body: Canned) => {
      const { fetch } = cannedFetch({ [bingNewsRequest(ACME, origin)]: body })
      return (await pollBingNews(ACME, EMPTY_MEMORY, { fetch, origin, now: NOW })).state
    }
    expect(await state(rss(''))).toBe('empty')
    expect(await state('<!doctype html><html><body>Are you human?</body></html>')).toBe('failed')
    expect(await state({ status: 429 })).toBe('throttled')
    expect(await state(rss(item('A')))).toBe('ok')
  })
})

describe('GDELT', () => {
  const article = (more: object) => ({
    url: 'https://www.dailyplanet.example:443/acme',
    url_mobile: '',
    title: "Acme Robotics , Inc . raises $ 5 million ( again ) : investors ' s choice",
    seendate: '20260303T121500Z',
    socialimage: '',
    domain: 'dailyplanet.example',
    language: 'English',
    sourcecountry: 'United States',
    ...more,
  })
  const read = (...articles: unknown[]) => parseGdelt(Buffer.from(JSON.stringify({ articles })), NOW)

  test('a tokenized headline is reassembled, and its date has day precision', () => {
    expect(read(article({}))).toMatchObject([
      {
        title: "Acme Robotics, Inc. raises $5 million (again): investors's choice",
        publishedAt: new Date('2026-03-03T12:15:00Z'),
        precision: 'day',
        publisher: 'dailyplanet.example',
        language: 'en',
      },
    ])
  })

  test('cleans up addresses, drops malformed articles and ignores malformed fields', () => {
    expect(read(article({ url: 'https://dailyplanet.example/acme%20title=Acme%20raises' }))?.[0]?.url).toBe(
      'https://dailyplanet.example/acme',
    )
    expect(read(article({ url: 'javascript:alert(1)' }), article({ title: '' }), null, 5)).toEqual([])
    expect(read(article({ language: '__proto__', seendate: 'x', domain: null }))).toMatchObject([
      { language: null, publishedAt: null, precision: 'none', publisher: null },
    ])
  })

  test('empty, failed, throttled and unsupported searches have distinct states', async () => {
    const result = async (body: Canned, trackedCompany = ACME) => {
      const { fetch } = cannedFetch({ [gdeltRequest(trackedCompany, origin)]: body })
      return pollGdelt(trackedCompany, EMPTY_MEMORY, { fetch, origin, now: NOW })
    }
    expect((await result('{}')).state).toBe('empty')
    expect((await result('The specified phrase is too short.\n')).state).toBe('failed')
    expect(await result({ status: 429, body: 'Please limit requests to one every 5 seconds' })).toMatchObject({
      state: 'throttled',
      retryAt: new Date('2026-03-04T12:15:00Z'),
    })
    expect((await result('{}', { ...ACME, name: 'Ax' })).state).toBe('unsupported')
  })
})

test.each([parseGoogleNews, parseBingNews])('drops malformed items and keeps at most 200: %o', (parse) => {
  for (const xml of ['', '<rss>', '<rss></rss>', '<feed/>', '{}', '<rss><channel><item/>'])
    expect(parse(Buffer.from(xml), '', NOW)).toBeNull()
  expect(parse(Buffer.from(rss('<item/><item><title/><link/></item><item><link>x</link></item>')), '', NOW)).toEqual([])
  const many = `<item><title>Acme</title><link>https://a.example/${'x'.repeat(20)}</link></item>`.repeat(1000)
  expect(parse(Buffer.from(rss(many)), '', NOW)?.length).toBe(200)
})

import { afterEach, expect, test } from 'vitest'
import { EMPTY_MEMORY, type Memory } from '../../source.ts'
import { companySite, rssOf } from '../../../../testing/network/company-site.ts'
import { pollFeed } from '../../feed.ts'
import { pollNewsroom } from './newsroom.ts'
import { pollSitemap } from './sitemap-list.ts'

const now = new Date('2026-11-15T12:00:00Z')
const open: Awaited<ReturnType<typeof companySite>>[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((site) => site.close()))
})

async function siteWith(pages: Parameters<typeof companySite>[0]) {
  const site = await companySite(pages)
  open.push(site)
  return { ...site, asking: { fetch: site.safeFetch, now } }
}

test('an unchanged feed is recognized by its ETag or its content', async () => {
  const { url, pages, asking } = await siteWith({
    '/feed': ({ 'if-none-match': mark }) =>
      mark === '"a"' ? { status: 304 } : { headers: { etag: '"a"' }, body: rssOf('One') },
    '/plain': rssOf('One'),
  })
  const first = await pollFeed(`${url}/feed`, EMPTY_MEMORY, asking)
  expect(first).toMatchObject({
    state: 'ok',
    items: [{ title: 'One', url: `${url}/news/one` }],
    memory: { etag: '"a"' },
  })
  expect(await pollFeed(`${url}/feed`, first.memory, asking)).toMatchObject({
    state: 'unchanged',
    items: [],
    memory: first.memory,
  })
  const plain = await pollFeed(`${url}/plain`, EMPTY_MEMORY, asking)
  expect(await pollFeed(`${url}/plain`, plain.memory, asking)).toMatchObject({
    state: 'unchanged',
    items: [],
  })
  pages['/plain'] = rssOf('Two', 'One')
  expect((await pollFeed(`${url}/plain`, plain.memory, asking)).items).toHaveLength(2)
})

test('empty, truncated, missing, throttled and failing feeds have distinct states', async () => {
  const { url, asking, goDown } = await siteWith({
    '/empty': rssOf(),
    '/cut': { headers: { etag: '"x"' }, body: rssOf('One').replace('</channel></rss>', '<item><title>Tw') },
    '/page': '<html><title>Moved</title></html>',
    '/no': { status: 403 },
    '/busy': { status: 429 },
    '/fault': { status: 500 },
  })
  const state = async (path: string) => (await pollFeed(url + path, EMPTY_MEMORY, asking)).state
  expect(await state('/empty')).toBe('empty')
  expect(await pollFeed(`${url}/cut`, EMPTY_MEMORY, asking)).toMatchObject({
    state: 'partial',
    items: [{ title: 'One' }],
    memory: { etag: null },
  })
  expect(await state('/none')).toBe('never-found')
  expect(await state('/page')).toBe('failed')
  expect(await state('/no')).toBe('failed')
  expect(await state('/busy')).toBe('throttled')
  expect(await state('/fault')).toBe('failed')
  await goDown()
  expect(await state('/empty')).toBe('failed')
})

test('after three answers that are not a feed, polling pauses, and the old ETag is kept', async () => {
  const { url, asking } = await siteWith({ '/feed': { headers: { etag: '"page"' }, body: '<html></html>' } })
  let memory: Memory = { etag: '"feed"', lastModified: null, notes: null }
  const looks = []
  for (let time = 0; time < 3; time += 1) {
    const result = await pollFeed(`${url}/feed`, memory, asking)
    memory = result.memory
    looks.push(result.retryAt)
  }
  expect(memory.etag).toBe('"feed"')
  expect(looks).toEqual([null, null, new Date('2026-11-15T18:00:00Z')])
})

test('a feed that has moved is requested at its new URL, and at its old one when that fails', async () => {
  const site = await siteWith({
    '/old': { status: 301, headers: { location: '/new' } },
    '/new': rssOf('One'),
  })
  let memory = EMPTY_MEMORY
  for (let time = 0; time < 3; time += 1) {
    site.pages['/new'] = rssOf(`One${time}`)
    memory = (await pollFeed(`${site.url}/old`, memory, site.asking)).memory
  }
  site.asked.length = 0
  memory = (await pollFeed(`${site.url}/old`, memory, site.asking)).memory
  expect(site.asked).toEqual(['/new'])
  site.pages['/new'] = { status: 404 }
  memory = (await pollFeed(`${site.url}/old`, memory, site.asking)).memory
  site.pages['/old'] = rssOf('Back')
  expect(await pollFeed(`${site.url}/old`, memory, site.asking)).toMatchObject({
    state: 'ok',
    items: [{ title: 'Back' }],
  })
})

const list = (...slugs: string[]) =>
  slugs.map((slug) => `<a href="/news/${slug}"><img></a><a href="/news/${slug}">All about ${slug} here</a>`).join('')

test('the first poll of a newsroom learns its links, and later polls find new ones', async () => {
  const { url, pages, asking } = await siteWith({
    '/news': `<a href="/about">About us all</a>${list('first-thing', 'second-thing')}`,
    '/news/third-thing':
      '<html lang="en"><title>Third | Acme</title><meta name="description" content="It happened."><meta property="article:published_time" content="2026-11-14T09:00:00Z"><meta property="og:site_name" content="Acme">',
  })
  const first = await pollNewsroom(`${url}/news`, EMPTY_MEMORY, asking)
  expect(first).toMatchObject({ state: 'empty', items: [] })
  expect(await pollNewsroom(`${url}/news`, first.memory, asking)).toMatchObject({ state: 'unchanged' })
  pages['/news'] = list('third-thing', 'first-thing', 'second-thing')
  const second = await pollNewsroom(`${url}/news`, first.memory, asking)
  expect(second).toMatchObject({
    state: 'ok',
    items: [
      {
        url: `${url}/news/third-thing`,
        title: 'All about third-thing here',
        text: 'It happened.',
        publishedAt: new Date('2026-11-14T09:00:00Z'),
        publisher: 'Acme',
      },
    ],
  })
  expect(await pollNewsroom(`${url}/news`, second.memory, asking)).toMatchObject({
    state: 'unchanged',
    items: [],
  })
})

test('a rebuilt newsroom and one that needs scripts are partial results, not news', async () => {
  const slugs = (from: number) => Array.from({ length: 20 }, (_, at) => `story-${from + at}`)
  const { url, pages, asking } = await siteWith({
    '/news': list(...slugs(0)),
    '/app': '<div id="root"></div>',
  })
  const { memory } = await pollNewsroom(`${url}/news`, EMPTY_MEMORY, asking)
  pages['/news'] = list(...slugs(100))
  const rebuilt = await pollNewsroom(`${url}/news`, memory, asking)
  expect(rebuilt).toMatchObject({ state: 'partial', items: [] })
  expect(await pollNewsroom(`${url}/news`, rebuilt.memory, asking)).toMatchObject({ state: 'unchanged' })
  expect(await pollNewsroom(`${url}/app`, EMPTY_MEMORY, asking)).toMatchObject({ state: 'partial' })
})

test('a sitemap index yields dated news at once, and other pages only when they are new', async () => {
  const entry = (slug: string, more = '') => `<url><loc>/news/${slug}</loc>${more}</url>`
  const dated =
    '<lastmod>2026-11-14</lastmod><n:publication_date>2026-11-14</n:publication_date><n:title>Dated</n:title>'
  const { url, pages, asking } = await siteWith({
    '/sitemap.xml':
      '<sitemapindex><sitemap><loc>/pages.xml</loc></sitemap><sitemap><loc>/post-sitemap.xml</loc></sitemap></sitemapindex>',
    '/post-sitemap.xml': `<urlset>${entry('old-one')}${entry('dated-one', dated)}<url><loc>/about</loc></url></urlset>`,
    '/news/new-one': '<title>New one</title>',
  })
  const first = await pollSitemap(`${url}/sitemap.xml`, EMPTY_MEMORY, asking)
  expect(first).toMatchObject({ state: 'ok', items: [{ title: 'Dated', precision: 'day' }] })
  pages['/post-sitemap.xml'] =
    `<urlset>${entry('old-one')}${entry('new-one')}${entry('older', '<lastmod>2020-01-01</lastmod>')}${entry('dated-one', dated)}</urlset>`
  expect(await pollSitemap(`${url}/sitemap.xml`, first.memory, asking)).toMatchObject({
    state: 'ok',
    items: [{ title: 'New one' }],
  })
  pages['/post-sitemap.xml'] = { status: 500 }
  expect(await pollSitemap(`${url}/sitemap.xml`, first.memory, asking)).toMatchObject({
    state: 'failed',
    memory: first.memory,
  })
  expect(await pollSitemap(`${url}/nothing`, EMPTY_MEMORY, asking)).toMatchObject({ state: 'never-found' })
})

test("a sitemap's build date is not used as the date of its posts, but individual dates are", async () => {
  const slugs = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf']
  const sitemap = (dayOf: (at: number) => string) =>
    `<urlset>${slugs.map((slug, at) => `<url><loc>/news/${slug}-post</loc><lastmod>${dayOf(at)}</lastmod></url>`).join('')}</urlset>`
  const { url, pages, asked, asking } = await siteWith({
    '/sitemap.xml': sitemap(() => '2026-11-10'),
    ...Object.fromEntries(slugs.map((slug) => [`/news/${slug}-post`, `<title>${slug}</title><h1>${slug}</h1>`])),
  })
  const built = await pollSitemap(`${url}/sitemap.xml`, EMPTY_MEMORY, asking)
  expect(built.items.map(({ publishedAt }) => publishedAt)).toEqual([null, null, null])
  // Some sitemaps begin with the oldest post, so both ends are opened.
  expect(asked.filter((path) => path.endsWith('-post')).toSorted()).toEqual(
    ['alpha', 'bravo', 'charlie', 'foxtrot', 'golf'].map((slug) => `/news/${slug}-post`),
  )
  pages['/sitemap.xml'] = sitemap((at) => `2026-11-0${at + 1}`)
  const dated = await pollSitemap(`${url}/sitemap.xml`, EMPTY_MEMORY, asking)
  expect(dated.items.map(({ title, publishedAt }) => [title, publishedAt?.getUTCDate()])).toEqual([
    ['golf', 7],
    ['foxtrot', 6],
    ['echo', 5],
    ['delta', 4],
    ['charlie', 3],
  ])
})

test('a post that failed to load is retried by the next poll, but one that is gone is not', async () => {
  const { url, pages, asked, asking } = await siteWith({
    '/news': list('first-thing', 'second-thing'),
    '/news/first-thing': { status: 500 },
  })
  const first = await pollNewsroom(`${url}/news`, EMPTY_MEMORY, asking)
  expect(first.items).toEqual([])
  pages['/news/first-thing'] = '<title>x</title><meta property="article:published_time" content="2026-11-14">'
  asked.length = 0
  const second = await pollNewsroom(`${url}/news`, first.memory, asking)
  expect(second.items.map(({ publishedAt }) => publishedAt)).toEqual([new Date('2026-11-14')])
  expect(asked).toEqual(['/news', '/news/first-thing'])
})

test('a page that loads its posts is always requested in full, and robots.txt applies to what it loads', async () => {
  const data = (...slugs: string[]) =>
    JSON.stringify(slugs.map((slug) => ({ title: `About ${slug}`, url: `/news/${slug}`, date: '2026-11-10' })))
  const { url, pages, asked, asking } = await siteWith({
    '/news': ({ 'if-none-match': mark }) =>
      mark === '"a"' ? { status: 304 } : { headers: { etag: '"a"' }, body: '<div data-endpoint="/api/posts"></div>' },
    '/api/posts': data('first-thing'),
  })
  const first = await pollNewsroom(`${url}/news`, EMPTY_MEMORY, asking)
  expect(first.items.map(({ title }) => title)).toEqual(['About first-thing'])
  pages['/api/posts'] = data('second-thing', 'first-thing')
  const second = await pollNewsroom(`${url}/news`, first.memory, asking)
  expect(second.items.map(({ title }) => title)).toEqual(['About second-thing'])
  asked.length = 0
  const mayFetch = async (address: string) => !address.includes('/api/')
  expect(await pollNewsroom(`${url}/news`, second.memory, { ...asking, mayFetch })).toMatchObject({ state: 'partial' })
  expect(asked).toEqual(['/news'])
})

test('what a page loads must come from the same site', async () => {
  const elsewhere = await siteWith({ '/api': JSON.stringify([{ title: 'One', url: '/news/one', date: '2026-11-10' }]) })
  const { url, asking } = await siteWith({
    '/news': '<div data-endpoint="/api"></div>',
    '/api': { status: 302, headers: { location: `${elsewhere.url}/api` } },
  })
  expect(await pollNewsroom(`${url}/news`, EMPTY_MEMORY, asking)).toMatchObject({ state: 'partial' })
})

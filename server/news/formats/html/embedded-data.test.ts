import { expect, test } from 'vitest'
import { growth, LINEAR } from '../../../testing/growth.ts'
import { postsInData } from './embedded-data.ts'

const posts = (html: string) =>
  postsInData(html, 'https://acme.example/blog').map(({ url, slug, title, date }) => [
    url?.slice(20) ?? slug,
    title,
    date?.at.toISOString().slice(0, 10) ?? null,
  ])
const POST = ['/blog/one', 'One', '2026-11-10']
const json = (value: unknown, more = '') => `<script type="application/json"${more}>${JSON.stringify(value)}</script>`
const linked = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

test('reads posts from a JSON-LD ItemList, Blog and graph', () => {
  const article = { '@type': 'BlogPosting', headline: 'One', url: '/blog/one', datePublished: '2026-11-10' }
  expect(
    posts(linked({ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', position: 1, item: article }] })),
  ).toEqual([POST])
  expect(posts(linked({ '@type': 'Blog', blogPost: [article] }))).toEqual([POST])
  expect(
    posts(linked({ '@graph': [{ '@type': 'Article', headline: 'One', mainEntityOfPage: { '@id': '/blog/one' } }] })),
  ).toEqual([['/blog/one', 'One', null]])
})

test('reads posts from Next.js and other JSON data, with slugs and wrapped texts', () => {
  const data = {
    props: { pageProps: { posts: [{ title: 'One', slug: { current: 'one' }, publishedAt: '2026-11-10T08:00:00Z' }] } },
  }
  expect(posts(json(data, ' id="__NEXT_DATA__"'))).toEqual([['one', 'One', '2026-11-10']])
  expect(posts(json([{ title: { rendered: 'One' }, link: '/blog/one', date: '2026-11-10T08:00:00' }]))).toEqual([POST])
  expect(posts(json({ items: [{ fields: { title: 'One', slug: 'one', date: 1794268800 } }] }))).toEqual([
    ['one', 'One', '2026-11-10'],
  ])
})

test('reads posts from app router rows that are split anywhere', () => {
  const row = `a:["$","$L5",null,${JSON.stringify({ posts: [{ title: 'One', href: '/blog/one', date: 'November 10, 2026' }] })}]\n`
  const push = (part: string) => `<script>self.__next_f.push([1,${JSON.stringify(part)}])</script>`
  expect(
    posts(`<script>self.__next_f=self.__next_f||[]</script>${push(row.slice(0, 30))}${push(row.slice(30))}`),
  ).toEqual([POST])
})

test('reads posts from an assigned state and from Nuxt’s flat list', () => {
  expect(
    posts(
      '<script>window.__STATE__ = {"posts":[{"title":"One","url":"/blog/one","publishedAt":"2026-11-10"}]};</script>',
    ),
  ).toEqual([POST])
  expect(posts(json([{ data: 1 }, [2], { title: 3, slug: 4, publishedAt: 5 }, 'One', 'one', '2026-11-10']))).toEqual([
    ['one', 'One', '2026-11-10'],
  ])
})

test('reads posts from the state of Nuxt 3, Astro, SvelteKit, Gatsby and Prismic', () => {
  const nuxt = [['ShallowReactive', 1], { list: 2 }, [3], { _path: 4, title: 5, date: 6 }, '/blog/one', 'One']
  expect(posts(json([...nuxt, ['Date', '2026-11-10T08:00:00.000Z']]))).toEqual([POST])
  const props = JSON.stringify({
    posts: [1, [[0, { title: [0, 'One'], path: [0, '/blog/one'], date: [3, '2026-11-10'] }]]],
  })
  expect(posts(`<astro-island props="${props.replaceAll('"', '&quot;')}"></astro-island>`)).toEqual([POST])
  const kit = `data: [null,{type:"data",data:{posts:[{slug:"one",title:"One",date:new Date(1794268800000),tags:void 0}]}}],`
  expect(posts(`<script>kit.start(app, element, { ${kit} form: null });</script>`)).toEqual([
    ['one', 'One', '2026-11-10'],
  ])
  expect(
    posts(json({ nodes: [{ fields: { slug: '/blog/one' }, frontmatter: { title: 'One', date: '2026-11-10' } }] })),
  ).toEqual([POST])
  expect(
    posts(json([{ uid: 'one', data: { title: [{ type: 'heading1', text: 'One' }], date: '2026-11-10' } }])),
  ).toEqual([['one', 'One', '2026-11-10']])
})

test('products, jobs, authors and tags are not posts', () => {
  const others = [
    { name: 'Widget', slug: 'widget', createdAt: '2026-11-10', price: 5 },
    { name: 'Ann Lee', slug: 'ann' },
    { title: 'Robots', url: '/blog/tag/robots', count: 12 },
    { title: 'Engineer', url: '/jobs/1', updatedAt: '2026-11-10' },
    { '@type': 'Product', name: 'Widget', url: '/widget' },
  ]
  expect(posts(json({ others }) + linked(others))).toEqual([])
})

test.each([
  '<script>',
  '<script>{',
  'self.__next_f.push([1,"',
  '{"a":[',
  '<script>data:{a:',
  'data:[new Date(',
  json({ title: 'One', slug: 'a', date: '2026' }),
])('repeated %s takes linear time', async (piece) => {
  const page = (length: number) => piece.repeat(Math.floor(length / piece.length))
  expect(await growth(page, 400_000, (html: string) => posts(html))).toBeLessThan(LINEAR)
})

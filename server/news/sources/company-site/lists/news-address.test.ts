import { expect, test } from 'vitest'
import { isNewsAddress, isSection, mayBeArticle } from './news-address.ts'

const at = (path: string) => `https://acme.example${path}`
const isPost = (path: string, list?: string) =>
  mayBeArticle(new URL(at(path)), list === undefined ? undefined : at(list))
const isNews = (path: string, list: string) => isNewsAddress(at(path), at(list))

test.each([
  ['/about/news/acme-opens'],
  ['/category/news/acme-opens'],
  ['/archives/123'],
  ['/topics/123.html'],
  ['/topics/acme-opens', '/topics/'],
  ['/?p=12'],
])('%s may be a post', (path, list?: string) => expect(isPost(path, list)).toBe(true))

test.each([
  ['/about/acme-opens'],
  ['/careers/stories/meet-ann'],
  ['/archives/november'],
  ['/topics/acme-opens'],
  ['/blog/tag/news'],
  ['/press/2026.html'],
  ['/topics/author/ann', '/topics/'],
])('%s is not a post', (path, list?: string) => expect(isPost(path, list)).toBe(false))

test.each([
  ['/whats-on/new-store.php', '/whats-on.php'],
  ['/hub/new-store.htm', '/hub/index.htm'],
  ['/hub.php?id=12', '/hub.php'],
  ['/index.php?id=4&tx_news_pi1%5Bnews%5D=12', '/index.php?id=4'],
])('%s belongs to the list at %s', (path, list) => expect(isNews(path, list)).toBe(true))

test.each([
  ['/index.php?id=5', '/index.php?id=4'],
  ['/hub.php?color=red', '/hub.php'],
  ['/other/new-store.php', '/hub/index.php'],
])('%s does not belong to the list at %s', (path, list) => expect(isNews(path, list)).toBe(false))

test('numbered and compound names are sections, too', () => {
  const names = [
    'news-1',
    'blog-2',
    'news-and-updates',
    'press-and-media',
    'salle-de-presse',
    'meldungen',
    'notas-de-prensa',
  ]
  expect(names.filter((name) => !isSection(name))).toEqual([])
  expect(isSection('newspaper')).toBe(false)
})

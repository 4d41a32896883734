import { expect, test } from 'vitest'
import { readPage } from '../page.ts'
import { titlesOf } from './page-titles.ts'

const read = (html: string) =>
  readPage(Buffer.from(html), 'text/html; charset=utf-8', 'https://www.acme.example/news/x')

function titles(...pages: string[]) {
  const all = pages.map(read)
  return all.map(titlesOf(all))
}

test.each([
  ['the name of the domain', '<title>A new plant | ACME</title>'],
  [
    'the name of the site',
    '<title>A new plant – Acme Tidal</title><meta property="og:site_name" content="Acme Tidal">',
  ],
  [
    'the name of the organization',
    '<title>Tidal Works: home - A new plant</title><script type="application/ld+json">{"@type":"Organization","name":"Tidal Works: home"}</script>',
  ],
  [
    'a headline that is only the name',
    '<title>A new plant</title><h1>Acme</h1><meta property="og:title" content="Acme">',
  ],
])('a title does not include %s', (_, html) => expect(titles(html)).toEqual(['A new plant']))

test('what all titles share is not part of any of them', () => {
  expect(
    titles('<title>A new plant | News | The tide people</title>', '<title>Series A - News | The tide people</title>'),
  ).toEqual(['A new plant', 'Series A'])
  const logo = (title: string) => `<title>The tide people – ${title}</title><h1>The tide people</h1>`
  expect(titles(logo('A new plant'), logo('Series A'))).toEqual(['A new plant', 'Series A'])
})

test('other parts of a title are kept', () => {
  expect(titles('<title>A new plant - one year on</title>')).toEqual(['A new plant - one year on'])
  expect(titles('<title>Acme</title>')).toEqual(['Acme'])
  expect(titles('<title>Interview | Ann</title>', '<title>Interview | Bob</title>', '<title>Series A</title>')).toEqual(
    ['Interview | Ann', 'Interview | Bob', 'Series A'],
  )
})

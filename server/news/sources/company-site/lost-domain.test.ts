import { expect, test } from 'vitest'
import { siteOf, type Site } from '../../site/site.ts'
import { lostDomain } from './lost-domain.ts'
import { readPage } from './page.ts'

const own = siteOf('https://copsegenomics.com') as Site
const company = { name: 'Copse Genomics', typed: ['Copse Genomics'] }

function problemOf(html: string, { url = own.url, name = company.name, site = own } = {}): string | null {
  const bytes = Buffer.from(html)
  const answer = { url, status: 200, headers: { 'content-type': 'text/html' }, bytes, notModified: false }
  return lostDomain({ name, typed: [name] }, site, answer, readPage(bytes, 'text/html', url, site))
}

const page = (siteName: string, body = '', title = siteName) =>
  `<html><head><title>${title}</title><meta property="og:site_name" content="${siteName}"></head><body>${body}</body></html>`

test.each([
  '<title>copsegenomics.com</title><p>This domain is parked free, courtesy of RegistrarOne.</p>',
  '<title>copsegenomics.com</title><p>copsegenomics.com is for sale. Make an offer.</p>',
  '<p>The domain name copsegenomics.com has been listed for sale</p>',
  '<h1>This domain has expired</h1>',
  '<script>window.onload=function(){window.location.href="/lander"}</script>',
  '<script src="https://img.sedoparking.com/templates/bg.js"></script>',
])('parked: %s', (html) => {
  expect(problemOf(html)).toMatch(/^The domain is parked or for sale\./)
})

test('a redirect to a domain marketplace counts as parked', () => {
  expect(problemOf('<p>Any text</p>', { url: 'https://www.hugedomains.com/d?d=copsegenomics.com' })).toMatch(/parked/)
})

test.each([
  ['a trade', page('Copse Genomics', '<p>Our house is for sale</p><h2>Two flats are for sale</h2>')],
  [
    'an article about domains',
    page('Copse Genomics', `<p>Buy this domain, they said.</p>${'<p>Long text. </p>'.repeat(600)}`),
  ],
])('not parked: %s', (_, html) => {
  expect(problemOf(html)).toBeNull()
})

const CASINO = '<h2>Play online slots</h2><h2>Casino bonus codes</h2>'

test('a casino, or a page that never says the name, belongs to another company', () => {
  expect(problemOf(page('LuckyReels777', CASINO))).toMatch(/another company \(LuckyReels777\)/)
  expect(
    problemOf(page('Essay Genie Pro', '<h2>Order today</h2><a href="https://copsegenomics.com/order">Order</a>')),
  ).toMatch(/another company \(Essay Genie Pro\)/)
  expect(problemOf(page('LuckyReels777', CASINO), { url: 'https://luckyreels.com/' })).toMatch(/another company/)
})

test.each([
  ['its own name', page('Copse Genomics', CASINO)],
  ['part of its name', page('Copse', '<p>Reading genomes.</p>')],
  ['another name and its own', page('Highfen', '<p>Highfen, formerly Copse Genomics.</p>')],
  ['no name at all', page('Home', '<p>Reading genomes.</p>')],
  ['a name in another script', page('株式会社コプセ', '<p>ゲノム</p>')],
  ['one word of a casino', page('Highfen', '<p>Copse. A casino of ideas.</p>')],
])('the domain still belongs to the company: %s', (_, html) => {
  expect(problemOf(html)).toBeNull()
})

test('a redirect, a brand unlike the company name and a gambling business get the benefit of the doubt', () => {
  const other = page('Highfen', '<p>Water networks.</p>')
  expect(problemOf(other, { url: 'https://highfen.com/' })).toBeNull()
  expect(problemOf(other, { name: 'Tallow Holdings' })).toBeNull()
  expect(problemOf(page('BetGuard', CASINO), { name: 'Casino Compliance' })).toBeNull()
})

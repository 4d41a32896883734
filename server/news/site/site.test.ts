import { expect, test } from 'vitest'
import { isInSite, isOwnAddress, namesSite, possibleOwners, publisherDomain, siteOf, type Site } from './site.ts'

const site = (address: string): Site => siteOf(address)!

test.each([
  ['https://www.acme.com/', 'acme.com'],
  ['http://ACME.com:80/index.html?utm_source=x#top', 'acme.com'],
  ['acme.com', 'acme.com'],
  ['https://blog.acme.com/', 'blog.acme.com'],
  ['https://acme.com/en/', 'acme.com/en'],
  ['https://host.com/company/', 'host.com/company'],
  ['https://host.com/company/index.php', 'host.com/company'],
  ['https://host.com/view?id=2&ref=x', 'host.com/view?id=2'],
  ['https://host.com/?firm=7', 'host.com/?firm=7'],
  ['https://solarfarm.wordpress.com', 'solarfarm.wordpress.com'],
  ['https://www.linkedin.com/company/Acme/about/?trk=x', 'linkedin.com/company/acme'],
  ['https://sites.google.com/view/acme', 'sites.google.com/view/acme'],
  ['https://x.com/Acme/status/1', 'x.com/acme'],
  ['https://medium.com/@acme/a-story', 'medium.com/@acme'],
  ['https://acme.medium.com/', 'acme.medium.com'],
  ['https://facebook.com/profile.php?id=12', 'facebook.com/profile.php?id=12'],
  ['http://127.0.0.1:8080/a', 'http://127.0.0.1:8080/a'],
  ['https://acme.com:8443', 'acme.com:8443'],
])('the key of %s is %s', (address, key) => {
  expect(site(address).key).toBe(key)
})

test('anything other than a web address has no site', () => {
  expect([siteOf(''), siteOf('mailto:a@acme.com'), siteOf('ftp://acme.com/')]).toEqual([null, null, null])
})

test('the start URL does not depend on how the address was typed', () => {
  expect(site('http://WWW.Acme.com/?utm_campaign=mine').url).toBe(site('https://acme.com').url)
})

test.each([
  ['https://acme.com', 'https://www.acme.com/x', true, true],
  ['https://acme.com', 'https://blog.acme.com/x', false, true],
  ['https://acme.com', 'https://other.acme.com/x', false, false],
  ['https://blog.acme.com', 'https://acme.com/x', false, false],
  ['https://acme.com/en', 'https://acme.com/blog/x', true, true],
  ['https://host.com/one', 'https://host.com/one/feed', true, true],
  ['https://host.com/one', 'https://host.com/one-more', false, false],
  ['https://host.com/one', 'https://host.com/', false, false],
  ['https://host.com/one', 'https://blog.host.com/', false, false],
  ['https://host.com/view?id=1', 'https://host.com/view?id=2', false, false],
  ['https://one.wordpress.com', 'https://two.wordpress.com/x', false, false],
  ['https://one.wordpress.com', 'https://wordpress.com/blog', false, false],
  ['https://one.medium.com', 'https://one.medium.com/a-story', true, true],
  ['https://wordpress.com', 'https://wordpress.com/blog', true, true],
  ['https://wordpress.com', 'https://blog.wordpress.com/', false, false],
  ['https://github.com', 'https://github.com/acme/core', false, false],
  ['https://github.com/acme', 'https://github.com/Acme/core', true, true],
])('tells whether %s contains and owns %s', (own, address, isIn, isOwn) => {
  expect([isInSite(site(own), address), isOwnAddress(site(own), address)]).toEqual([isIn, isOwn])
})

test('the possible owners of an address include its actual owner', () => {
  for (const [own, address] of [
    ['https://acme.com', 'https://www.acme.com/news/2'],
    ['https://acme.com', 'https://blog.acme.com/2'],
    ['https://host.com/one', 'https://host.com/one/news/2'],
    ['https://one.wordpress.com', 'https://one.wordpress.com/2026/x'],
  ] as const)
    expect(possibleOwners(address)).toContain(site(own).key)
  expect(possibleOwners('https://two.wordpress.com/2')).not.toContain('wordpress.com')
  expect(possibleOwners('https://other.acme.com/2')).not.toContain('acme.com')
})

test.each([
  ['acme.com', 'visit acme.com.', true],
  ['acme.com', 'at www.acme.com/jobs', true],
  ['acme.com', 'at blog.acme.com', true],
  ['acme.com', 'at petfood.acme.com', false],
  ['acme.com', 'at notacme.com or acme.com.au', false],
  ['wordpress.com', 'at petfood.wordpress.com', false],
  ['github.com', 'at github.com/acme', false],
  ['linkedin.com/company/acme', 'linkedin.com/company/acme-labs', false],
  ['linkedin.com/company/acme', 'www.linkedin.com/company/acme', true],
])('tells whether %s is named in “%s”', (own, text, isNamed) => {
  expect(namesSite(text, site(own))).toBe(isNamed)
})

test('derives the publisher’s domain from an address', () => {
  expect(publisherDomain('https://blog.acme.co.uk/x')).toBe('acme.co.uk')
  expect(publisherDomain('https://one.substack.com/p/x')).toBe('one.substack.com')
  expect(publisherDomain('https://www.substack.com/p/x')).toBe('substack.com')
  expect(publisherDomain('http://127.0.0.1/x')).toBeNull()
})

import { expect, test } from 'vitest'
import { nameOnSite } from './judge-site.ts'

const answer = (body: string, status = 200) => ({
  url: 'https://marrowfield.com/',
  status,
  headers: { 'content-type': 'text/html' },
  bytes: Buffer.from(body),
  notModified: false,
})

test("a page that calls itself by the company's name is its website", () => {
  expect(nameOnSite(answer('<title>Marrowfield | Soil for roofs</title>'), 'Marrowfield')).toEqual({
    name: 'Marrowfield',
    website: 'https://marrowfield.com',
  })
})

test.each([
  ['only mentions it', answer('<title>Orchard notes</title><p>We once wrote about Marrowfield.</p>')],
  ['has a longer name', answer('<title>Marrowfield County Fair</title>')],
  ['answers with an error', answer('<title>Marrowfield</title>', 404)],
])("a page that %s is not the company's website", (_, page) => {
  expect(nameOnSite(page, 'Marrowfield')).toBeNull()
})

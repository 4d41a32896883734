import { expect, test } from 'vitest'
import { linkedAccounts } from './linked-accounts.ts'

const found = (addresses: string[], siteName = 'acme', mayBeTheOnly = true) =>
  linkedAccounts(addresses, siteName, mayBeTheOnly).map(({ kind, value }) => `${kind} ${value}`)

test('finds the accounts that a page links to', () => {
  expect(
    found([
      'https://apps.apple.com/us/app/acme-vet/id123456789?mt=8',
      'https://www.npmjs.com/package/@acme/sdk',
      'https://pypi.org/project/acme/',
      'https://crates.io/crates/acme_core',
      'https://huggingface.co/acme',
      'https://bsky.app/profile/acme.example',
      'https://mastodon.social/@acme',
    ]),
  ).toEqual([
    'app-store id123456789',
    'npm @acme/sdk',
    'pypi acme',
    'crates acme_core',
    'huggingface acme',
    'bluesky acme.example',
    'mastodon mastodon.social/@acme',
  ])
})

test('service pages, posts and lookalike URLs are not accounts', () => {
  expect(
    found([
      'https://apps.apple.com/us/developer/acme/id123456789',
      'https://podcasts.apple.com/us/podcast/acme/id123456789',
      'https://bsky.app/profile/acme.example/post/3kabc',
      'https://huggingface.co/docs/transformers',
      'https://medium.com/@acme',
      'https://www.youtube.com/@acme',
      'https://mastodon.social/@acme/1123',
      'https://bsky.app.evil.example/profile/acme.example',
      'nonsense /@',
    ]),
  ).toEqual([])
})

test('of several social accounts, only the one named like the site is used', () => {
  const both = ['https://bsky.app/profile/reporter.example', 'https://bsky.app/profile/acme.bsky.social']
  expect(found(both)).toEqual(['bluesky acme.bsky.social'])
  expect(found(both, 'other')).toEqual([])
  expect(found(both.slice(0, 1), 'other')).toEqual(['bluesky reporter.example'])
  expect(found(both.slice(0, 1), 'other', false)).toEqual([])
})

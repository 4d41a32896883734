import { expect, test } from 'vitest'
import { cannedFetch, type Canned } from '../../../testing/network/canned-fetch.ts'
import type { Permission } from '../robots.ts'
import { EMPTY_MEMORY, type FactKind, type Memory, type TrackedCompany } from '../source.ts'
import { pollSocial } from './social.ts'

const now = new Date('2026-03-04T12:00:00Z')
const origin = 'http://127.0.0.1:9001'
const company = (kind: FactKind, value: string): TrackedCompany => ({
  name: 'Acme',
  domain: 'acme.example',
  website: 'https://acme.example',
  aliases: [],
  facts: [{ kind, value }],
})
const BLUESKY = `${origin}/xrpc/app.bsky.feed.getAuthorFeed?actor=acme.example&filter=posts_no_replies&limit=30`
const MASTODON = 'https://mastodon.example/@acme.rss'

type Options = { value?: string; memory?: Memory; rules?: Permission }
const poll = async (kind: FactKind, canned: Canned, { value = '', memory = EMPTY_MEMORY, ...given }: Options = {}) => {
  const rules = given.rules ?? { answer: 'yes', delayMs: 0 }
  const { fetch, asked } = cannedFetch({ [BLUESKY]: canned, [MASTODON]: canned })
  const account = value || (kind === 'bluesky' ? 'acme.example' : 'mastodon.example/@acme')
  const permission = async () => rules
  const request = { fetch, now, origin, mayFetch: async () => rules.answer !== 'no', permission }
  return { ...(await pollSocial(company(kind, account), memory, request)), asked }
}

const LONG = 'We have moved to Springfield, and we hire ten people there this spring.'
const entry = (text: string, more: object = {}) => ({
  post: {
    uri: 'at://did:plc:abc123/app.bsky.feed.post/3kabc',
    author: { did: 'did:plc:abc123', handle: 'acme.example' },
    record: { $type: 'app.bsky.feed.post', text, createdAt: '2026-03-03T10:00:00.000Z', langs: ['en'] },
  },
  ...more,
})
const bluesky = (...feed: unknown[]) => JSON.stringify({ feed, cursor: 'x' })
const rss = (text: string) =>
  `<rss version="2.0"><channel><title>Acme</title><link>https://mastodon.example/@acme</link><item><guid>https://mastodon.example/@acme/1</guid><link>https://mastodon.example/@acme/1</link><pubDate>Tue, 03 Mar 2026 10:00:00 +0000</pubDate><description>&lt;p&gt;${text}&lt;/p&gt;</description></item></channel></rss>`

test('reads posts on Bluesky', async () => {
  const { items } = await poll('bluesky', bluesky(entry(`${LONG}\n\nJoin us!`)))
  expect(items).toMatchObject([
    {
      url: 'https://bsky.app/profile/acme.example/post/3kabc',
      title: LONG,
      publishedAt: new Date('2026-03-03T10:00:00Z'),
      publisher: 'Bluesky',
      language: 'en',
      kind: 'post',
    },
  ])
})

test('reads posts on Mastodon', async () => {
  expect((await poll('mastodon', rss(LONG))).items).toMatchObject([
    { url: 'https://mastodon.example/@acme/1', title: LONG, text: LONG, publisher: 'Mastodon', kind: 'post' },
  ])
})

test('reposts, replies and short remarks are left out; a long post has a short title', async () => {
  const reposted = entry(LONG, { reason: { $type: 'app.bsky.feed.defs#reasonRepost' } })
  expect(await poll('bluesky', bluesky(reposted, entry(LONG, { reply: {} }), entry('Good morning!')))).toMatchObject({
    state: 'empty',
    items: [],
  })
  const [item] = (await poll('bluesky', bluesky(entry(`${LONG} `.repeat(5))))).items
  expect([item!.title.length < 145, item!.title.endsWith('…'), item!.text.length > 300]).toEqual([true, true, true])
})

test('a server that disallows robots is not requested', async () => {
  expect((await poll('mastodon', rss(LONG), { rules: { answer: 'no' } })).asked).toEqual([])
})

test('a server whose robots.txt cannot be read is not requested now, and the poll fails with that reason', async () => {
  const rules: Permission = { answer: 'not-now', retryAt: now, problem: 'The server reported an error.' }
  expect(await poll('mastodon', rss(LONG), { rules })).toMatchObject({
    state: 'failed',
    problem: 'The server reported an error.',
    asked: [],
  })
  expect((await poll('bluesky', bluesky(entry(LONG)), { rules })).state).toBe('ok')
})

test.each([
  ['bluesky', 'acme.example&actor=x'],
  ['mastodon', 'evil.example/../@acme'],
  ['mastodon', 'localhost/@acme'],
  ['title', 'acme'],
] as [FactKind, string][])('%s %s is not requested', async (kind, value) => {
  expect(await poll(kind, '', { value })).toMatchObject({ state: 'never-found', asked: [] })
})

test.each(['bluesky', 'mastodon'] as FactKind[])(
  '%s: errors, unreadable answers and unchanged feeds each get their state',
  async (kind) => {
    const states = await Promise.all(
      [{ status: 404 }, { status: 429 }, '', '<html>', '{}'].map((canned) => poll(kind, canned)),
    )
    expect(states.map(({ state }) => state)).toEqual(['never-found', 'throttled', 'failed', 'failed', 'failed'])
    const body = kind === 'bluesky' ? bluesky(entry(LONG)) : rss(LONG)
    const { memory } = await poll(kind, { body, headers: { etag: '"1"' } })
    const again = await poll(kind, { status: 304 }, { memory })
    expect([again.state, again.asked[0]?.etag]).toEqual(['unchanged', '"1"'])
  },
)

test('malformed posts are ignored', async () => {
  const odd = [
    null,
    5,
    {},
    { post: { uri: 'at://x/../y', record: {} } },
    { post: { ...entry(LONG).post, uri: 'javascript:1' } },
  ]
  expect((await poll('bluesky', bluesky(...odd))).items).toEqual([])
})

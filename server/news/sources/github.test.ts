import { expect, test } from 'vitest'
import { EMPTY_MEMORY, type Memory, type TrackedCompany } from './source.ts'
import { cannedFetch, rejected, type Canned } from '../../testing/network/canned-fetch.ts'
import { pollGithub, parseReleases, parseRepositories } from './github.ts'

const NOW = new Date('2026-03-04T12:00:00Z')
const origin = 'http://127.0.0.1:9000'

const trackedCompany = (value: string | null): TrackedCompany => ({
  name: 'Acme',
  domain: null,
  website: null,
  aliases: [],
  facts: value === null ? [] : [{ kind: 'github', value }],
})
const PAGE = `<html><body><a href="/acme">Acme</a><a itemprop="name codeRepository" href="/acme/arm" class="x">arm</a>
  <a href="/acme/arm/stargazers">5</a><a href="/acme/arm">arm</a><a href="/Acme/hand.js">hand.js</a><a href="/acme/.github">x</a><a href="/features/actions">x</a></body></html>`

const release = (
  repository: string,
  tag: string,
  title: string,
  content = '&lt;p&gt;Better &amp;amp; faster&lt;/p&gt;',
) =>
  `<entry><id>tag:github.com,2008:Repository/55/${tag}</id><updated>2026-03-03T09:30:00Z</updated><link rel="alternate" type="text/html" href="https://github.com/acme/${repository}/releases/tag/${tag}"/><title>${title}</title><content type="html">${content}</content><author><name>someone</name></author></entry>`
const feed = (...entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><id>tag:github.com,2008:https://github.com/acme/arm/releases</id><title>Release notes from arm</title>${entries.join('')}</feed>`

const result = async (
  answers: Record<string, Canned>,
  about = trackedCompany('acme'),
  memory: Memory = EMPTY_MEMORY,
  now = NOW,
) => {
  const { fetch, asked } = cannedFetch(
    Object.fromEntries(Object.entries(answers).map(([path, answer]) => [origin + path, answer])),
  )
  return {
    found: await pollGithub(about, memory, { fetch, origin, now }),
    asked: asked.map(({ url }) => url.slice(origin.length)),
    etags: asked.map(({ etag }) => etag ?? null),
  }
}

test('a release has its repository name, notes and date', () => {
  expect(parseReleases(Buffer.from(feed(release('arm', 'v2.0', 'v2.0'))), 'arm', origin, NOW)).toEqual([
    {
      url: 'https://github.com/acme/arm/releases/tag/v2.0',
      title: 'arm v2.0',
      text: 'Better & faster',
      publishedAt: new Date('2026-03-03T09:30:00Z'),
      precision: 'second',
      publisher: 'GitHub',
      language: null,
      kind: 'release',
      facts: { repository: 'arm', tag: 'v2.0' },
    },
  ])
  const [named] =
    parseReleases(Buffer.from(feed(release('arm', 'v2', 'Arm 2: stronger', 'No content.'))), 'arm', origin, NOW) ?? []
  expect(named).toMatchObject({ title: 'Arm 2: stronger', text: '' })
})

test('malformed feeds yield no releases', () => {
  for (const xml of ['', '<rss/>', '<feed>', '<!doctype html><p>'])
    expect(parseReleases(Buffer.from(xml), 'arm', origin, NOW)).toBeNull()
  expect(
    parseReleases(
      Buffer.from(feed('<entry/>', '<entry><title>x</title><link href="javascript:x"/></entry>')),
      'arm',
      origin,
      NOW,
    ),
  ).toEqual([])
})

test("lists the repositories on an organization's page, each once and at most eight", () => {
  expect(parseRepositories(Buffer.from(PAGE), 'acme')).toEqual(['arm', 'hand.js'])
  const many = Array.from({ length: 100 }, (_, i) => `<a href="/acme/r${i}">`).join('')
  expect(parseRepositories(Buffer.from(many), 'acme')).toHaveLength(8)
})

test('requests the page once a day and the releases of each repository at every poll', async () => {
  const answers = {
    '/acme': PAGE,
    '/acme/arm/releases.atom': { body: feed(release('arm', 'v2', 'v2')), headers: { etag: '"1"' } },
    '/acme/hand.js/releases.atom': feed(),
  }
  const first = await result(answers)
  expect(first.asked).toEqual(['/acme', '/acme/arm/releases.atom', '/acme/hand.js/releases.atom'])
  expect(first.found.items.map(({ title }) => title)).toEqual(['arm v2'])
  const second = await result({ ...answers, '/acme/arm/releases.atom': { status: 304 } }, undefined, first.found.memory)
  expect(second.asked).toEqual(['/acme/arm/releases.atom', '/acme/hand.js/releases.atom'])
  expect(second.etags).toEqual(['"1"', null])
  expect(second.found).toMatchObject({ state: 'unchanged', items: [], memory: first.found.memory })
  const nextDay = await result(answers, undefined, first.found.memory, new Date('2026-03-05T13:00:00Z'))
  expect(nextDay.asked[0]).toBe('/acme')
})

test.each(['https://github.com/acme/arm', 'acme/arm', 'github.com/acme/arm/releases'])(
  'requests a single repository for %s',
  async (value) => {
    const { asked } = await result({ '/acme/arm/releases.atom': feed() }, trackedCompany(value))
    expect(asked).toEqual(['/acme/arm/releases.atom'])
  },
)

test('unknown, missing, empty and unreachable organizations have distinct results', async () => {
  const nobody = await result({}, trackedCompany(null))
  expect(nobody).toMatchObject({
    found: { state: 'never-found', problem: 'No GitHub organization is known for this company.' },
    asked: [],
  })
  expect((await result({}, trackedCompany('../evil'))).asked).toEqual([])
  expect((await result({})).found).toMatchObject({
    state: 'never-found',
    problem: 'This organization does not exist on GitHub.',
  })
  expect((await result({ '/acme': '<html></html>' })).found).toMatchObject({ state: 'empty' })
  expect((await result({ '/acme': rejected('dns') })).found).toMatchObject({ state: 'failed' })
  const { found } = await result({
    '/acme': PAGE,
    '/acme/arm/releases.atom': feed(release('arm', 'v2', 'v2')),
    '/acme/hand.js/releases.atom': { status: 429 },
  })
  expect(found).toMatchObject({ state: 'partial', retryAt: new Date('2026-03-04T12:15:00Z') })
  expect(found.items).toHaveLength(1)
})

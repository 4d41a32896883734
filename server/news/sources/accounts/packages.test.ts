import { expect, test } from 'vitest'
import { cannedFetch, type Canned } from '../../../testing/network/canned-fetch.ts'
import { EMPTY_MEMORY, type FactKind, type TrackedCompany } from '../source.ts'
import { pollPackages } from './packages.ts'

const now = new Date('2026-03-04T12:00:00Z')
const origins = { npm: 'http://npm', pypi: 'http://pypi', crates: 'http://crates', huggingface: 'http://hf' }
const userAgent = 'Tidings support@tidings.example'
const company = (kind: FactKind, value: string): TrackedCompany => ({
  name: 'Acme',
  domain: 'acme.example',
  website: 'https://acme.example',
  aliases: [],
  facts: [
    { kind: 'github', value: 'acme-code' },
    { kind, value },
  ],
})
const poll = async (kind: FactKind, value: string, canned: Canned, memory = EMPTY_MEMORY) => {
  let requested = ''
  const { fetch, asked } = cannedFetch({})
  const found = await pollPackages(company(kind, value), memory, {
    fetch: (request) => {
      requested = request.url
      return cannedFetch({ [request.url]: canned })
        .fetch(request)
        .finally(() => asked.push(request))
    },
    now,
    origins,
    userAgent,
  })
  const shown = found.items.map(({ title, url }) => `${title} ${url}`)
  return { ...found, requested, asked, shown, fetch }
}

const npm = (name: string, links: object) =>
  JSON.stringify({
    objects: [{ package: { name, version: '1.2.0', date: '2026-03-01T10:00:00Z', description: 'Vets.', links } }],
  })
const pypi = (urls: object) =>
  JSON.stringify({
    info: { version: '3.0', summary: 'Vets.', home_page: '', project_urls: urls },
    urls: [{ upload_time_iso_8601: '2026-03-01T10:00:00Z' }],
  })
const crate = (repository: string) =>
  JSON.stringify({
    crate: { name: 'acme', description: 'Vets.', homepage: null, repository },
    versions: [
      { num: '0.9.9', yanked: true, created_at: '2026-03-02T10:00:00Z' },
      { num: '0.9.8', yanked: false, created_at: '2026-03-01T10:00:00Z' },
    ],
  })

test("npm: finds packages of the scope whose repository is in the company's organization", async () => {
  const own = { repository: 'git+https://github.com/Acme-Code/sdk.git' }
  const found = await poll('npm', '@acme/sdk', npm('@acme/sdk', own))
  expect(found.requested).toBe('http://npm/-/v1/search?size=10&text=%40acme%2Fsdk')
  expect(found.shown).toEqual(['@acme/sdk 1.2.0 on npm https://www.npmjs.com/package/@acme/sdk/v/1.2.0'])
  expect((await poll('npm', '@acme/sdk', npm('@acme/cli', own))).shown).toHaveLength(1)
  expect((await poll('npm', '@acme/sdk', npm('@acmes/sdk', own))).shown).toEqual([])
})

test('finds releases on PyPI, crates.io and Hugging Face', async () => {
  expect((await poll('pypi', 'acme', pypi({ Docs: 'https://docs.acme.example/' }))).shown).toEqual([
    'acme 3.0 on PyPI https://pypi.org/project/acme/3.0/',
  ])
  const rust = await poll('crates', 'acme', crate('https://github.com/acme-code/acme'))
  expect(rust.shown).toEqual(['acme 0.9.8 on crates.io https://crates.io/crates/acme/0.9.8'])
  expect(rust.asked[0]?.userAgent).toBe(userAgent)
  const models = [
    { id: 'acme/vet-7b', createdAt: '2026-03-01T10:00:00Z' },
    { id: 'other/x', createdAt: '2026-03-01' },
  ]
  expect((await poll('huggingface', 'acme', JSON.stringify(models))).shown).toEqual([
    'acme/vet-7b on Hugging Face https://huggingface.co/acme/vet-7b',
  ])
})

test('a package that the site merely links to is not attributed to the company', async () => {
  const others = [
    await poll(
      'npm',
      'react',
      npm('react', { homepage: 'https://react.example', repository: 'https://github.com/react/react' }),
    ),
    await poll('pypi', 'numpy', pypi({ Home: 'https://numpy.example', Acme: 'https://github.com/acme-code-fans/x' })),
    await poll('crates', 'serde', crate('https://github.com/serde/serde')),
  ]
  expect(others.map(({ state, items }) => [state, items.length])).toEqual(others.map(() => ['never-found', 0]))
})

test('the next request is conditional', async () => {
  const first = await poll('pypi', 'acme', { body: pypi({ Home: 'https://acme.example' }), headers: { etag: '"1"' } })
  const again = await poll('pypi', 'acme', { status: 304 }, first.memory)
  expect([again.state, again.asked[0]?.etag]).toEqual(['unchanged', '"1"'])
})

test.each([
  ['npm', '../../-/user/x'],
  ['pypi', 'a/../b'],
  ['crates', 'a?b'],
  ['huggingface', '..'],
] as [FactKind, string][])('%s %s is not requested', async (kind, value) => {
  expect(await poll(kind, value, '')).toMatchObject({ state: 'never-found', asked: [] })
})

test.each(['npm', 'pypi', 'crates', 'huggingface'] as FactKind[])('%s: bad answers yield no items', async (kind) => {
  const states = await Promise.all(
    [{ status: 404 }, { status: 429 }, '', '<html>', '5'].map((canned) => poll(kind, 'acme', canned)),
  )
  expect(states.map(({ state }) => state)).toEqual(['never-found', 'throttled', 'failed', 'failed', 'failed'])
  const hostile =
    kind === 'huggingface' ? '[null,{"id":"acme/../x"}]' : '{"objects":[null,{"package":5}],"info":{},"crate":{}}'
  expect((await poll(kind, 'acme', hostile)).items).toEqual([])
})

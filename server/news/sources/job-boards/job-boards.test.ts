import { expect, test } from 'vitest'
import { EMPTY_MEMORY, type FactKind, type Memory, type TrackedCompany } from '../source.ts'
import { cannedFetch, rejected, type Canned } from '../../../testing/network/canned-fetch.ts'
import { pollJobBoards } from './job-boards.ts'
import { BOARD_FORMATS, BOARDS, type Board } from './board-formats.ts'

const NOW = new Date('2026-03-04T12:00:00Z')
const TOMORROW = new Date('2026-03-05T12:00:00Z')
const origins = Object.fromEntries(BOARDS.map((each, at) => [each, `http://127.0.0.1:${9001 + at}`])) as Record<
  Board,
  string
>
const PUBLIC = Object.fromEntries(BOARDS.map((each) => [each, BOARD_FORMATS[each].origin])) as Record<Board, string>
const GREENHOUSE = `${origins.greenhouse}/v1/boards/acme/jobs?content=true`
const LEVER = `${origins.lever}/v0/postings/acme?mode=json`
const ASHBY = `${origins.ashby}/posting-api/job-board/acme?includeCompensation=true`

const trackedCompany = (...kinds: FactKind[]): TrackedCompany => ({
  name: 'Acme',
  domain: null,
  website: null,
  aliases: [],
  facts: kinds.map((kind) => ({ kind, value: 'acme' })),
})
const result = async (
  answers: Record<string, Canned>,
  about = trackedCompany('greenhouse'),
  memory: Memory = EMPTY_MEMORY,
  now = NOW,
) => {
  const { fetch, asked } = cannedFetch(answers)
  return { found: await pollJobBoards(about, memory, { fetch, origins, now }), asked }
}

let id = 4000
const job = (title: string, department: string) => ({
  absolute_url: `https://boards.greenhouse.io/acme/jobs/${(id += 1)}`,
  id,
  internal_job_id: id,
  title,
  company_name: 'Acme',
  location: { name: 'Remote' },
  first_published: '2019-01-01T00:00:00-04:00',
  updated_at: '2026-03-04T00:00:00-04:00',
  departments: [{ id: 1, name: department }],
  content: '&lt;div&gt;We are hiring&lt;/div&gt;',
})
const board = (...jobs: unknown[]) => JSON.stringify({ jobs, meta: { total: jobs.length } })

test('the first poll counts open roles without claiming when they were added', async () => {
  const { found } = await result({
    [GREENHOUSE]: board(job('Engineer', 'R&D'), job('Engineer', 'R&D'), job('Nurse', 'Care')),
  })
  expect(found.state).toBe('ok')
  expect(found.items).toMatchObject([
    {
      url: 'https://boards.greenhouse.io/acme',
      title: 'Acme has 3 open roles',
      text: 'Open by department: R&D 2, Care 1.',
      publishedAt: NOW,
      precision: 'second',
      kind: 'jobs',
      facts: { board: 'greenhouse', open: 3 },
    },
  ])
  expect(JSON.stringify(found.items)).not.toMatch(/new|added/i)
})

test('later polls find added and removed roles, whatever ids and dates the board gives', async () => {
  const before = await result({
    [GREENHOUSE]: board(job('Engineer', 'R&D'), job('Engineer', 'R&D'), job('Nurse', 'Care')),
  })
  const again = await result(
    { [GREENHOUSE]: board(job('Nurse', 'Care'), job('Engineer', 'R&D'), job('Engineer', 'R&D')) },
    undefined,
    before.found.memory,
    TOMORROW,
  )
  expect(again.found).toMatchObject({ state: 'unchanged', items: [] })
  const { found } = await result(
    {
      [GREENHOUSE]: board(job('Engineer', 'R&D'), job('Head of Sales', 'Sales'), job('Nurse', 'Care'), job('Cook', '')),
    },
    undefined,
    again.found.memory,
    TOMORROW,
  )
  expect(found.items).toMatchObject([
    {
      url: 'https://boards.greenhouse.io/acme?seen=2026-03-05T12:00',
      title: 'Acme added 2 roles and took down 1; 4 open roles now',
      facts: { open: 4, added: ['Head of Sales (Sales)', 'Cook'], removed: ['Engineer (R&D)'] },
    },
  ])
})

test('a board that was emptied is reported once', async () => {
  const before = await result({ [GREENHOUSE]: board(job('Engineer', 'R&D')) })
  const { found } = await result({ [GREENHOUSE]: board() }, undefined, before.found.memory, TOMORROW)
  expect(found.items.map(({ title }) => title)).toEqual(['Acme took down 1 role; 0 open roles now'])
  expect((await result({ [GREENHOUSE]: board() }, undefined, found.memory, TOMORROW)).found).toMatchObject({
    state: 'empty',
    items: [],
  })
})

test('missing, empty, vanished and failing boards have distinct results', async () => {
  const state = async (answer: Canned, memory?: Memory) =>
    (await result({ [GREENHOUSE]: answer }, undefined, memory)).found
  expect(await state({ status: 404 })).toMatchObject({
    state: 'never-found',
    problem: 'There is no such job board.',
  })
  expect(await state(board())).toMatchObject({ state: 'empty', problem: null, items: [] })
  expect(await state('<html>')).toMatchObject({ state: 'failed', problem: 'The answer could not be read.' })
  expect(await state({ status: 502 })).toMatchObject({ state: 'failed' })
  expect(await state(rejected('connect'))).toMatchObject({
    state: 'failed',
    problem: 'It could not be reached.',
  })
  const { found } = await result({ [GREENHOUSE]: board(job('Engineer', 'R&D')) })
  expect(await state({ status: 404 }, found.memory)).toMatchObject({
    state: 'failed',
    problem: 'The job board that we knew is gone.',
    memory: found.memory,
  })
  const nobody = await result({}, trackedCompany('title'))
  expect(nobody.found).toMatchObject({
    state: 'never-found',
    problem: 'No job board is known for this company.',
  })
  expect(nobody.asked).toEqual([])
})

test('a failed poll keeps what was known, so that the next one does not call everything new', async () => {
  const before = await result({ [GREENHOUSE]: board(job('Engineer', 'R&D')) })
  const failed = await result({ [GREENHOUSE]: rejected('timeout') }, undefined, before.found.memory)
  const after = await result({ [GREENHOUSE]: board(job('Engineer', 'R&D')) }, undefined, failed.found.memory, TOMORROW)
  expect(after.found).toMatchObject({ state: 'unchanged', items: [] })
})

test('the next request is conditional', async () => {
  const before = await result({
    [GREENHOUSE]: { body: board(job('Engineer', 'R&D')), headers: { etag: '"1"' } },
  })
  const { found, asked } = await result({ [GREENHOUSE]: { status: 304 } }, undefined, before.found.memory)
  expect(asked[0]).toMatchObject({ etag: '"1"', accept: 'application/json' })
  expect(found).toMatchObject({ state: 'unchanged', memory: before.found.memory })
})

test('a board that is too large is requested without descriptions, and its roles stay the same', async () => {
  const short = board({ title: 'Engineer' }, { title: 'Nurse' })
  const before = await result({ [GREENHOUSE]: board(job('Engineer', 'R&D')) })
  const { found } = await result(
    { [GREENHOUSE]: rejected('too-large'), [`${origins.greenhouse}/v1/boards/acme/jobs`]: short },
    undefined,
    before.found.memory,
  )
  expect(found.items).toMatchObject([
    { title: 'Acme added 1 role; 2 open roles now', facts: { added: ['Nurse'], removed: [] } },
  ])
})

test('one failing board out of several makes the result partial', async () => {
  const answers = { [LEVER]: '[{"text":"Engineer"}]', [ASHBY]: rejected('timeout') }
  const { found } = await result(answers, trackedCompany('lever', 'ashby'))
  expect(found).toMatchObject({ state: 'partial', problem: 'It took too long to answer.' })
  expect(found.items).toHaveLength(1)
})

test("a board on Lever's European server is requested there, unless another origin is configured", async () => {
  const about = { ...trackedCompany(), facts: [{ kind: 'lever' as const, value: 'eu:acme' }] }
  const postings = '[{"text":"Engineer"}]'
  const europe = 'https://api.eu.lever.co/v0/postings/acme?mode=json'
  const { fetch, asked } = cannedFetch({ [europe]: postings })
  const lever = BOARD_FORMATS.lever.origin
  const found = await pollJobBoards(about, EMPTY_MEMORY, { fetch, origins: { ...origins, lever }, now: NOW })
  expect(asked.map(({ url }) => url)).toEqual([europe])
  expect(found.items[0]?.url).toBe('https://jobs.eu.lever.co/acme')
  expect((await result({ [LEVER]: postings }, about)).asked.map(({ url }) => url)).toEqual([LEVER])
})

test('an invalid board name is not requested; invalid notes are ignored', async () => {
  const about = {
    ...trackedCompany(),
    facts: [
      { kind: 'lever' as const, value: '../../admin' },
      { kind: 'ashby' as const, value: '..' },
    ],
  }
  expect((await result({}, about)).asked).toEqual([])
  const odd = { ...EMPTY_MEMORY, notes: { boards: { 'greenhouse:acme': 5, __proto__: null } } }
  expect((await result({ [GREENHOUSE]: board(job('A', 'B')) }, undefined, odd)).found.items[0]?.title).toBe(
    'Acme has 1 open role',
  )
})

test.each([
  [
    'workable',
    'https://apply.workable.com/api/v1/widget/accounts/acme',
    '{"name":"Acme","jobs":[{"title":"Engineer"}]}',
  ],
  [
    'smartrecruiters',
    'https://api.smartrecruiters.com/v1/companies/acme/postings?limit=100',
    '{"totalFound":1,"content":[{"name":"Engineer"}]}',
  ],
  ['recruitee', 'https://acme.recruitee.com/api/offers/', '{"offers":[{"title":"Engineer","status":"published"}]}'],
  [
    'personio',
    'https://acme.jobs.personio.de/xml',
    '<workzag-jobs><position><name>Engineer</name></position></workzag-jobs>',
  ],
  [
    'teamtailor',
    'https://acme.teamtailor.com/jobs.rss',
    '<rss><channel><title>Jobs</title><item><title>Engineer</title></item></channel></rss>',
  ],
  ['bamboohr', 'https://acme.bamboohr.com/careers/list', '{"result":[{"jobOpeningName":"Engineer"}]}'],
] as [Board, string, string][])('%s is found at %s', async (kind, url, body) => {
  const at = async (canned: Canned, memory = EMPTY_MEMORY) => {
    const { fetch, asked } = cannedFetch({ [url]: canned })
    return { ...(await pollJobBoards(trackedCompany(kind), memory, { fetch, origins: PUBLIC, now: NOW })), asked }
  }
  const found = await at({ body, headers: { etag: '"1"' } })
  expect(found.items).toMatchObject([{ title: 'Acme has 1 open role', url: BOARD_FORMATS[kind].page('acme') }])
  const again = await at({ status: 304 }, found.memory)
  expect([again.state, again.asked[0]?.etag]).toEqual(['unchanged', '"1"'])
  const states = [
    await at({ status: 404 }),
    await at({ status: 429 }),
    await at('<html>'),
    await at('[]'),
    await at(''),
  ]
  expect(states.map(({ state }) => state)).toEqual(['never-found', 'throttled', 'failed', 'failed', 'failed'])
})

test("at a configured origin, the company's subdomain becomes the first path segment", async () => {
  const { asked } = await result({}, trackedCompany('recruitee', 'bamboohr'))
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(['/acme/api/offers/', '/acme/careers/list'])
})

test('a name that could become another host is not requested', async () => {
  const facts = ['evil.example/x', 'a.b', '-', 'acme@evil'].map((value) => ({ kind: 'teamtailor' as const, value }))
  expect((await result({}, { ...trackedCompany(), facts })).asked).toEqual([])
})

test('a closed board that redirects to the front page of its service is not a board', async () => {
  const moved = async () => ({
    ...(await cannedFetch({ x: '{"result":[]}' }).fetch({ url: 'x' })),
    url: 'https://www.bamboohr.com/',
  })
  const found = await pollJobBoards(trackedCompany('bamboohr'), EMPTY_MEMORY, {
    fetch: moved,
    origins: PUBLIC,
    now: NOW,
  })
  expect(found).toMatchObject({ state: 'never-found', problem: 'There is no such job board.' })
})

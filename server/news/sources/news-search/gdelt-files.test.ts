import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { nameKey } from '#domain/companies/company-key.ts'
import { cannedFetch, rejected, type Canned } from '../../../testing/network/canned-fetch.ts'
import { loopbackFetch, loopbackSite } from '../../../testing/network/loopback-site.ts'
import { EMPTY_MEMORY, type Memory } from '../source.ts'
import { pollGdeltFiles, stampsAfter } from './gdelt-files.ts'

const NOW = new Date('2026-11-03T12:20:00Z')
const ORIGIN = 'http://127.0.0.1:9001'
const LATEST = '20261103121500'
const isTracked = (name: string) => nameKey(name) === 'acme robotics'

const listOf = (stamp: string) =>
  ['export.CSV', 'mentions.CSV', 'gkg.csv']
    .map((kind) => `12345 0123456789abcdef http://data.gdeltproject.org/gdeltv2/${stamp}.${kind}.zip`)
    .join('\n')

function rowOf({
  title = 'Acme Robotics raises $5 million',
  organizations = 'acme robotics;united nations',
  extras = '',
}) {
  const columns = Array.from({ length: 27 }, () => '')
  columns[1] = LATEST
  columns[3] = 'paper.example'
  columns[4] = 'https://paper.example/acme'
  columns[13] = organizations
  columns[26] = `${extras}<PAGE_TITLE>${title}</PAGE_TITLE>`
  return columns.join('\t')
}

function zipOf(...rows: string[]): Buffer {
  const name = Buffer.from(`${LATEST}.gkg.csv`)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(8, 8)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name, deflateRawSync(rows.join('\n')), Buffer.from('PK\u0001\u0002 directory')])
}

const FILE = `${ORIGIN}/data.gdeltproject.org/gdeltv2/${LATEST}.gkg.csv.zip`
const poll = (file: Canned, memory: Memory = EMPTY_MEMORY, list: Canned = listOf(LATEST)) => {
  const { fetch, asked } = cannedFetch({
    [`${ORIGIN}/data.gdeltproject.org/gdeltv2/lastupdate.txt`]: list,
    [FILE]: file,
  })
  return pollGdeltFiles(memory, { fetch, now: NOW, origin: ORIGIN, isTracked }).then((result) => ({ result, asked }))
}

test('yields only headlines that name a tracked company', async () => {
  const { result } = await poll(
    zipOf(
      rowOf({ extras: '<PAGE_PRECISEPUBTIMESTAMP>20261103093000</PAGE_PRECISEPUBTIMESTAMP>' }),
      rowOf({ title: 'Acme Robotics &amp; friends' }),
      rowOf({ title: 'The week in robots' }),
      rowOf({ organizations: 'united nations' }),
      'broken row',
    ),
  )
  expect(result).toMatchObject({ state: 'ok', memory: { notes: { readUntil: LATEST } } })
  expect(result.items).toMatchObject([
    {
      url: 'https://paper.example/acme',
      title: 'Acme Robotics raises $5 million',
      publishedAt: new Date('2026-11-03T09:30:00Z'),
      precision: 'second',
      publisher: 'paper.example',
      kind: 'press',
    },
    { title: 'Acme Robotics & friends', publishedAt: new Date('2026-11-03T12:15:00Z'), precision: 'day' },
  ])
})

test('a file is read once, and at most an hour of missed files is read later', async () => {
  const { result, asked } = await poll(zipOf(rowOf({})), { ...EMPTY_MEMORY, notes: { readUntil: LATEST } })
  expect([result.state, asked.length]).toEqual(['unchanged', 1])
  expect(stampsAfter('20261103114500', LATEST)).toEqual(['20261103120000', LATEST])
  expect(stampsAfter('20261101000000', LATEST)).toHaveLength(4)
  expect([stampsAfter(null, LATEST), stampsAfter('nonsense', LATEST)]).toEqual([[LATEST], [LATEST]])
})

test.each([
  [{ file: 'no archive', list: listOf(LATEST) }, 'failed'],
  [{ file: zipOf().subarray(0, 20), list: listOf(LATEST) }, 'failed'],
  [{ file: zipOf(''), list: 'no list' }, 'failed'],
  [{ file: zipOf(''), list: { status: 429 } }, 'throttled'],
  [{ file: rejected('too-large'), list: listOf(LATEST) }, 'failed'],
  [{ file: zipOf(''), list: listOf(LATEST) }, 'empty'],
] as [{ file: Canned; list: Canned }, string][])(
  '%#: an unreadable or empty file or list yields no items',
  async ({ file, list }, state) => {
    const { result } = await poll(file, EMPTY_MEMORY, list)
    expect(result).toMatchObject({ state, items: [] })
    if (state !== 'empty') expect(result.memory).toEqual(EMPTY_MEMORY)
  },
)

test('works through the HTTP client', async () => {
  const site = await loopbackSite((request, response) => {
    response.end(request.url === '/data.gdeltproject.org/gdeltv2/lastupdate.txt' ? listOf(LATEST) : zipOf(rowOf({})))
  })
  const client = loopbackFetch()
  const result = await pollGdeltFiles(EMPTY_MEMORY, { fetch: client.fetch, now: NOW, origin: site.url, isTracked })
  expect(result.items.map(({ title }) => title)).toEqual(['Acme Robotics raises $5 million'])
  expect(site.requests.map(({ url }) => url)).toEqual([
    '/data.gdeltproject.org/gdeltv2/lastupdate.txt',
    `/data.gdeltproject.org/gdeltv2/${LATEST}.gkg.csv.zip`,
  ])
  await client.close()
  await site.close()
})

import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { wellFormed } from '../../testing/well-formed.ts'
import { calendar } from './calendar.ts'
import { atomFeed, jsonFeed, type FeedDocument } from './documents.ts'
import type { OutgoingStory } from './stories.ts'

const STORY: OutgoingStory = {
  key: '7-41',
  companyId: 7,
  companyName: 'Cedar',
  title: 'Cedar raises $18 million',
  label: 'Funding',
  isEvent: true,
  deniedAt: null,
  facts: ['Cedar raised $18 million'],
  url: 'https://press.example/1?a=1&b=2',
  companyUrl: 'https://tidings.example/companies/7',
  sources: [{ name: 'The Press', title: 'Cedar raises $18M', url: 'https://press.example/1?a=1&b=2' }],
  publishedAt: new Date('2026-02-28T23:30:00.000Z'),
  firstSeenAt: new Date('2026-03-01T00:00:00.000Z'),
  updatedAt: new Date('2026-03-01T01:02:03.000Z'),
}

const HOSTILE = [
  'A; b, c \\ d e',
  'Zeile 1\r\nEND:VEVENT\r\nBEGIN:VEVENT',
  `${'långt '.repeat(40)}🌲🌲🌲`,
  '漢字'.repeat(60),
  '\u0000\u0001\u0007\u000B\u001F\uFFFE\uFFFF\uD800 bell',
  ']]><![CDATA[<x>&amp;&lt;"\'',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
]

const documentOf = (stories: OutgoingStory[]): FeedDocument => ({
  title: 'Tidings: All companies',
  url: 'https://tidings.example/feeds/token/news.atom',
  homeUrl: 'https://tidings.example/dashboard',
  host: 'tidings.example',
  id: '3',
  updatedAt: STORY.updatedAt,
  stories,
})
const hostile = documentOf(
  HOSTILE.map((title, at) => ({ ...STORY, key: `7-${at}`, title, companyName: title, label: title, facts: [title] })),
)

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Checks a feed against RFC 4287, as a feed validator would. */
function atomProblems(xml: string): string[] {
  const problems: string[] = []
  const texts = (part: string, name: string) =>
    [...part.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^]*?)</${name}>`, 'g'))].map(([, text = '']) => text)
  const head = xml.split('<entry>')[0] ?? ''
  const entries = texts(xml, 'entry')
  if (!wellFormed(xml)) problems.push('not well-formed')
  for (const [part, where] of [[head, 'feed'] as const, ...entries.map((entry) => [entry, 'entry'] as const)]) {
    for (const name of ['id', 'title', 'updated'])
      if (texts(part, name).length !== 1) problems.push(`${where}: ${name} must be there once`)
    if (!texts(part, 'id').every((id) => /^tag:[\w.-]+,\d{4}:[\w/-]+$/.test(id)))
      problems.push(`${where}: id is no IRI`)
    for (const date of [...texts(part, 'updated'), ...texts(part, 'published')])
      if (!RFC_3339.test(date)) problems.push(`${where}: ${date} is not a date`)
    if (texts(part, 'title')[0]?.trim() === '') problems.push(`${where}: the title is empty`)
  }
  const ids = entries.flatMap((entry) => texts(entry, 'id'))
  if (new Set(ids).size < ids.length) problems.push('an id is there twice')
  if (texts(head, 'author').length !== 1) problems.push('no author')
  if (!/<link rel="self" [^>]*href="https:/.test(head)) problems.push('no link to itself')
  for (const entry of entries)
    if ([...entry.matchAll(/<link rel="alternate"/g)].length !== 1) problems.push('entry: one alternate link')
  return problems
}

test('an Atom feed is valid, even with hostile text or no entries', () => {
  for (const document of [hostile, documentOf([STORY]), documentOf([])])
    expect(atomProblems(atomFeed(document))).toEqual([])
})

test('the validator notices duplicate ids, malformed XML and invalid dates', () => {
  const xml = atomFeed(documentOf([STORY, STORY]))
  expect(atomProblems(xml)).toEqual(['an id is there twice'])
  expect(atomProblems(xml.replace('<author>', '<editor>'))).toContain('not well-formed')
  expect(atomProblems(atomFeed(documentOf([STORY])).replaceAll('.000Z', ''))).not.toEqual([])
})

test('a JSON Feed meets the requirements of version 1.1', () => {
  const feed = JSON.parse(jsonFeed(hostile)) as { items: Record<string, string>[] }
  expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', title: 'Tidings: All companies' })
  expect(new Set(feed.items.map(({ id }) => id)).size).toBe(HOSTILE.length)
  for (const item of feed.items) {
    expect(item.content_text ?? '').not.toMatch(/\p{Cc}/u)
    expect(wellFormed(`<x>${item.content_html}</x>`)).toBe(true)
    expect([item.date_published, item.date_modified].every((date) => RFC_3339.test(date ?? ''))).toBe(true)
  }
})

test('an entry shows what happened, every article with its publisher, and a link to the company', () => {
  const herald = { name: 'The Herald', title: '<Cedar> & its round', url: 'https://herald.example/2' }
  const feed = JSON.parse(jsonFeed(documentOf([{ ...STORY, sources: [...STORY.sources, herald] }]))) as {
    items: { content_html: string }[]
  }
  expect(feed.items[0]?.content_html).toBe(
    '<p>Funding<br/>Cedar raised $18 million</p><ul>' +
      '<li>The Press: <a href="https://press.example/1?a=1&amp;b=2">Cedar raises $18M</a></li>' +
      '<li>The Herald: <a href="https://herald.example/2">&lt;Cedar&gt; &amp; its round</a></li></ul>' +
      '<p><a href="https://tidings.example/companies/7">Cedar in Tidings</a></p>',
  )
})

test('an event description has a line for each fact and a link to the company', () => {
  const [event] = new ICAL.Component(ICAL.parse(calendar(documentOf([STORY]))) as unknown[])
    .getAllSubcomponents('vevent')
    .map((each) => new ICAL.Event(each))
  expect(event?.description.split('\n')).toEqual([
    'Funding',
    'Cedar raised $18 million',
    'Sources: The Press',
    'https://tidings.example/companies/7',
  ])
})

test('another library reads every event of a calendar with its text', () => {
  const events = new ICAL.Component(ICAL.parse(calendar(hostile)) as unknown[])
    .getAllSubcomponents('vevent')
    .map((each) => new ICAL.Event(each))
  const expected = HOSTILE.map((title, at) => [
    `story-7-${at}@tidings.example`,
    title
      .replaceAll(/[\uFFFE\uFFFF\0-\b\v\f\u000E-\u001F]/g, '')
      .replaceAll(/\s*[\r\n]+/g, ' ')
      .replace('\uD800', '\uFFFD'),
    '2026-02-28',
    '2026-03-01',
  ])
  const found = events.map((event) => [event.uid, event.summary, String(event.startDate), String(event.endDate)])
  expect(found).toEqual(expected)
})

test('lines have at most 75 octets and do not split characters', () => {
  const text = calendar(hostile)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  const lines = text.split('\r\n')
  expect(lines.filter((line) => Buffer.byteLength(line) > 75 || !line.isWellFormed() || /[\r\n]/.test(line))).toEqual(
    [],
  )
  expect(lines.some((line) => line.startsWith(' '))).toBe(true)
})

test('a denied event is canceled under the same UID; mentions are not events', () => {
  const denied = calendar(documentOf([{ ...STORY, deniedAt: STORY.updatedAt }]))
  expect(denied).toContain('STATUS:CANCELLED\r\n')
  expect(denied).toMatch(/UID:story-7-41@tidings.example\r\n[^]*DTSTAMP:20260301T010203Z\r\n/)
  expect(calendar(documentOf([{ ...STORY, isEvent: false }]))).not.toContain('VEVENT')
})

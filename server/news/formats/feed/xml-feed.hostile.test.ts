import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'

const MB = 1024 * 1024
/** As much as the HTTP client accepts. */
const SIZE = 5 * MB
const SECRET = 'what-only-the-file-says'

const directory = mkdtempSync(join(tmpdir(), 'tidings-xml-'))
const secretFile = join(directory, 'secret.txt')
let canary: Awaited<ReturnType<typeof loopbackSite>>

beforeAll(async () => {
  writeFileSync(secretFile, SECRET)
  canary = await loopbackSite((_, response) => void response.end(SECRET))
})
afterAll(async () => {
  await canary.close()
  rmSync(directory, { recursive: true, force: true })
})

const fill = (piece: string) => Buffer.alloc(SIZE, piece).toString('latin1')
const item = (title: string) =>
  `<rss version="2.0"><channel><item><title>${title}</title><link>https://a.example/1</link></item></channel></rss>`
const declaring = (declarations: string, title: string) =>
  `<?xml version="1.0"?><!DOCTYPE rss [${declarations}]>${item(title)}`
const levels = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)

/**
 * The attacks that the requirement lists. "Limits set to 0" is missing, because no parser here takes a limit from
 * outside.
 */
const DOCUMENTS: Record<string, () => string | Buffer> = {
  'XXE: a file': () => declaring(`<!ENTITY x SYSTEM "file://${secretFile}">`, 'a &x; b'),
  'XXE: a file by path': () => declaring(`<!ENTITY x SYSTEM "${secretFile}">`, 'a &x; b'),
  'XXE: an http canary': () => declaring(`<!ENTITY x SYSTEM "${canary.url}/x">`, 'a &x; b'),
  'XXE: a public identifier': () => declaring(`<!ENTITY x PUBLIC "-//x" "${canary.url}/p">`, 'a &x; b'),
  'parameter entities': () =>
    declaring(`<!ENTITY % d SYSTEM "${canary.url}/d"> %d; <!ENTITY % f SYSTEM "file://${secretFile}"> %f;`, 'a'),
  'a document type elsewhere': () => `<!DOCTYPE rss SYSTEM "${canary.url}/dtd">${item('a')}`,
  'a style sheet and an inclusion': () =>
    `<?xml-stylesheet href="${canary.url}/s"?><rss xmlns:xi="http://www.w3.org/2001/XInclude" xsi:schemaLocation="x ${canary.url}/l"><channel><item><title>a</title><link>https://a.example/1</link><xi:include href="file://${secretFile}" parse="text"/></item></channel></rss>`,
  'billion laughs': () => declaring(`<!ENTITY l0 "ha">${levels.join('')}`, '&l12;'),
  'one entity repeated': () => declaring(`<!ENTITY a "${'a'.repeat(100_000)}">`, fill('&a;')),
  'numeric references': () => item(fill('&#65;')),
  'references beyond Unicode': () => item(fill('&#9999999;')),
  '100k nesting and more': () => item(fill('<a>')),
  '1 M attributes': () => `<rss version="2.0" ${fill('a="1" ')}>${item('a')}</rss>`,
  '1 M attributes, each another': () =>
    `<rss ${Array.from({ length: 600_000 }, (_, at) => `a${at}=""`).join(' ')}>${item('a')}</rss>`,
  'an encoding that does not exist': () => `<?xml version="1.0" encoding="no-such"?>${item('a')}`,
  'an encoding that is not true': () => `<?xml version="1.0" encoding="UTF-16BE"?>${item('a')}`,
  'bytes of no encoding': () => Buffer.concat([Buffer.from(item('a').slice(0, 60)), Buffer.alloc(SIZE, 0xfe)]),
  'another order of bytes': () => Buffer.from(`\uFEFF${item('a')}`, 'utf16le').swap16(),
}

type Reading = { document: string; reader: string; cpuMs: number; riseMb: number; said: string }

/** These documents are small and cheap to parse, so they share a process. */
const SMALL = Object.keys(DOCUMENTS).filter((name) =>
  /XXE|elsewhere|inclusion|parameter|encoding that|order/.test(name),
)
const GROUPS = [
  SMALL,
  ...Object.keys(DOCUMENTS)
    .filter((name) => !SMALL.includes(name))
    .map((name) => [name]),
]

test.each(GROUPS.map((names): [string, string[]] => [names.join(', '), names]))(
  '"<=1 s CPU, <=50 MB, no file read, canary 0, process alive, typed error": %s',
  async (_, names) => {
    const paths = names.map((name, at) => {
      const path = join(directory, `document-${at}.xml`)
      writeFileSync(path, DOCUMENTS[name]!())
      return path
    })
    const program = join(import.meta.dirname, '../../../testing/read-document.ts')
    const words = ['--expose-gc', program, ...paths]
    const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 16 * MB })
    const readings = JSON.parse(stdout) as Reading[]
    expect(readings).toHaveLength(4 * names.length)
    const costly = readings.filter(({ cpuMs, riseMb }) => cpuMs > 1000 || riseMb > 50)
    expect(costly.map(({ reader, cpuMs, riseMb }) => ({ reader, cpuMs, riseMb }))).toEqual([])
    for (const { said } of readings) {
      expect(said).not.toMatch(/^threw/)
      expect(said).not.toContain(SECRET)
      expect(said).not.toMatch(/(?:ha){20}|a{1000}/)
    }
    expect(canary.connections()).toBe(0)
  },
)

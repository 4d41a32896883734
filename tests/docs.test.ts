import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { settingsPage } from '../tools/settings-table.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const docs = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  // Pages under content/ link to URL paths, not to files.
  .filter((path) => path !== '' && !path.startsWith('content/') && existsSync(path))
const plans = ['Dockerfile', 'compose.yaml']
const texts = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.sql', '*.mjs'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(path))

test('docs/settings.md matches the schema (if not: node tools/settings-table.ts --write)', async () => {
  expect(read('docs/settings.md')).toBe(await settingsPage())
})

test('the README and ARCHITECTURE.md are short', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  expect(read('ARCHITECTURE.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

test('the README names settings and pictures that exist', async () => {
  const text = read('README.md')
  const settings = [...text.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name)
  expect(settings).toHaveLength(8)
  const page = await settingsPage()
  expect(settings.filter((name) => !page.includes(`| \`${name}\` `))).toEqual([])
  const pictures = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path)
  expect(pictures.length).toBeGreaterThanOrEqual(2)
  expect(pictures.filter((path) => !existsSync(path))).toEqual([])
})

test('the README contains the start and test commands', () => {
  const text = read('README.md')
  for (const command of ['npm ci && npm start', 'npm ci && npm test']) expect(text).toContain(command)
})

test('every relative link points to an existing file', () => {
  const broken = docs.flatMap((path) =>
    linksOf(read(path))
      .filter((target) => !/^([a-z]+:|#)/i.test(target))
      .map((target) => normalize(join(dirname(path), decodeURI(target.replace(/#.*$/, '')))))
      .filter((target) => !existsSync(target))
      .map((target) => `${path} → ${target}`),
  )
  expect(broken).toEqual([])
})

test('every linked heading exists', () => {
  const broken = docs.flatMap((path) =>
    linksOf(read(path))
      .filter((target) => /^[^:]*#/.test(target))
      .map((target) => target.split('#') as [file: string, anchor: string])
      .map(([file, anchor]) => ({ file: file ? normalize(join(dirname(path), file)) : path, anchor }))
      .filter(({ file, anchor }) => existsSync(file) && !anchorsOf(read(file)).includes(anchor))
      .map(({ file, anchor }) => `${path} → ${file}#${anchor}`),
  )
  expect(broken).toEqual([])
})

test('every feature in the map has code and a test that exist', () => {
  const rows = tableRows(read('docs/spec-map.md'))
  expect(rows.length).toBeGreaterThan(40)
  const isTest = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path)
  const wrong = rows.filter(
    ({ code, test: tested }) =>
      codeIn(code).length === 0 ||
      codeIn(tested).length === 0 ||
      !codeIn(tested).every(isTest) ||
      [...codeIn(code), ...codeIn(tested)].some((path) => !existsSync(path)),
  )
  expect(wrong.map(({ feature }) => feature)).toEqual([])
})

test('every path mentioned in the docs exists', () => {
  const lost = docs.flatMap((doc) =>
    codeIn(read(doc).replaceAll(/^```[\s\S]*?^```/gm, ''))
      .filter((code) => /^(?:domain|server|web|tests|tools|bench|docs)\/[\w./-]+$/.test(code) && !existsSync(code))
      .map((path) => `${doc}: ${path}`),
  )
  expect(lost).toEqual([])
})

test('every file that the docs name without its folder exists, and links carry the name of their target', () => {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  const names = new Set(tracked.map((path) => basename(path)))
  const isSource = (name: string) => /^[\w.-]+\.(?:tsx?|css|mjs|sql)$/.test(name)
  const lost = docs.flatMap((doc) => {
    const text = read(doc).replaceAll(/^```[\s\S]*?^```/gm, '')
    const misnamed = [...text.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)]
      .filter(([, label = '', target = '']) => isSource(label) && label !== basename(target))
      .map(([link]) => link)
    return [...codeIn(text).filter((code) => isSource(code) && !names.has(code)), ...misnamed].map(
      (name) => `${doc}: ${name}`,
    )
  })
  expect(lost).toEqual([])
})

test('no file refers to a document outside the repository', () => {
  const code =
    /['"`(/* ](?:(?:AU|DU|JO|LG|LO|MB|PH|PR|PW|SC|SF|TI|WH)-\d\d|[WQ]\d\d)(?:[:,)/ ]|$)|spec section \d|\.\.\/shared\//im
  const named = texts.filter((path) => path !== 'tests/docs.test.ts' && code.test(read(path)))
  expect(named).toEqual([])
})

test('every decision record is short and has the same four sections', () => {
  for (const path of docs.filter((doc) => doc.startsWith('docs/decisions/'))) {
    const text = read(path)
    expect(path).toMatch(/\/\d{4}-[a-z0-9-]+\.md$/)
    expect(text.trimEnd().split('\n').length, path).toBeLessThanOrEqual(40)
    for (const part of ['Context', 'Decision', 'Rejected', 'Consequences'])
      expect(text, path).toMatch(new RegExp(`^## ${part}$`, 'm'))
  }
})

test('the license is Apache 2.0 in LICENSE and package.json', () => {
  const text = read('LICENSE')
  expect(text).toContain('Apache License\n')
  expect(text).toContain('Version 2.0, January 2004')
  expect(text).toContain('END OF TERMS AND CONDITIONS')
  expect(JSON.parse(read('package.json'))).toMatchObject({ license: 'Apache-2.0' })
})

test('no page names a specific machine or package registry', () => {
  const foreign = /\/(?:work|root|tmp)\/|\bregistry\.(?!test\b)[\w-]+\.\w|npmjs\.|artifactory|verdaccio/i
  expect([...docs, ...plans].filter((path) => foreign.test(read(path)))).toEqual([])
})

function linksOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(<?([^)>\s]+)>?(?:\s+"[^"]*")?\)/g)].map(([, target = '']) => target)
}

/** The anchors that GitHub generates for headings. */
const anchorsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+\s+(.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )

const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

function tableRows(markdown: string): { feature: string; code: string; test: string }[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, feature = '', code = '', tested = '']) => ({ feature, code, test: tested }))
    .filter(({ feature }) => feature !== 'feature' && !/^-+$/.test(feature))
}

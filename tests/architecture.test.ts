import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { POLLED_ACCOUNTS } from '#domain/news/source-registry.ts'

const DOMAIN_ROOT = [
  'domain/errors.ts',
  'domain/messages.ts',
  'domain/money/',
  'domain/time.ts',
  'domain/local-time.ts',
  'domain/dates/',
  'domain/taxonomy.ts',
  'domain/endpoint.ts',
  'domain/row-id.ts',
  'domain/developer-pages.ts',
]

/** A feature may import only the features listed before it. */
const SERVER_FEATURES = [
  'auth',
  'account',
  'companies',
  'news',
  'updates',
  'mailings',
  'integrations',
  'sharing',
  'billing',
  'admin',
]
const WEB_FEATURES = [
  'auth',
  'account',
  'companies',
  'news',
  'analytics',
  'search',
  'updates',
  'mailings',
  'integrations',
  'sharing',
  'billing',
  'admin',
  'commands',
]

type Area = [area: string, mayImport: string[]]

const featureAreas = (features: string[], folder: string, shared: string[]) =>
  features.map((name, at): Area => [
    `${folder}${name}/`,
    [...shared, ...features.slice(0, at).map((left) => `${folder}${left}/`)],
  ])

/** A file belongs to the first area that its path starts with. */
const areas: Area[] = [
  ...featureAreas(SERVER_FEATURES, 'domain/', DOMAIN_ROOT),
  ['domain/', ['domain/']],
  ['server/testing/', ['domain/', 'server/']],
  ['server/job-payloads.ts', ['domain/', 'server/']],
  ['server/config/', ['domain/', 'server/platform/fetch/target.ts']],
  ['server/platform/', ['domain/', 'server/config/config.ts']],
  ['server/admin/commands/', ['domain/', 'server/']],
  ...featureAreas(SERVER_FEATURES, 'server/', [
    'domain/',
    'server/job-payloads.ts',
    'server/config/config.ts',
    'server/platform/',
  ]),
  ['server/', ['domain/', 'server/']],
  ['web/testing/', ['domain/', 'web/']],
  ['web/paths.ts', []],
  ['web/ui/', []],
  ['web/api/', ['domain/', 'web/paths.ts']],
  ...featureAreas(WEB_FEATURES, 'web/features/', ['domain/', 'web/paths.ts', 'web/ui/', 'web/api/']),
  ['web/pages/', ['domain/', 'web/']],
  ['web/', ['domain/', 'web/']],
  ['bench/', ['domain/', 'server/', 'tools/', 'web/', 'tests/network/reach/', 'tests/cluster/']],
  ['tools/', ['domain/', 'server/', 'web/', 'bench/', 'tests/cluster/', 'tests/operation/']],
  ['tests/', ['domain/', 'server/', 'web/', 'tools/']],
]

/** Exceptions to the list above. */
const never: [area: string, forbidden: string][] = [['web/pages/', 'web/app/']]

const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|misc|lib|types|constants|services?|managers?|index)(\/|\.tsx?$)/

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  // A moved file stays in the list until the change is committed.
  .filter((file) => file !== '' && !file.endsWith('.d.ts') && existsSync(file))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
const areaOf = (path: string) => areas.find(([area]) => path.startsWith(area))

function importsOf({ path, text }: { path: string; text: string }): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*['"]((?:\.{1,2}\/|#domain\/)[^'"]+)['"]/g)
  return [...found].map(([, target = '']) =>
    target.startsWith('#domain/') ? target.slice(1) : normalize(join(dirname(path), target)),
  )
}

test('every import follows the dependency rules', () => {
  const broken = files
    .filter(({ path }) => !isTest(path))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => !mayImport(file.path, target))
        .map((target) => `${file.path} → ${target}`),
    )
  expect(broken).toEqual([])
})

function mayImport(path: string, target: string): boolean {
  const [area, allowed] = areaOf(path) ?? ['', ['']]
  if (never.some(([from, to]) => path.startsWith(from) && target.startsWith(to))) return false
  if (target.startsWith('server/testing/') || target.startsWith('web/testing/'))
    return path.startsWith(target.slice(0, target.indexOf('/testing/') + 9)) || /^(tests|bench|tools)\//.test(path)
  return target.startsWith(area) || allowed.some((prefix) => target.startsWith(prefix))
}

test('the platform names no job board or social network', () => {
  const named = [...POLLED_ACCOUNTS['job-boards'], ...POLLED_ACCOUNTS.social, 'job-boards'].join('|')
  const naming = files.filter(
    ({ path, text }) =>
      path.startsWith('server/platform/') && !isTest(path) && new RegExp(`\\b(?:${named})\\b`).test(text),
  )
  expect(naming.map(({ path }) => path)).toEqual([])
})

test('no two folders of server/news import each other, and matching imports only text and sites', () => {
  const folderOf = (path: string) => (path.split('/').length > 3 ? path.split('/')[2] : '.')
  const pairs = new Set(
    files
      .filter(({ path }) => path.startsWith('server/news/') && !isTest(path))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => target.startsWith('server/news/') && folderOf(target) !== folderOf(file.path))
          .map((target) => `${folderOf(file.path)} ${folderOf(target)}`),
      ),
  )
  expect([...pairs].filter((pair) => pairs.has(pair.split(' ').toReversed().join(' ')))).toEqual([])
  const ofMatch = [...pairs].filter((pair) => pair.startsWith('match '))
  expect(ofMatch.toSorted()).toEqual(['match formats', 'match site', 'match text'])
})

test('only one module each says how money and dates are written', () => {
  // A class or alternative of a pattern that lists currencies, and a list of months.
  const lists = /\[[^\]\n]*[€£¥₹][^\]\n]*\]|[€£¥₹][|)]|[|(][€£¥₹]|\bjan(?:uary)?[| ][^\n]*feb(?:ruary)?[| ]/i
  const writing = files.filter(
    ({ path, text }) =>
      /^(?:domain|server|web)\//.test(path) &&
      !isTest(path) &&
      !/\/testing\//.test(path) &&
      !/^domain\/(?:money|dates)\//.test(path) &&
      lists.test(text.replaceAll(/^ *(?:\/\*\*|\*|\/\/).*$/gm, '')),
  )
  expect(writing.map(({ path }) => path)).toEqual([])
})

test('the domain imports nothing but zod', () => {
  const foreign = files
    .filter(({ path }) => path.startsWith('domain/') && !isTest(path))
    .flatMap(({ path, text }) => [...text.matchAll(/from '([^.#][^']*)'/g)].map(([, name]) => `${path}: ${name}`))
    .filter((line) => !line.endsWith(': zod'))
  expect(foreign).toEqual([])
})

test('only the entry points read the environment', () => {
  const readers = files.filter(
    ({ path, text }) => path.startsWith('server/') && !isTest(path) && /process\.env\b/.test(text),
  )
  expect(readers.map(({ path }) => path).filter((path) => !['server/main.ts', 'server/cli.ts'].includes(path))).toEqual(
    [],
  )
})

test('files are at most 300 lines long and have permitted names', () => {
  expect(files.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)).toEqual([])
  expect(files.map(({ path }) => path).filter((path) => FORBIDDEN_NAMES.test(path) || /[A-Z_ ]/.test(path))).toEqual([])
})

test('no code uses an escape hatch', () => {
  const hatches =
    /\bas any\b|: any(?=[ \t]*(?:[^\w \t]|$))|@ts-ignore|vi\.mock\(|dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML|outerHTML|setHTMLUnsafe|eslint-disable/
  // The article is rendered at build time from our own Markdown and is not part of the browser bundle.
  const exempt = ['tests/architecture.test.ts', 'web/pages/reading/article.tsx']
  expect(
    files.filter(({ path, text }) => !exempt.includes(path) && hatches.test(text)).map(({ path }) => path),
  ).toEqual([])
})

const isProduct = (path: string) => /^(?:server|web|domain)\//.test(path) && !/\/testing\/|\.test\.tsx?$/.test(path)

test('the limit of row ids is defined once', () => {
  const limiting = files.filter(({ path, text }) => isProduct(path) && text.includes('2_147_483_647'))
  expect(limiting.map(({ path }) => path)).toEqual(['domain/row-id.ts'])
})

test('the product never casts through unknown', () => {
  // The types of robots-parser declare a default export that it doesn't have.
  const exempt = ['server/news/sources/robots.ts']
  const casting = files.filter(({ path, text }) => isProduct(path) && /\bas unknown as\b/.test(text))
  expect(casting.map(({ path }) => path).filter((path) => !exempt.includes(path))).toEqual([])
})

test('errors are logged as `err: describeError(error)`, with stack and code', () => {
  const shortened = /\blog\??\.(?:debug|info|warn|error)\(\s*\{[^}]*(?:\bString\(|\bmessageOf\(|\berror\.message\b)/
  const logging = files.filter(({ path, text }) => path.startsWith('server/') && shortened.test(text))
  expect(logging.map(({ path }) => path)).toEqual([])
})

test('no test asserts a duration', () => {
  const clock = /performance\.now|expect\([^\n]*(?:Date\.now\(\)|cpuUsage)[^\n]*\)\.to/i
  const measuring = files.filter(({ path, text }) => /\.(?:test|spec)\.tsx?$/.test(path) && clock.test(text))
  expect(measuring.map(({ path }) => path)).toEqual([])
})

test('web code calls the API through endpoint definitions, without paths or casts', () => {
  const product = files.filter(
    ({ path }) =>
      path.startsWith('web/') &&
      !isTest(path) &&
      // The API guide shows paths to its readers.
      !/^web\/(?:testing|pages\/docs)\//.test(path),
  )
  const untyped =
    /['"`]\/api\/|\\\/api\\\/|\bas Promise<|api\s*\.\w+\([^\n]*\)\)? as |useSearch\([^\n]*\) as |\bas never[,})]/
  expect(
    product.filter(({ text }) => untyped.test(text.replaceAll(/\/\*\*[^]*?\*\//g, ''))).map(({ path }) => path),
  ).toEqual([])
})
